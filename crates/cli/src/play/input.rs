//! Reads the player's lines, and discards those typed before there was anything to answer.

use std::io::{self, BufRead, BufReader, Read};

/// Lines typed by a player.
pub trait LineInput: BufRead {
    /// Discards what was typed at a terminal before now; returns whether there was anything. Lines from a
    /// pipe were not typed ahead of anything and must stay: scripted sessions and tests rely on it.
    fn discard_typed_ahead(&mut self) -> bool;
}

/// Standard input: a terminal or a pipe.
pub struct StdinLines {
    reader: BufReader<Box<dyn Read>>,
    terminal: bool,
}

impl StdinLines {
    /// Standard input; `terminal` says whether somebody types there. Nothing else may read stdin then: it is
    /// buffered here, so that what was typed ahead can be discarded.
    pub fn new(terminal: bool) -> io::Result<StdinLines> {
        // Read through our own buffer, whose contents can be discarded.
        #[cfg(unix)]
        let source = {
            use std::os::fd::AsFd as _;
            std::fs::File::from(io::stdin().as_fd().try_clone_to_owned()?)
        };
        #[cfg(not(unix))]
        let source = io::stdin();
        Ok(StdinLines { reader: BufReader::new(Box::new(source)), terminal })
    }
}

impl Read for StdinLines {
    /// Required by `BufRead`; reads through the buffer that [`LineInput::discard_typed_ahead`] empties, never
    /// past it.
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.reader.read(bytes)
    }
}

impl BufRead for StdinLines {
    /// The bytes typed but not read yet; waits for input if there are none. What it holds,
    /// [`LineInput::discard_typed_ahead`] empties.
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    /// Marks bytes of [`BufRead::fill_buf`] as read, so that `read_until` can take lines.
    fn consume(&mut self, amount: usize) {
        self.reader.consume(amount);
    }
}

impl LineInput for StdinLines {
    /// Empties both the buffer and, on Unix, the terminal's own queue. Does nothing for a pipe.
    fn discard_typed_ahead(&mut self) -> bool {
        if !self.terminal {
            return false;
        }
        let held = self.reader.buffer().len();
        self.reader.consume(held);
        #[cfg(unix)]
        {
            use rustix::termios::{QueueSelector, tcflush};
            let source = io::stdin();
            let waiting = rustix::io::ioctl_fionread(&source).unwrap_or(0);
            // If a terminal does not support this, we cannot know of anything waiting in it.
            let _ = tcflush(&source, QueueSelector::IFlush);
            held > 0 || waiting > 0
        }
        #[cfg(not(unix))]
        {
            held > 0
        }
    }
}
