//! A small sort for short lists.

/// Sorts a short list, stably.
///
/// Hands, seats and piles are short. The sort of the standard library is made for long lists and adds four kilobytes to the page
/// for each element type.
pub fn sort_by<T>(list: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && is_before(&list[place], &list[place - 1]) {
            list.swap(place, place - 1);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::sort_by;

    #[test]
    fn the_sort_is_stable() {
        let mut list = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        sort_by(&mut list, |a, b| a.0 < b.0);
        assert_eq!(list, [(1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
        sort_by(&mut list[..0], |a, b| a.0 < b.0);
    }
}
