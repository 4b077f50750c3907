//! What sub-commands and their parts end in.

use std::process::ExitCode;

/// What a sub-command ends in: the process succeeds, fails after having said why, or stops with an error.
pub(crate) type Outcome = Result<ExitCode, Box<dyn std::error::Error>>;
/// What any part of one ends in.
pub(crate) type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;
