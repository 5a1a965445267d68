//! Real losses into whole tenths of a point that add up exactly.

/// Shares `total` units over `wanted` (real amounts, ≥ 0) so that the shares are whole, add up to
/// `total`, none exceeds its `bound`, and each is as near its wanted amount as that allows.
///
/// Largest remainder; ties go to the earlier entry. Where the bounds hold less than `total`, the
/// rest is not shared. Time O(n log n).
pub(super) fn apportion(total: u32, wanted: &[f64], bounds: &[u32]) -> Vec<u32> {
    let mut shares: Vec<u32> =
        wanted.iter().zip(bounds).map(|(&amount, &bound)| whole(amount).min(bound)).collect();
    let mut rest = i64::from(total) - shares.iter().map(|&share| i64::from(share)).sum::<i64>();
    let mut order: Vec<usize> = (0..shares.len()).collect();
    let remainder = |index: usize| snap(wanted[index] - f64::from(whole(wanted[index])));
    order.sort_by(|&a, &b| remainder(b).total_cmp(&remainder(a)).then(a.cmp(&b)));
    while rest > 0 {
        let mut given = false;
        for &index in &order {
            if rest > 0 && shares[index] < bounds[index] {
                shares[index] += 1;
                rest -= 1;
                given = true;
            }
        }
        if !given {
            break;
        }
    }
    for &index in order.iter().rev() {
        while rest < 0 && shares[index] > 0 {
            shares[index] -= 1;
            rest += 1;
        }
    }
    shares
}

/// Rounds a non-negative amount to whole units, half up; sums that differ only in the last bits of
/// a float round alike.
pub(super) fn round(amount: f64) -> u32 {
    whole(snap(amount) + 0.5)
}

/// Whole units in `amount`, at least 0.
fn whole(amount: f64) -> u32 {
    // A float-to-integer cast saturates, and sends NaN to 0.
    (snap(amount) + 1e-9).floor() as u32
}

fn snap(amount: f64) -> f64 {
    (amount * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn thirds_add_up() {
        let third = 100.0 / 3.0;
        assert_eq!(apportion(100, &[third, third, third], &[100; 3]), [34, 33, 33]);
    }

    #[test]
    fn nothing_wanted_is_nothing_shared_beyond_the_total() {
        assert_eq!(apportion(0, &[0.0, 0.0], &[5, 5]), [0, 0]);
        assert_eq!(apportion(7, &[0.2, 9.0], &[5, 1]), [5, 1]);
    }

    proptest! {
        #[test]
        fn shares_add_up_and_respect_bounds(
            entries in proptest::collection::vec((0.0f64..50.0, 0u32..60), 1..12),
            total in 0u32..200,
        ) {
            let (wanted, bounds): (Vec<f64>, Vec<u32>) = entries.into_iter().unzip();
            let shares = apportion(total, &wanted, &bounds);
            let room: u32 = bounds.iter().sum();
            prop_assert_eq!(shares.iter().sum::<u32>(), total.min(room));
            prop_assert!(shares.iter().zip(&bounds).all(|(share, bound)| share <= bound));
        }
    }
}
