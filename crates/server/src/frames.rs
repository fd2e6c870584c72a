//! Counts the WebSocket frames that a client sends.
//!
//! A message may arrive in any number of fragments, also empty ones, with control frames between them. The WebSocket library hides
//! them, so a client could keep a core busy without ever completing a message.

/// Maximum size of a frame header: two bytes, a length of eight, a mask of four.
const HEADER: usize = 14;

/// Counts frames in a stream of bytes.
#[derive(Debug, Default)]
pub(crate) struct FrameCounter {
    header: [u8; HEADER],
    /// Header bytes received so far.
    have: u8,
    /// Payload bytes still to come.
    payload: u64,
}

impl FrameCounter {
    /// Consumes the next bytes of the stream. Returns the number of frame headers completed in them.
    pub(crate) fn feed(&mut self, mut bytes: &[u8]) -> u32 {
        let mut frames = 0;
        loop {
            let skip = usize::try_from(self.payload).unwrap_or(usize::MAX).min(bytes.len());
            self.payload -= skip as u64;
            bytes = &bytes[skip..];
            let Some((&next, rest)) = bytes.split_first() else { return frames };
            bytes = rest;
            self.header[usize::from(self.have)] = next;
            self.have += 1;
            if let Some(length) = self.length() {
                (self.have, self.payload) = (0, length);
                frames += 1;
            }
        }
    }

    /// The payload length, once the header is complete.
    fn length(&self) -> Option<u64> {
        let header = &self.header[..usize::from(self.have)];
        let [_, second, ..] = *header else { return None };
        let extended = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        if header.len() < 2 + extended + mask {
            return None;
        }
        let length = header[2..2 + extended].iter().fold(0, |length, &byte| length << 8 | u64::from(byte));
        Some(if extended == 0 { u64::from(second & 0x7f) } else { length })
    }
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

    use super::*;

    fn masked(length: usize, opcode: OpCode, is_final: bool) -> Vec<u8> {
        let mut frame = Frame::message(vec![7; length], opcode, is_final);
        frame.header_mut().mask = Some([1, 2, 3, 4]);
        let mut bytes = Vec::new();
        frame.format(&mut bytes).expect("a frame can be written");
        bytes
    }

    #[test]
    fn frames_of_every_kind_and_length_are_counted_in_pieces_of_any_size() {
        let text = OpCode::Data(Data::Text);
        let mut bytes = Vec::new();
        for length in [0, 1, 125, 126, 127, 0xFFFF, 0x1_0000] {
            bytes.extend(masked(length, text, true));
        }
        bytes.extend(masked(0, text, false));
        bytes.extend(masked(0, OpCode::Data(Data::Continue), false));
        let mut ping = Frame::ping(vec![7; 5]);
        ping.header_mut().mask = Some([1, 2, 3, 4]);
        ping.format(&mut bytes).expect("a frame can be written");
        bytes.extend(masked(3, OpCode::Data(Data::Continue), true));
        for piece in [1, 2, 3, 7, 100, bytes.len()] {
            let mut counter = FrameCounter::default();
            let frames: u32 = bytes.chunks(piece).map(|piece| counter.feed(piece)).sum();
            assert_eq!(frames, 11, "in pieces of {piece}");
        }
    }
}
