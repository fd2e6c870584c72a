//! Order in short lists.

/// Puts a short list in order; what is equal stays as it was.
///
/// Hands, seats and piles are short. The sort of the standard library is made for long lists, and is four kilobytes for each kind
/// of thing that a page has to put in order.
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
    fn what_is_equal_stays_as_it_was() {
        let mut list = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        sort_by(&mut list, |a, b| a.0 < b.0);
        assert_eq!(list, [(1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
        sort_by(&mut list[..0], |a, b| a.0 < b.0);
    }
}
