//! Queries as they are pasted: titles that hold signs, versions, figures with units, kana of half width,
//! and what is told of results that do not hold the very words.

use casebook::index::{Document, Facet, How};

use super::search::{ask, case, ids, library, site};

fn first(site: &super::search::Memory, tag: &str, query: &str) -> Option<String> {
    ids(site, tag, query).into_iter().next()
}

#[test]
fn a_title_comes_first_whatever_signs_it_holds() {
    let titles = [
        ("quoted", "The \"config push\" that broke DNS"),
        ("minus", "Kernel -rc1 panics"),
        ("field", "score:>60 filter crashed the parser"),
        ("arrow", "Upgrade 1.2 -> 1.3 broke boot"),
        ("year", "error: EACCES on year:2021 mount"),
        ("generic", "Lost wakeups in Queue<Box<T>>"),
        ("plus", "C++ build (x86) fails & hangs!"),
    ];
    let mut documents: Vec<Document> =
        titles.iter().map(|(id, title)| case(id, "en", title, "Nothing of note.")).collect();
    let noise = "kernel rc1 panics config push that broke the dns score 60 filter crashed the parser upgrade 1.2 1.3 \
                 broke boot error eacces on year 2021 mount lost wakeups in queue box t c++ build x86 fails hangs ";
    for at in 0..12 {
        documents.push(case(&format!("noise{at}"), "en", "Noise", &noise.repeat(3)));
    }
    documents.push(case("ru", "ru", "Он сказал «нет» — и упал", "Пусто"));
    documents.push(case("ru2", "ru", "Другое", "он сказал нет и упал, он сказал нет и упал"));
    let mut library = library(documents);
    library.facets.push(Facet { name: "year".into(), ..Facet::default() });
    let site = site(&library);
    for (id, title) in titles {
        assert_eq!(first(&site, "en", title).as_deref(), Some(id), "{title}");
        assert_eq!(first(&site, "en", &title.to_uppercase()).as_deref(), Some(id), "{title}, in capitals");
        assert_eq!(first(&site, "en", &format!("  {title} ")).as_deref(), Some(id), "{title}, with spaces");
        assert_eq!(ask(&site, "en", title).results[0].how, How::Named, "{title}");
    }
    for query in ["Он сказал «нет» — и упал", "Он сказал \"нет\" — и упал"]
    {
        assert_eq!(first(&site, "ru", query).as_deref(), Some("ru"), "{query}");
    }
    assert_eq!(first(&site, "en", "\"Kernel -rc1 panics\"").as_deref(), Some("minus"));
}

#[test]
fn what_reads_as_syntax_stays_syntax_for_other_titles() {
    let mut documents = vec![
        case("cache", "en", "Kernel rc1 panics", "A cache filled up"),
        case("other", "en", "Kernel faults", "It panics without a cache"),
    ];
    documents[0].score = Some(100);
    let site = site(&library(documents));
    assert_eq!(ids(&site, "en", "Kernel -rc1 panics"), ["other"], "the title has no such sign");
    assert_eq!(ids(&site, "en", "Kernel rc1 panics score:>60"), Vec::<String>::new());
}

#[test]
fn versions_are_found_with_and_without_their_letter() {
    let site = site(&library(vec![
        case("bare", "en", "Fault", "It broke in 2.14.0 and later"),
        case("nginx", "en", "Fault", "We ran nginx 1.25.3 then"),
        case("release", "en", "Fault", "The branch release-2.3 was cut"),
        case("image", "en", "Fault", "The image redis:7.2.4-alpine was pulled"),
    ]));
    for (query, id) in [
        ("v2.14.0", "bare"),
        ("2.14.0", "bare"),
        ("v1.25.3", "nginx"),
        ("nginx 1.25.3", "nginx"),
        ("nginx-1.25.3", "nginx"),
        ("v2.3", "release"),
        ("2.3", "release"),
        ("7.2.4", "image"),
        ("v7.2.4", "image"),
    ] {
        assert_eq!(ids(&site, "en", query), [id], "{query}");
    }
}

#[test]
fn parts_of_a_technical_word_stand_together() {
    let site = site(&library(vec![
        case("steps", "en", "Fault", "In 10 steps 1 of 2 nodes and 3 hosts failed."),
        case("nginx", "en", "Fault", "nginx 1.25.3 came with version 2.14.0"),
        case("words", "en", "Fault", "Based on what we know, a go router; the load fell on its balancer"),
        case("apart", "en", "Fault", "The load balancer of the gateway, not ready node"),
    ]));
    for query in ["10.1.2.3", "1.25.4", "2.14.2", "v2.14.1", "go-based", "NodeNotReady", "1.2.3.10"] {
        assert_eq!(ids(&site, "en", query), Vec::<String>::new(), "{query}");
    }
    assert_eq!(ids(&site, "en", "load-balancer"), ["apart"]);
    assert_eq!(ids(&site, "en", "load-balancers"), ["apart"], "in any of its forms");
    assert_eq!(ids(&site, "en", "load-balancr"), ["apart"], "and mistyped");
    let answer = ask(&site, "en", "nginx 1.25.4");
    assert!(answer.partial && answer.results.iter().all(|found| found.how == How::Partial));
}

