//! Streams that are encrypted.

use loxo_runtime::Cx;

pub(crate) fn request_start(_: &mut Cx) {}
