//! What an operation has to say. The functions of this extension report it when the work is done and no image is borrowed any more.

use loxo_runtime::{Cx, PhpResult};

#[derive(Default)]
pub struct Log(Vec<(Kind, Vec<u8>)>);

enum Kind {
    Warning,
    Notice,
}

impl Log {
    pub fn warn(&mut self, text: impl Into<Vec<u8>>) {
        self.0.push((Kind::Warning, text.into()));
    }

    pub fn notice(&mut self, text: impl Into<Vec<u8>>) {
        self.0.push((Kind::Notice, text.into()));
    }

    /// Raises all of it.
    pub fn report(self, cx: &mut Cx) -> PhpResult<()> {
        for (kind, text) in self.0 {
            match kind {
                Kind::Warning => cx.builtin_warning(text),
                Kind::Notice => cx.builtin_notice(text),
            }
            cx.check()?;
        }
        Ok(())
    }
}
