//! Thirty-two bytes as 64 lower-case hexadecimal digits.

pub(crate) fn write(bytes: &[u8; 32]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

/// Rejects upper case, so that equal values have equal texts.
pub(crate) fn read(text: &str) -> Option<[u8; 32]> {
    let digit = |digit: &u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().map(|byte| digit(&byte)).collect::<Option<_>>()?;
    let bytes: Vec<u8> =
        digits.chunks(2).map(|pair| pair.iter().fold(0, |sum, digit| sum << 4 | digit)).collect();
    if digits.len() == 64 { bytes.try_into().ok() } else { None }
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_written_text_is_read() {
        let bytes = std::array::from_fn(|index| (index * 37) as u8);
        let text = super::write(&bytes);
        assert_eq!(super::read(&text), Some(bytes));
        for bad in
            [&text[1..], &text.to_uppercase(), &format!("{text}00"), "", &"é".repeat(32), &"0".repeat(65)]
        {
            assert_eq!(super::read(bad), None, "{bad}");
        }
    }
}
