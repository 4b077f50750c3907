//! Profiles in the files of other tools.

mod cachegrind;
mod collapsed;
mod pprof;
mod speedscope;
mod xhprof;

use crate::model::Profile;
use crate::text::LoadError;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Loxo's own.
    Loxo,
    /// xhprof's array as JSON.
    XhprofJson,
    /// xhprof's array as `serialize()` writes it: files of its web interface.
    XhprofSerialized,
    /// What Valgrind's callgrind writes: for KCachegrind.
    Cachegrind,
    Speedscope,
    /// A compressed protocol buffer: for `go tool pprof`.
    Pprof,
    /// One line per stack: for `flamegraph.pl` and its like.
    Collapsed,
}

impl Format {
    pub const ALL: [(&'static str, Format); 7] = [
        ("loxo", Format::Loxo),
        ("xhprof", Format::XhprofSerialized),
        ("xhprof-json", Format::XhprofJson),
        ("cachegrind", Format::Cachegrind),
        ("speedscope", Format::Speedscope),
        ("pprof", Format::Pprof),
        ("collapsed", Format::Collapsed),
    ];

    pub fn by_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, format)| format)
    }
}

pub fn export(profile: &Profile, format: Format) -> Vec<u8> {
    match format {
        Format::Loxo => {
            let mut out = Vec::new();
            profile.save(&mut out).expect("memory can be written to");
            out
        }
        Format::XhprofJson => xhprof::to_json(profile),
        Format::XhprofSerialized => xhprof::to_serialized(profile),
        Format::Cachegrind => cachegrind::write(profile),
        Format::Speedscope => speedscope::write(profile),
        Format::Pprof => pprof::write(profile),
        Format::Collapsed => collapsed::write(profile),
    }
}

/// Reads a profile of Loxo, xhprof's arrays (JSON or serialized), speedscope's files or collapsed stacks: how a file begins says which it is.
pub fn import(bytes: &[u8]) -> Result<Profile, LoadError> {
    let start = bytes.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(bytes.len());
    match &bytes[start..] {
        [] => Err(LoadError::whole("the file is empty")),
        rest if rest.starts_with(b"loxo-profile ") => Profile::load(bytes),
        rest if rest.starts_with(b"a:") => xhprof::from_serialized(rest),
        // A function of collapsed stacks may begin with a brace too: `{main}`.
        [b'{', rest @ ..] if matches!(rest.iter().find(|b| !b.is_ascii_whitespace()), Some(b'"' | b'}') | None) => {
            let value = serde_json::from_slice(bytes).map_err(|error| LoadError::whole(format!("this is no JSON: {error}")))?;
            if speedscope::is_one(&value) { speedscope::read(&value) } else { xhprof::from_json(&value) }
        }
        _ => collapsed::read(bytes),
    }
}
