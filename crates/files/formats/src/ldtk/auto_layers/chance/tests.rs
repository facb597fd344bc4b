use super::number_of_cell;

/// The same formula on whole numbers, where it needs no rounding.
fn exact(seed: i64, (x, y): (i64, i64), n: i64) -> i64 {
    let sum = (i128::from(seed) + i128::from(x) * 374_761_393 + i128::from(y) * 668_265_263) as i32;
    let product = i128::from(sum ^ (sum >> 13)) * 1_274_126_177;
    let bits = product as i32;
    i64::from(bits ^ (bits >> 16)) % n
}

#[test]
fn small_sums_need_no_rounding() {
    // Up to 2^22, a product has 53 bits.
    for seed in 0..1 << 12 {
        assert_eq!(number_of_cell(seed * 1000, (0, 0), 100), exact(seed * 1000, (0, 0), 100));
    }
}

#[test]
fn numbers_are_those_of_javascript() {
    // Computed by Node 20: `h = s + x*374761393 + y*668265263; h = (h^(h>>13))*1274126177;
    // (h^(h>>16)) % n`.
    for (seed, cell, n, number) in NUMBERS {
        assert_eq!(number_of_cell(seed, cell, n), number, "{seed} {cell:?}");
    }
    let is_rounded = |&(seed, cell, n, number): &Sample| exact(seed, cell, n) != number;
    assert!(NUMBERS.iter().any(is_rounded), "rounding matters");
}

#[test]
fn all_numbers_come_up_and_none_is_negative() {
    let mut counts = [0; 10];
    for y in 0..100 {
        for x in 0..100 {
            counts[number_of_cell(1_234_567, (x, y), 10) as usize] += 1;
        }
    }
    assert!(counts.iter().all(|count| (900..1100).contains(count)), "{counts:?}");
    assert_eq!(number_of_cell(7, (1, 2), 0), 0);
}

/// Seed, cell, `n` and the number.
type Sample = (i64, (i64, i64), i64, i64);

const NUMBERS: [Sample; 10] = [
    (0, (0, 0), 100, 0),
    (1, (1, 0), 100, 75),
    (3_017_189, (17, 23), 100, 78),
    (9_999_999, (2047, 2047), 7, 3),
    (1_234_567, (5, 100), 1_000_000, 406_582),
    (42, (300, 12), 1_000_000, 192_261),
    (77, (0, 4095), 16, 1),
    (5_000_000, (4095, 0), 3, 2),
    (1_604_854, (50, 28), 1000, 669),
    (184, (1, 1), 1_000_000, 571_872),
];
