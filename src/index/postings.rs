//! Shards of postings: for each term the cases that hold it, how much it says about each, and where.
//! Columns of one kind lie together, since like compresses with like. Positions have shards of their
//! own, which only phrases read. `runtime/decode.js` is the other reader of this format.

use super::bytes::{Fault, Input, Output, low_length, push_number, push_split};

/// The cases of one term.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Postings {
    /// How rare the term is, in sixteenths of a bit.
    pub rarity: u32,
    /// Case numbers, ascending.
    pub cases: Vec<u32>,
    /// What the term says about each case, 1 to [`MAX_IMPACT`].
    pub impacts: Vec<u8>,
    /// For each case the sections of its text that hold the term, a bit each; bit 0 is the title.
    /// Empty for terms so common that nearness says nothing.
    pub places: Vec<u32>,
}

/// The largest impact.
pub const MAX_IMPACT: u8 = 63;

/// Number of sections of a text: the title, and 31 of equal length.
pub const SECTIONS: u32 = 32;

/// Where the sections of a text begin.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The first position after the title.
    pub title_end: u32,
    /// Number of positions from there to the end.
    pub rest: u32,
}

impl Bounds {
    /// The section that holds a position.
    pub fn section(self, position: u32) -> u32 {
        if position < self.title_end {
            return 0;
        }
        let along = u64::from(position - self.title_end) * u64::from(SECTIONS - 1);
        (1 + (along / u64::from(self.rest.max(1))) as u32).min(SECTIONS - 1)
    }

    /// The first position of a section.
    pub fn start(self, section: u32) -> u32 {
        let along = u64::from(section.saturating_sub(1)) * u64::from(self.rest.max(1));
        if section == 0 {
            0
        } else {
            self.title_end.saturating_add(along.div_ceil(u64::from(SECTIONS - 1)) as u32)
        }
    }
}

/// How the cases of a term are told, in the two lowest bits of their number: with sections, without, or as some of the cases of
/// the last term that is told by itself.
const WITH_SECTIONS: u32 = 0;
const WITHOUT_SECTIONS: u32 = 1;
const WITHIN: u32 = 2;
/// In place of a term's sections: those of the term that it is told by.
const SAME_SECTIONS: u8 = 63;

/// Columns of several terms, as they are written.
#[derive(Debug, Default)]
pub struct ShardWriter {
    head: Output,
    gaps: Vec<u8>,
    low: Vec<u8>,
    impacts: Vec<u8>,
    places: Vec<u8>,
    terms: u32,
    /// The last term that was told by itself.
    whole: Postings,
}

impl ShardWriter {
    /// Adds the next term.
    pub fn add(&mut self, term: Postings) {
        self.head_of(&term, if term.places.is_empty() { WITHOUT_SECTIONS } else { WITH_SECTIONS });
        self.gaps_of(&term.cases);
        self.impacts.extend_from_slice(&term.impacts);
        for mask in &term.places {
            push_sections(&mut self.places, *mask);
        }
        self.whole = term;
    }

    /// Adds the next term, which is a form of the last that was added by itself: what it shares with that is not
    /// told again.
    pub fn add_form(&mut self, term: Postings) {
        let within = |case: &u32| self.whole.cases.binary_search(case).ok().map(|at| at as u32);
        let within: Option<Vec<u32>> = term.cases.iter().map(within).collect();
        let Some(within) = within.filter(|_| !term.places.is_empty() && !self.whole.places.is_empty()) else {
            return self.add(term);
        };
        self.head_of(&term, WITHIN);
        self.gaps_of(&within);
        for (at, of_whole) in within.iter().enumerate() {
            let of_whole = *of_whole as usize;
            self.impacts.push(self.whole.impacts[of_whole].wrapping_sub(term.impacts[at]));
            if term.places[at] == self.whole.places[of_whole] {
                self.places.push(SAME_SECTIONS);
            } else {
                push_sections(&mut self.places, term.places[at]);
            }
        }
    }

    fn head_of(&mut self, term: &Postings, told: u32) {
        self.head.number(term.cases.len() as u32 * 4 + told);
        self.head.number(term.rarity);
        self.terms += 1;
    }

