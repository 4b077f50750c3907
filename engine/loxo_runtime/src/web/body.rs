//! The body of a request as far as it was read, so that `php://input` can be read again and again.

use std::fs::File;
use std::os::unix::fs::FileExt;

use super::temp::{create_temporary, temporary_dir};
use crate::{Cx, ExtSlot};

/// Longer bodies go to a temporary file.
const IN_MEMORY: usize = 256 << 10;
const BLOCK: usize = 16 << 10;

/// What was read of the body.
#[derive(Default)]
pub struct RequestBody {
    memory: Vec<u8>,
    /// All of it, once it is longer than [`IN_MEMORY`]. Has no name any more.
    file: Option<File>,
    length: u64,
    ended: bool,
}

impl ExtSlot for RequestBody {}

impl RequestBody {
    /// Bytes read so far.
    pub fn len(&self) -> u64 {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// There is nothing more to come, or nobody may have it.
    pub fn end(&mut self) {
        self.ended = true;
    }

    /// Copies what was read from `position` on.
    fn copy(&self, position: u64, buffer: &mut [u8]) -> usize {
        if let Some(file) = &self.file {
            return file.read_at(buffer, position).unwrap_or(0);
        }
        let from = usize::try_from(position).unwrap_or(usize::MAX).min(self.memory.len());
        let count = buffer.len().min(self.memory.len() - from);
        buffer[..count].copy_from_slice(&self.memory[from..from + count]);
        count
    }

    /// False: the disk is full.
    fn append(&mut self, bytes: &[u8], dir: &std::path::Path) -> bool {
        if self.file.is_none() && self.memory.len() + bytes.len() > IN_MEMORY {
            let Ok((file, path)) = create_temporary(dir, "php") else { return false };
            let _ = std::fs::remove_file(path);
            if file.write_all_at(&self.memory, 0).is_err() {
                return false;
            }
            self.memory = Vec::new();
            self.file = Some(file);
        }
        match &self.file {
            Some(file) if file.write_all_at(bytes, self.length).is_err() => return false,
            Some(_) => {}
            None => self.memory.extend_from_slice(bytes),
        }
        self.length += bytes.len() as u64;
        true
    }
}

impl Cx {
    /// Reads the request's body at a position (`php://input`); 0 at its end.
    pub fn read_input(&mut self, position: u64, buffer: &mut [u8]) -> usize {
        while self.ext::<RequestBody>().len() <= position && self.input_more() {}
        self.ext::<RequestBody>().copy(position, buffer)
    }

    /// Reads all of the body that is left and gives it whole. `limit`: stops when it is longer.
    pub(super) fn input_all(&mut self, limit: i64) -> Vec<u8> {
        while self.input_more() {
            if limit > 0 && self.ext::<RequestBody>().len() as i64 > limit {
                break;
            }
        }
        let body = self.ext::<RequestBody>();
        if body.file.is_none() {
            return body.memory.clone();
        }
        let mut all = vec![0; usize::try_from(body.length).unwrap_or(0)];
        let mut at = 0;
        while at < all.len() {
            match body.copy(at as u64, &mut all[at..]) {
                0 => break,
                count => at += count,
            }
        }
        all.truncate(at);
        all
    }

    /// Reads a block from the server. False: that was all.
    fn input_more(&mut self) -> bool {
        if self.ext::<RequestBody>().ended {
            return false;
        }
        let mut block = [0; BLOCK];
        let count = self.sapi.read_body(&mut block);
        let dir = temporary_dir(self);
        let body = self.ext::<RequestBody>();
        body.ended = count == 0 || !body.append(&block[..count], &dir);
        !body.ended
    }
}
