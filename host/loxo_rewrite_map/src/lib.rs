//! The maps that Apache's `RewriteMap` names: text files, functions, and programs that are asked line by line.
//!
//! Lookups block, a program's for [`program::ANSWER_LIMIT`] at most; nothing is read or started before it is asked for. Source of what each kind
//! does: Apache's manual, `rewrite/rewritemap.html`, and its answers where that is silent.
#![forbid(unsafe_code)]

mod function;
pub mod program;
mod text;

use std::path::Path;

use loxo_htaccess::view::Maps;

use function::Function;
use program::Program;
use text::TextMap;

pub use text::Entries;

/// One map.
#[derive(Debug)]
enum Map {
    Text(TextMap),
    /// A text file whose values are alternatives, one of which is taken by chance.
    Random(TextMap),
    Function(Function),
    Program(Program),
}

/// The maps of a site, by name.
#[derive(Debug, Default)]
pub struct RewriteMaps {
    maps: Vec<(Vec<u8>, Map)>,
}

impl RewriteMaps {
    /// Adds a map as `RewriteMap` describes it: `txt:FILE`, `rnd:FILE`, `int:FUNCTION` or `prg:PROGRAM ARGUMENT…`; a file alone is text.
    /// Paths begin at `folder`. The error is one line.
    pub fn add(&mut self, name: &str, kind_and_source: &str, folder: &Path) -> Result<(), String> {
        let good = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
        if name.is_empty() || !name.bytes().all(good) {
            return Err(format!("a map cannot be called {name:?}: letters, digits, - _ . are"));
        }
        let map = Map::parse(kind_and_source, folder)?;
        self.maps.retain(|(known, _)| known != name.as_bytes());
        self.maps.push((name.into(), map));
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.maps.is_empty()
    }

    /// The numbers of the processes of programs that run.
    pub fn processes(&self) -> Vec<u32> {
        let programs = self.maps.iter().filter_map(|(_, map)| if let Map::Program(program) = map { program.process() } else { None });
        programs.collect()
    }
}

impl Map {
    fn parse(text: &str, folder: &Path) -> Result<Map, String> {
        let file = |path: &str| {
            let path = folder.join(path);
            if path.is_file() { Ok(TextMap::new(path)) } else { Err(format!("there is no file {}", path.display())) }
        };
        match text.split_once(':') {
            Some(("txt", path)) => Ok(Map::Text(file(path)?)),
            Some(("rnd", path)) => Ok(Map::Random(file(path)?)),
            Some(("int", name)) => {
                let names = "toupper, tolower, escape and unescape";
                Function::named(name).map(Map::Function).ok_or_else(|| format!("there is no function {name:?}: {names} are"))
            }
            Some(("prg", command)) => Program::parse(command, folder).map(Map::Program),
            Some((kind @ ("dbm" | "dbd" | "fastdbd"), _)) => {
                Err(format!("{kind} maps are not read: write the pairs to a text file (txt:), or ask a program (prg:)"))
            }
            _ => Ok(Map::Text(file(text)?)),
        }
    }

    fn lookup(&self, key: &[u8]) -> Result<Option<Vec<u8>>, String> {
        match self {
            Map::Text(map) => map.lookup(key),
            Map::Random(map) => Ok(map.lookup(key)?.map(|value| text::alternative(&value).to_vec()).filter(|value| !value.is_empty())),
            Map::Function(function) => Ok(Some(function.apply(key))),
            Map::Program(program) => program.lookup(key),
        }
    }
}

impl Maps for RewriteMaps {
    fn lookup(&self, map: &[u8], key: &[u8]) -> Result<Option<Vec<u8>>, String> {
        let Some((_, known)) = self.maps.iter().find(|(name, _)| name == map) else { return Ok(None) };
        known.lookup(key).map_err(|message| format!("map {}: {message}", String::from_utf8_lossy(map)))
    }
}