    fn gaps_of(&mut self, ascending: &[u32]) {
        let mut last = 0;
        for next in ascending {
            push_split(&mut self.gaps, &mut self.low, next - last);
            last = *next;
        }
    }

    /// The finished shard.
    pub fn finish(self) -> Vec<u8> {
        let mut out = Output::default();
        out.number(self.terms);
        for column in [&self.head.0, &self.gaps, &self.impacts, &self.low, &self.places] {
            out.0.extend_from_slice(column);
        }
        out.0
    }
}

/// Each section is a byte; all but the last have 32 added.
fn push_sections(out: &mut Vec<u8>, mask: u32) {
    let mut left = mask;
    while left != 0 {
        let section = left.trailing_zeros() as u8;
        left &= left - 1;
        out.push(if left == 0 { section } else { section + 32 });
    }
}

/// The sections of one case; nothing for those of the term that it is told by.
fn read_sections(places: &mut Input) -> Result<Option<u32>, Fault> {
    let mut mask = 0;
    loop {
        let byte = places.byte()?;
        if byte == SAME_SECTIONS {
            return Ok(None);
        }
        mask |= 1_u32 << (byte & 31);
        if byte < 32 {
            return Ok(Some(mask));
        }
    }
}

/// Reads the postings of the term in `slot` of a shard.
pub fn read_postings(payload: &[u8], path: &str, slot: u32) -> Result<Postings, Fault> {
    let mut input = Input::new(payload, path);
    let mut heads = Vec::new();
    for _ in 0..input.count()? {
        heads.push((input.number()?, input.number()?));
    }
    let slot = slot as usize;
    let (told, rarity) = *heads.get(slot).ok_or_else(|| input.corrupt())?;
    let whole = if told % 4 == WITHIN {
        let of = heads[..slot].iter().rposition(|(told, _)| told % 4 != WITHIN);
        Some(read_postings(payload, path, of.ok_or_else(|| input.corrupt())? as u32)?)
    } else {
        None
    };
    let count = (told / 4) as usize;
    let sum = |heads: &[(u32, u32)]| heads.iter().map(|(told, _)| (told / 4) as usize).sum();
    let (before, all): (usize, usize) = (sum(&heads[..slot]), sum(&heads));
    let gaps = input.take(all)?;
    let impacts = input.take(all)?;
    let low = input.take(low_length(gaps))?;
    let mut low = Input::new(&low[low_length(&gaps[..before])..], path);
    let mut gaps = Input::new(&gaps[before..], path);
    for (told, _) in heads[..slot].iter().filter(|(told, _)| told % 4 != WITHOUT_SECTIONS) {
        for _ in 0..told / 4 {
            read_sections(&mut input)?;
        }
    }
    let mut found = Postings { rarity, ..Postings::default() };
    let mut last = 0_u32;
    for impact in &impacts[before..before + count] {
        last = last.checked_add(gaps.split(&mut low)?).ok_or_else(|| gaps.corrupt())?;
        let sections = if told % 4 == WITHOUT_SECTIONS { None } else { read_sections(&mut input)? };
        let (mut case, mut impact) = (last, *impact);
        let mut places = sections;
        if let Some(whole) = &whole {
            let at = last as usize;
            case = *whole.cases.get(at).ok_or_else(|| gaps.corrupt())?;
            impact = whole.impacts[at].wrapping_sub(impact);
            places = sections.or_else(|| whole.places.get(at).copied());
        }
        found.cases.push(case);
        found.impacts.push(impact);
        if told % 4 != WITHOUT_SECTIONS {
            found.places.push(places.ok_or_else(|| gaps.corrupt())?);
        }
    }
    Ok(found)
}

/// The cases of which a term says most, at most `most` of them: those that a query of this word alone finds first.
pub fn best_cases(term: &Postings, most: usize) -> impl Iterator<Item = u32> {
    let mut counts = [0_usize; MAX_IMPACT as usize + 1];
    for impact in &term.impacts {
        counts[usize::from(*impact)] += 1;
    }
    let (mut least, mut above) = (usize::from(MAX_IMPACT), 0);
    while least > 0 && above + counts[least] < most {
        above += counts[least];
        least -= 1;
    }
    let mut left = most.saturating_sub(above);
    let pairs = term.cases.iter().zip(&term.impacts);
    let chosen = pairs.filter(move |(_, impact)| {
        let impact = usize::from(**impact);
        let equal = impact == least && left > 0;
        left -= usize::from(equal);
        impact > least || equal
    });
    chosen.map(|(case, _)| *case)
}

