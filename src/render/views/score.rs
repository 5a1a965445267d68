//! A score as a page shows it: the word, the parts, every point lost and how to regain it.

use serde::Serialize;

use crate::render::locale::{Locale, Say};
use crate::render::names;
use crate::score::{Part, Score};

/// A score with its breakdown.
#[derive(Debug, Clone, Serialize)]
pub struct ScoreView {
    /// `54,1`.
    pub total: String,
    /// `54,1 из 100`.
    pub of_hundred: String,
    /// The total as a plain number, for a meter.
    pub value: f64,
    /// The grade's id.
    pub grade: &'static str,
    /// The grade in words.
    pub grade_label: String,
    /// `6 of 8 claims could be checked`.
    pub claims: String,
    /// The sum before caps, where caps hold it down.
    pub before_caps: Option<String>,
    /// Why it is held down.
    pub caps: Vec<String>,
    /// The parts.
    pub parts: Vec<PartView>,
    /// Every point lost, most first.
    pub lost: Vec<LostView>,
    /// The rule table's version, in a sentence.
    pub rules: String,
}

/// One part.
#[derive(Debug, Clone, Serialize)]
pub struct PartView {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub label: String,
    /// What it measures.
    pub about: String,
    /// `12.5 of 25`.
    pub points: String,
    /// Points earned.
    pub value: f64,
    /// Points that could be earned; 0 where it does not apply.
    pub of: f64,
    /// Whether it applies.
    pub applies: bool,
}

/// Points lost.
#[derive(Debug, Clone, Serialize)]
pub struct LostView {
    /// `−2.5`.
    pub points: String,
    /// The part's name, or that it is a cap.
    pub part: String,
    /// What is missing.
    pub what: String,
    /// The place, as the record names it.
    pub place: String,
    /// How to regain the points.
    pub how: String,
    /// Whether `how` is in English for want of a translation.
    pub how_lang: Option<&'static str>,
}

/// Writes a score in a language.
pub fn score_view(score: &Score, locale: &Locale) -> ScoreView {
    let grade = names::grade(score.grade);
    let total = locale.tenths(score.total);
    let parts = score.parts.iter().map(|part| {
        let id = names::part(part.part);
        PartView {
            id,
            label: locale.text(&names::key("part", id)),
            about: locale.text(&names::key("part_about", id)),
            points: locale.say(
                "points_of",
                &[
                    ("points", Say::Text(&locale.points(part.points))),
                    ("of", Say::Text(&locale.points(part.of))),
                ],
            ),
            value: part.points,
            of: part.of,
            applies: part.of > 0.0,
        }
    });
    let mut lost: Vec<_> = score.lost.iter().filter(|line| line.points != 0.0).collect();
    lost.sort_by(|a, b| {
        b.points.total_cmp(&a.points).then_with(|| (a.rule, &a.place).cmp(&(b.rule, &b.place)))
    });
    let lost = lost.into_iter().map(|line| {
        let what_key = names::key("lost", line.rule);
        let how_key = names::key("regain", line.rule);
        let place = [("place", Say::Text(&line.place))];
        let known = locale.has(&how_key);
        LostView {
            points: format!("−{}", locale.tenths(line.points)),
            part: match line.part {
                Some(part) => part_label(part, locale),
                None => locale.text("score_cap"),
            },
            what: if locale.has(&what_key) { locale.say(&what_key, &place) } else { line.rule.to_owned() },
            place: line.place.clone(),
            how: if known { locale.say(&how_key, &place) } else { line.how.clone() },
            how_lang: (!known && locale.lang.primary() != "en").then_some("en"),
        }
    });
    ScoreView {
        of_hundred: locale.say("score_of_hundred", &[("score", Say::Text(&total))]),
        total,
        value: score.total,
        grade,
        grade_label: locale.text(&names::key("grade", grade)),
        claims: claims_line(score, locale),
        before_caps: (!score.caps.is_empty()).then(|| {
            locale.say("score_before_caps", &[("score", Say::Text(&locale.tenths(score.before_caps)))])
        }),
        caps: score
            .caps
            .iter()
            .map(|cap| locale.say(&names::key("cap", cap.rule), &[("at", Say::Text(&locale.points(cap.at)))]))
            .collect(),
        parts: parts.collect(),
        lost: lost.collect(),
        rules: locale.say("score_rules", &[("version", Say::Text(score.rules))]),
    }
}

/// `6 of 8 claims could be checked`, or that there are none.
pub fn claims_line(score: &Score, locale: &Locale) -> String {
    if score.claims == 0 {
        return locale.text("claims_none");
    }
    locale.say(
        "claims_checked",
        &[("checked", Say::Text(&locale.count(score.claims_checked))), ("n", Say::Count(score.claims))],
    )
}

fn part_label(part: Part, locale: &Locale) -> String {
    locale.text(&names::key("part", names::part(part)))
}
