//! Uneven choices: what the released engine made of "sort, equals in random
//! order, take the first".
//!
//! Its comparator answers at random between equals. A sort that is lied to
//! leaves some places likelier than others, and published statistics show it.
//! The sort is that of V8: find the ascending or descending run at the start,
//! then insert the other elements by binary search.

/// Sorts a short list (below 64 elements, of which V8 makes a single run) as
/// the released engine does; `is_before` may answer at random between equals.
pub(crate) fn sort<T: Copy>(list: &mut [T], mut is_before: impl FnMut(&T, &T) -> bool) {
    if list.len() < 2 {
        return;
    }
    let is_descending = is_before(&list[1], &list[0]);
    let mut run = 2;
    while run < list.len() && is_before(&list[run], &list[run - 1]) == is_descending {
        run += 1;
    }
    if is_descending {
        list[..run].reverse();
    }
    for start in run..list.len() {
        let (mut left, mut right) = (0, start);
        while left < right {
            let middle = usize::midpoint(left, right);
            if is_before(&list[start], &list[middle]) {
                right = middle;
            } else {
                left = middle + 1;
            }
        }
        list[left..=start].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn sorts_where_nothing_is_equal() {
        let mut list = [5, 1, 4, 9, 0, 3, 8];
        sort(&mut list, |one, other| one < other);
        assert_eq!(list, [0, 1, 3, 4, 5, 8, 9]);
    }
}
