//! Puts commands together as RESP wants them: an array of bulk strings, of which the first is the keyword.

/// A command that is being put together.
#[derive(Clone, Debug, Default)]
pub struct Command {
    parts: usize,
    body: Vec<u8>,
}

impl Command {
    pub fn new(keyword: &str) -> Command {
        let mut command = Command::default();
        command.arg(keyword.as_bytes());
        command
    }

    /// Adds bytes as they are.
    pub fn arg(&mut self, bytes: &[u8]) -> &mut Command {
        self.parts += 1;
        self.body.push(b'$');
        self.body.extend_from_slice(bytes.len().to_string().as_bytes());
        self.body.extend_from_slice(b"\r\n");
        self.body.extend_from_slice(bytes);
        self.body.extend_from_slice(b"\r\n");
        self
    }

    pub fn int(&mut self, number: i64) -> &mut Command {
        self.arg(number.to_string().as_bytes())
    }

    pub fn word(&mut self, word: &str) -> &mut Command {
        self.arg(word.as_bytes())
    }

    /// How many parts it has, the keyword included.
    pub fn parts(&self) -> usize {
        self.parts
    }

    /// As it is sent.
    pub fn bytes(&self) -> Vec<u8> {
        let mut all = format!("*{}\r\n", self.parts).into_bytes();
        all.extend_from_slice(&self.body);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn parts_are_counted() {
        let mut command = Command::new("SET");
        command.arg(b"k\r\n").int(-7);
        assert_eq!(command.bytes(), b"*3\r\n$3\r\nSET\r\n$3\r\nk\r\n\r\n$2\r\n-7\r\n");
    }
}
