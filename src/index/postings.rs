//! Shards of postings: for each term the cases that hold it, how much it says about each, and where.
//! Columns of one kind lie together, since like compresses with like. Positions have shards of their
//! own, which only phrases read. `runtime/decode.js` is the other reader of this format.

use super::bytes::{Fault, Input, Output, push_number};

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

/// Columns of several terms, as they are written.
#[derive(Debug, Default)]
pub struct ShardWriter {
    head: Output,
    gaps: Vec<u8>,
    impacts: Vec<u8>,
    places: Vec<u8>,
    terms: u32,
}

impl ShardWriter {
    /// Adds the next term.
    pub fn add(&mut self, term: &Postings) {
        let (gaps, places) = (self.gaps.len(), self.places.len());
        let mut last = 0;
        for case in &term.cases {
            push_number(&mut self.gaps, case - last);
            last = *case;
        }
        self.impacts.extend_from_slice(&term.impacts);
        for mask in &term.places {
            push_sections(&mut self.places, *mask);
        }
        self.head.number(term.cases.len() as u32);
        self.head.number(term.rarity);
        self.head.number((self.gaps.len() - gaps) as u32);
        self.head.number((self.places.len() - places) as u32);
        self.terms += 1;
    }

    /// The finished shard.
    pub fn finish(self) -> Vec<u8> {
        let mut out = Output::default();
        out.number(self.terms);
        out.0.extend_from_slice(&self.head.0);
        out.0.extend_from_slice(&self.gaps);
        out.0.extend_from_slice(&self.impacts);
        out.0.extend_from_slice(&self.places);
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

/// Reads the postings of the term in `slot` of a shard.
pub fn read_postings(payload: &[u8], path: &str, slot: u32) -> Result<Postings, Fault> {
    let mut input = Input::new(payload, path);
    let terms = input.number()?;
    if slot >= terms {
        return Err(input.corrupt());
    }
    let mut found = Postings::default();
    let (mut count, mut gaps, mut places) = (0, 0, 0);
    let mut skip = [0_usize; 3];
    let mut total = [0_usize; 2];
    for at in 0..terms {
        let head = [input.number()?, input.number()?, input.number()?, input.number()?];
        let (c, g, p) = (head[0] as usize, head[2] as usize, head[3] as usize);
        if at < slot {
            skip = [skip[0] + g, skip[1] + c, skip[2] + p];
        } else if at == slot {
            (count, gaps, places) = (c, g, p);
            found.rarity = head[1];
        }
        total = [total[0] + g, total[1] + c];
    }
    let column = |skip: usize, length: usize, after: usize| -> Result<Input, Fault> {
        let mut copy = input.clone();
        copy.take(after.checked_add(skip).ok_or_else(|| copy.corrupt())?)?;
        let bytes = copy.take(length)?;
        Ok(Input::new(bytes, path))
    };
    let mut cases = column(skip[0], gaps, 0)?;
    let mut impacts = column(skip[1], count, total[0])?;
    let mut masks = column(skip[2], places, total[0] + total[1])?;
    found.impacts = impacts.take(count)?.to_vec();
    let mut last = 0_u32;
    for _ in 0..count {
        last = last.checked_add(cases.number()?).ok_or_else(|| cases.corrupt())?;
        found.cases.push(last);
    }
    if places > 0 {
        for _ in 0..count {
            let mut mask = 0;
            loop {
                let byte = masks.byte()?;
                mask |= 1_u32 << (byte & 31);
                if byte < 32 {
                    break;
                }
            }
            found.places.push(mask);
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
    deltas: Vec<u8>,
    ended: (usize, usize),
    terms: u32,
}

impl PositionWriter {
    /// Adds the positions of a common term in one of its cases, whose sections are not told.
    pub fn common(&mut self, positions: &[u32]) {
        push_number(&mut self.counts, positions.len() as u32);
        let mut last = 0;
        for position in positions {
            push_number(&mut self.deltas, position - last);
            last = *position;
        }
    }

    /// Adds the positions of a term in one of its cases: since the sections are told by the postings, only
    /// the places within them are written.
    pub fn within(&mut self, positions: &[u32], bounds: Bounds) {
        for (at, position) in positions.iter().enumerate() {
            let section = bounds.section(*position);
            let more = positions.get(at + 1).is_some_and(|next| bounds.section(*next) == section);
            push_number(&mut self.deltas, (position - bounds.start(section)) * 2 + u32::from(more));
        }
    }

    /// Ends a term.
    pub fn end_term(&mut self) {
        let (counts, deltas) = (self.counts.len(), self.deltas.len());
        self.head.number((counts - self.ended.0) as u32);
        self.head.number((deltas - self.ended.1) as u32);
        self.ended = (counts, deltas);
        self.terms += 1;
    }

    /// The finished shard.
    pub fn finish(self) -> Vec<u8> {
        let mut out = Output::default();
        out.number(self.terms);
        out.0.extend_from_slice(&self.head.0);
        out.0.extend_from_slice(&self.counts);
        out.0.extend_from_slice(&self.deltas);
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
    let (mut counts, mut deltas, mut skip, mut total) = (0, 0, [0_usize; 2], 0_usize);
    for at in 0..terms {
        let (c, d) = (input.number()? as usize, input.number()? as usize);
        if at < slot {
            skip = [skip[0] + c, skip[1] + d];
        } else if at == slot {
            (counts, deltas) = (c, d);
        }
        total += c;
    }
    let mut rest = input.clone();
    rest.take(skip[0])?;
    let mut count_column = Input::new(rest.take(counts)?, path);
    let mut rest = input.clone();
    rest.take(total)?;
    rest.take(skip[1])?;
    let mut delta_column = Input::new(rest.take(deltas)?, path);
    let mut all = Vec::new();
    if deltas == 0 {
        return Ok(all);
    }
    for (at, case) in postings.cases.iter().enumerate() {
        let mut positions = Vec::new();
        if counts > 0 {
            let mut last = 0_u32;
            for _ in 0..count_column.number()? {
                last = last.checked_add(delta_column.number()?).ok_or_else(|| delta_column.corrupt())?;
                positions.push(last);
            }
        } else {
            let bounds = bounds(*case);
            let mut left = postings.places.get(at).copied().unwrap_or(0);
            while left != 0 {
                let start = bounds.start(left.trailing_zeros());
                left &= left - 1;
                loop {
                    let place = delta_column.number()?;
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
        terms.iter().for_each(|term| writer.add(term));
        let payload = writer.finish();
        for (slot, term) in terms.iter().enumerate() {
            assert_eq!(&read_postings(&payload, "p0", slot as u32).unwrap(), term);
        }
        assert!(read_postings(&payload, "p0", 3).is_err());
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