/// Positions of several terms, as they are written.
#[derive(Debug, Default)]
pub struct PositionWriter {
    head: Output,
    counts: Vec<u8>,
    places: Vec<u8>,
    low: Vec<u8>,
    ended: (usize, usize),
    terms: u32,
}

impl PositionWriter {
    /// Adds the positions of a common term in one of its cases, whose sections are not told.
    pub fn common(&mut self, positions: &[u32]) {
        push_number(&mut self.counts, positions.len() as u32);
        let mut last = 0;
        for position in positions {
            push_split(&mut self.places, &mut self.low, position - last);
            last = *position;
        }
    }

    /// Adds the positions of a term in one of its cases: since the sections are told by the postings, only
    /// the places within them are written.
    pub fn within(&mut self, positions: &[u32], bounds: Bounds) {
        for (at, position) in positions.iter().enumerate() {
            let section = bounds.section(*position);
            let more = positions.get(at + 1).is_some_and(|next| bounds.section(*next) == section);
            let place = (position - bounds.start(section)) * 2 + u32::from(more);
            push_split(&mut self.places, &mut self.low, place);
        }
    }

    /// Ends a term.
    pub fn end_term(&mut self) {
        let (counts, places) = (self.counts.len(), self.places.len());
        self.head.number((counts - self.ended.0) as u32);
        self.head.number((places - self.ended.1) as u32);
        self.ended = (counts, places);
        self.terms += 1;
    }

    /// The finished shard.
    pub fn finish(self) -> Vec<u8> {
        let mut out = Output::default();
        out.number(self.terms);
        for column in [&self.head.0, &self.counts, &self.places, &self.low] {
            out.0.extend_from_slice(column);
        }
        out.0
    }
}

