//! Two texts into the lines that differ. Lines that both begin and end with are passed over; what is
//! left between them is compared by longest common subsequence, or shown whole where that is too long.

/// Lines of both sides that are compared one by one; more are shown as one change.
const MOST: usize = 2_000;

/// One line of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line<'t> {
    /// In the old text only.
    Old(&'t str),
    /// In the new text only.
    New(&'t str),
    /// Lines that both have, left out here.
    Same(usize),
}

/// The difference of `old` and `new`, in reading order; empty when they have the same lines.
pub fn difference<'t>(old: &'t str, new: &'t str) -> Vec<Line<'t>> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    let mut lines = Vec::new();
    if a.is_empty() && b.is_empty() {
        return lines;
    }
    same(&mut lines, head);
    if a.len() > MOST || b.len() > MOST {
        lines.extend(a.iter().map(|line| Line::Old(line)));
        lines.extend(b.iter().map(|line| Line::New(line)));
    } else {
        compare(&mut lines, a, b);
    }
    same(&mut lines, tail);
    lines
}

fn same(lines: &mut Vec<Line<'_>>, more: usize) {
    match lines.last_mut() {
        Some(Line::Same(count)) => *count += more,
        _ if more > 0 => lines.push(Line::Same(more)),
        _ => {}
    }
}

fn compare<'t>(lines: &mut Vec<Line<'t>>, a: &[&'t str], b: &[&'t str]) {
    // longest[i][j]: the longest common subsequence of a[i..] and b[j..].
    let width = b.len() + 1;
    let mut longest = vec![0_u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if a[i] == b[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            same(lines, 1);
            (i, j) = (i + 1, j + 1);
        } else if j == b.len() || (i < a.len() && longest[(i + 1) * width + j] >= longest[i * width + j + 1])
        {
            lines.push(Line::Old(a[i]));
            i += 1;
        } else {
            lines.push(Line::New(b[j]));
            j += 1;
        }
    }
}

/// The difference as text: `-` and `+` before lines, and how many equal ones are left out. No longer
/// than `most` lines.
pub fn told(old: &str, new: &str, most: usize) -> String {
    let lines = difference(old, new);
    let mut text = String::new();
    for line in lines.iter().take(most) {
        match line {
            Line::Old(own) => text.push_str(&format!("- {own}\n")),
            Line::New(own) => text.push_str(&format!("+ {own}\n")),
            Line::Same(count) => text.push_str(&format!("  ({count} equal lines)\n")),
        }
    }
    if lines.len() > most {
        text.push_str(&format!("  ({} more lines differ)\n", lines.len() - most));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_what_differs_is_shown() {
        assert_eq!(
            told("a\nb\nc\n", "a\nx\nc\nd\n", 9),
            "  (1 equal lines)\n- b\n+ x\n  (1 equal lines)\n+ d\n"
        );
        assert_eq!(told("같다\n", "같다", 9), "");
    }

    proptest! {
        #[test]
        fn both_texts_can_be_read_off(old in "([abc]\n){0,12}", new in "([abc]\n){0,12}") {
            let lines = difference(&old, &new);
            let count = |of: fn(&Line<'_>) -> usize| lines.iter().map(of).sum::<usize>();
            let (old_lines, new_lines) = (old.lines().count(), new.lines().count());
            if lines.is_empty() {
                prop_assert_eq!(old, new);
            } else {
                let shared = count(|line| if let Line::Same(n) = line { *n } else { 0 });
                prop_assert_eq!(shared + count(|line| usize::from(matches!(line, Line::Old(_)))), old_lines);
                prop_assert_eq!(shared + count(|line| usize::from(matches!(line, Line::New(_)))), new_lines);
            }
        }
    }
}
