//! The rating of a CVSS 3 vector, by the base score of the specification.
//!
//! Source: FIRST, Common Vulnerability Scoring System v3.1, section 7.1 and table 14.

/// `critical`, `high`, `medium`, `low` or `none`; `None` for vectors of other versions or with a fault.
pub fn rating(vector: &str) -> Option<&'static str> {
    let tenths = base_score(vector)?;
    Some(match tenths {
        0 => "none",
        1..=39 => "low",
        40..=69 => "medium",
        70..=89 => "high",
        _ => "critical",
    })
}

/// The base score in tenths, 0 to 100.
fn base_score(vector: &str) -> Option<u32> {
    let metrics = vector.strip_prefix("CVSS:3.1/").or_else(|| vector.strip_prefix("CVSS:3.0/"))?;
    let metric = |name: &str| {
        metrics
            .split('/')
            .find_map(|own| own.split_once(':').filter(|(key, _)| *key == name))
            .map(|own| own.1)
    };
    let weight = |name: &str, values: &[(&str, f64)]| {
        let value = metric(name)?;
        values.iter().find(|(own, _)| *own == value).map(|own| own.1)
    };
    let changed = match metric("S")? {
        "C" => true,
        "U" => false,
        _ => return None,
    };
    let vector = weight("AV", &[("N", 0.85), ("A", 0.62), ("L", 0.55), ("P", 0.2)])?;
    let complexity = weight("AC", &[("L", 0.77), ("H", 0.44)])?;
    let (low, high) = if changed { (0.68, 0.5) } else { (0.62, 0.27) };
    let privileges = weight("PR", &[("N", 0.85), ("L", low), ("H", high)])?;
    let interaction = weight("UI", &[("N", 0.85), ("R", 0.62)])?;
    let loss = |name| weight(name, &[("H", 0.56), ("L", 0.22), ("N", 0.0)]);
    let sub = 1.0 - (1.0 - loss("C")?) * (1.0 - loss("I")?) * (1.0 - loss("A")?);
    let impact = if changed { 7.52 * (sub - 0.029) - 3.25 * (sub - 0.02).powi(15) } else { 6.42 * sub };
    if impact <= 0.0 {
        return Some(0);
    }
    let exploitability = 8.22 * vector * complexity * privileges * interaction;
    let sum = if changed { 1.08 * (impact + exploitability) } else { impact + exploitability };
    Some(round_up(sum.min(10.0)))
}

/// The smallest number of tenths that is no less, without the noise of binary fractions.
fn round_up(score: f64) -> u32 {
    // At most 10, so the product fits; the specification rounds to five places first.
    let fine = (score * 100_000.0).round() as u32;
    fine.div_ceil(10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_vectors_have_their_scores() {
        for (vector, tenths, rating_told) in [
            ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", 98, "critical"),
            ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H", 100, "critical"),
            ("CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:H/A:N", 75, "high"),
            ("CVSS:3.1/AV:L/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N", 51, "medium"),
            ("CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N", 37, "low"),
            ("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N", 0, "none"),
            ("CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N", 61, "medium"),
        ] {
            assert_eq!(base_score(vector), Some(tenths), "{vector}");
            assert_eq!(rating(vector), Some(rating_told));
        }
        assert_eq!(rating("CVSS:4.0/AV:N"), None);
        assert_eq!(rating("CVSS:3.1/AV:N"), None);
    }
}