/// Reads the positions of the term in `slot` of a shard: for each case of `postings` the places,
/// ascending; none for a term without positions. `bounds` gives the bounds of a case's text.
pub fn read_positions(
    payload: &[u8],
    path: &str,
    slot: u32,
    postings: &Postings,
    bounds: impl Fn(u32) -> Bounds,
) -> Result<Vec<Vec<u32>>, Fault> {
    let mut input = Input::new(payload, path);
    let terms = input.number()?;
    if slot >= terms {
        return Err(input.corrupt());
    }
    let (mut own, mut before, mut total) = ((0, 0), (0, 0), (0, 0));
    for at in 0..terms {
        let head = (input.number()? as usize, input.number()? as usize);
        if at == slot {
            (own, before) = (head, total);
        }
        total = (total.0 + head.0, total.1 + head.1);
    }
    let counts = input.take(total.0)?;
    let places = input.take(total.1)?;
    let low = input.rest().get(low_length(&places[..before.1])..).ok_or_else(|| input.corrupt())?;
    let mut low = Input::new(low, path);
    let mut counts = Input::new(&counts[before.0..before.0 + own.0], path);
    let mut places = Input::new(&places[before.1..before.1 + own.1], path);
    let mut all = Vec::new();
    if own.1 == 0 {
        return Ok(all);
    }
    for (at, case) in postings.cases.iter().enumerate() {
        let mut positions = Vec::new();
        if own.0 > 0 {
            let mut last = 0_u32;
            for _ in 0..counts.number()? {
                last = last.checked_add(places.split(&mut low)?).ok_or_else(|| places.corrupt())?;
                positions.push(last);
            }
        } else {
            let bounds = bounds(*case);
            let mut left = postings.places.get(at).copied().unwrap_or(0);
            while left != 0 {
                let start = bounds.start(left.trailing_zeros());
                left &= left - 1;
                loop {
                    let place = places.split(&mut low)?;
                    positions.push(start.saturating_add(place / 2));
                    if place % 2 == 0 {
                        break;
                    }
                }
            }
        }
        all.push(positions);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postings_come_back() {
        let terms = [
            Postings {
                rarity: 40,
                cases: vec![0, 5, 300],
                impacts: vec![1, 63, 9],
                places: vec![1, 0x8000_0002, 6],
            },
            Postings { rarity: 0, cases: vec![7], impacts: vec![2], places: vec![] },
            Postings { rarity: 12, cases: vec![1, 2], impacts: vec![3, 4], places: vec![4, 8] },
        ];
        let mut writer = ShardWriter::default();
        terms.iter().for_each(|term| writer.add(term.clone()));
        let payload = writer.finish();
        for (slot, term) in terms.iter().enumerate() {
            assert_eq!(&read_postings(&payload, "p0", slot as u32).unwrap(), term);
        }
        assert!(read_postings(&payload, "p0", 3).is_err());
    }

    #[test]
    fn a_form_is_told_by_its_word() {
        let word = Postings {
            rarity: 40,
            cases: vec![2, 900, 901, 70_000],
            impacts: vec![9, 8, 7, 63],
            places: vec![1, 6, 0x8000_0000, 3],
        };
        let form =
            Postings { rarity: 60, cases: vec![900, 70_000], impacts: vec![8, 60], places: vec![2, 3] };
        let common = Postings { rarity: 9, cases: vec![3], impacts: vec![1], places: vec![] };
        let other = Postings { rarity: 9, cases: vec![5, 900], ..form.clone() };
        let mut writer = ShardWriter::default();
        writer.add(common.clone());
        writer.add_form(form.clone());
        writer.add(word.clone());
        writer.add_form(form.clone());
        writer.add_form(form.clone());
        writer.add_form(other.clone());
        let payload = writer.finish();
        let read = |slot| read_postings(&payload, "p0", slot).unwrap();
        assert_eq!(
            [read(0), read(1), read(2)],
            [common, form.clone(), word],
            "a common word tells no sections"
        );
        assert_eq!([read(3), read(4)], [form.clone(), form]);
        assert_eq!(read(5), other, "what is no form is told by itself");
    }

    #[test]
    fn the_best_cases_are_those_that_a_query_finds_first() {
        let term = Postings {
            cases: vec![1, 2, 3, 4, 5, 6],
            impacts: vec![7, 63, 7, 9, 7, 1],
            ..Postings::default()
        };
        let best = |most| best_cases(&term, most).collect::<Vec<u32>>();
        assert_eq!(best(1), [2]);
        assert_eq!(best(3), [1, 2, 4]);
        assert_eq!(best(4), [1, 2, 3, 4]);
        assert_eq!(best(9), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn positions_come_back() {
        let bounds = Bounds { title_end: 12, rest: 400 };
        let common: [Vec<u32>; 2] = [vec![1, 200, 70000], vec![4]];
        let rare = vec![0, 11, 12, 13, 24, 25, 411];
        let mut writer = PositionWriter::default();
        common.iter().for_each(|positions| writer.common(positions));
        writer.end_term();
        writer.within(&rare, bounds);
        writer.end_term();
        writer.end_term();
        let payload = writer.finish();
        let read = |slot, cases: &[u32], places: &[u32]| {
            let postings = Postings { cases: cases.into(), places: places.into(), ..Postings::default() };
            read_positions(&payload, "q0", slot, &postings, |_| bounds).unwrap()
        };
        assert_eq!(read(0, &[3, 9], &[]), common);
        let mask = rare.iter().fold(0, |mask, position| mask | 1 << bounds.section(*position));
        assert_eq!(read(1, &[5], &[mask]), [rare]);
        assert!(read(2, &[5], &[1]).is_empty());
    }

    proptest::proptest! {
        #[test]
        fn damage_never_panics(bytes: Vec<u8>, slot: u8) {
            let _ = read_postings(&bytes, "p0", slot.into());
            let postings = Postings { cases: vec![1, 2, 3], places: vec![1, 2, 3], ..Postings::default() };
            let _ = read_positions(&bytes, "q0", slot.into(), &postings, |_| Bounds::default());
        }
    }
}