#[test]
fn a_figure_and_its_unit_meet_joined_and_apart() {
    let site = site(&library(vec![
        case("apart", "en", "Fault", "It took 250 ms and 10 GB."),
        case("joined", "en", "Fault", "It took 350ms and 20GB, some 7.5MB each."),
        case("apart-ru", "ru", "Сбой", "Занято 10 ГБ за 5 мин"),
        case("joined-ru", "ru", "Сбой", "Занято 20ГБ за 7мин"),
    ]));
    for (tag, query, id) in [
        ("en", "250ms", "apart"),
        ("en", "250 ms", "apart"),
        ("en", "\"250ms\"", "apart"),
        ("en", "\"took 250ms\"", "apart"),
        ("en", "10GB", "apart"),
        ("en", "350 ms", "joined"),
        ("en", "350ms", "joined"),
        ("en", "\"350 ms\"", "joined"),
        ("en", "\"took 350 ms and\"", "joined"),
        ("en", "7.5 MB", "joined"),
        ("en", "\"7.5 mb\"", "joined"),
        ("ru", "10ГБ", "apart-ru"),
        ("ru", "10 ГБ", "apart-ru"),
        ("ru", "20 ГБ", "joined-ru"),
        ("ru", "\"7 мин\"", "joined-ru"),
    ] {
        assert_eq!(ids(&site, tag, query), [id], "{query}");
    }
    let other = ask(&site, "en", "350 gb");
    assert!(other.results.iter().all(|found| found.how == How::Partial), "another unit");
}

#[test]
fn similar_words_are_told_beside_the_word_itself() {
    let site =
        site(&library(vec![case("d", "en", "Fault", "relay host"), case("e", "en", "Fault", "delay host")]));
    let answer = ask(&site, "en", "relay");
    let found: Vec<(&str, How)> = answer.results.iter().map(|found| (found.id.as_str(), found.how)).collect();
    assert_eq!(found, [("d", How::Typed), ("e", How::Mistaken)]);
    assert_eq!((answer.total, answer.similar), (1, 1));
    assert_eq!(answer.corrections, [("relay".to_owned(), "delay".to_owned())]);
    let answer = ask(&site, "en", "host");
    assert_eq!((answer.total, answer.similar, answer.corrections.len()), (2, 0, 0));
    let answer = ask(&site, "en", "relax");
    assert_eq!((answer.total, answer.similar), (1, 0), "nothing else is found");
}

#[test]
fn half_width_kana_meet_the_full() {
    let site = site(&library(vec![
        case("half", "ja", "障害", "ｻｰﾊﾞｰ が停止"),
        case("full", "ja", "障害", "バッテリー が停止"),
        case("loose", "ja", "障害", "テ\u{3099}ータ が消えた"),
    ]));
    for (query, id) in [
        ("サーバー", "half"),
        ("ｻｰﾊﾞｰ", "half"),
        ("バッテリー", "full"),
        ("ﾊﾞｯﾃﾘｰ", "full"),
        ("データ", "loose"),
        ("ﾃﾞｰﾀ", "loose"),
    ] {
        assert_eq!(first(&site, "ja", query).as_deref(), Some(id), "{query}");
    }
}

#[test]
fn the_exact_spelling_comes_first_in_quotes_and_unfinished() {
    let site = site(&library(vec![
        case("ye", "ru", "Сбой", "Петр упал"),
        case("yo", "ru", "Сбой", "Пётр упал"),
        case("e1", "en", "Fault", "the env file"),
        case("e2", "en", "Fault", "the .env file"),
        case("c1", "en", "Fault", "a cafe closed"),
        case("c2", "en", "Fault", "a café closed"),
    ]));
    for (tag, query, id) in [
        ("ru", "\"Пётр\"", "yo"),
        ("ru", "\"Петр\"", "ye"),
        ("ru", "\"Пётр упал\"", "yo"),
        ("en", "\".env\"", "e2"),
        ("en", "\"env\"", "e1"),
        ("en", "\"the .env file\"", "e2"),
        ("en", "\"café\"", "c2"),
        ("en", "\"cafe\"", "c1"),
        ("en", ".en", "e2"),
        ("en", ".env", "e2"),
    ] {
        let found = ids(&site, tag, query);
        assert_eq!(found.first().map(String::as_str), Some(id), "{query}");
        assert_eq!(found.len(), 2, "{query} finds both");
    }
}
