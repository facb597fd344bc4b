//! Lines that a client sends, of which none may be endless.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

/// A message has at most so many bytes, its end included.
const N_BYTES_MAX: usize = 16 << 20;

/// No JSON has it.
const NONSENSE: u8 = 0;

/// What is read, without what is too much in a line. Such a line ends in nonsense, so that whoever
/// reads lines takes it for no message.
pub(super) struct Lines<R> {
    input: R,
    /// Bytes of the line so far.
    n_bytes: usize,
}

impl<R> Lines<R> {
    pub(super) const fn of(input: R) -> Self {
        Self { input, n_bytes: 0 }
    }

    /// Moves the bytes that are kept to the front; how many they are.
    fn keep(&mut self, bytes: &mut [u8]) -> usize {
        let mut n_kept = 0;
        for index in 0..bytes.len() {
            let is_end = bytes[index] == b'\n';
            self.n_bytes += 1;
            if self.n_bytes <= N_BYTES_MAX || is_end {
                let is_last = self.n_bytes == N_BYTES_MAX && !is_end;
                bytes[n_kept] = if is_last { NONSENSE } else { bytes[index] };
                n_kept += 1;
            }
            if is_end {
                self.n_bytes = 0;
            }
        }
        n_kept
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Lines<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let lines = self.get_mut();
        let n_before = buffer.filled().len();
        loop {
            ready!(Pin::new(&mut lines.input).poll_read(context, buffer))?;
            let n_read = buffer.filled().len() - n_before;
            let n_kept = lines.keep(&mut buffer.filled_mut()[n_before..]);
            buffer.set_filled(n_before + n_kept);
            // Nothing at all would be the end.
            if n_read == 0 || n_kept > 0 {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, N_BYTES_MAX};

    #[test]
    fn a_long_line_is_cut_and_others_are_not() {
        let mut lines = Lines::of(());
        let mut text = b"ab\n".to_vec();
        text.extend(vec![b'x'; N_BYTES_MAX + 100]);
        text.extend(b"\ncd\n");
        let mut kept = Vec::new();
        for part in text.chunks_mut(1000) {
            let n = lines.keep(part);
            kept.extend_from_slice(&part[..n]);
        }
        let lengths: Vec<usize> = kept.split(|&byte| byte == b'\n').map(<[u8]>::len).collect();
        assert_eq!(lengths, [2, N_BYTES_MAX, 2, 0]);
        assert_eq!(kept[2 + N_BYTES_MAX], super::NONSENSE);
    }
}
