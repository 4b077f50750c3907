//! From the configuration of nginx, Apache and php-fpm to `loxo.toml`, with a line for each thing that could not be carried over.
//!
//! Reads no file: whoever calls gives texts, and looks for those that they include. Nothing is dropped in silence but what Loxo does in the same way
//! by itself. Sources of the formats: the manuals of nginx, Apache 2.4 and PHP.
//!
//! Modules: `nginx`, `apache` and `fpm` (texts to directives), `nginx_sites` and `apache_sites` (directives to sites), `source` (what is read, and notes on it), `plan` (what is found), `toml` (the plan as a text).
#![forbid(unsafe_code)]

mod apache;
mod apache_sites;
mod directive;
mod fpm;
mod nginx;
mod nginx_sites;
mod plan;
mod source;
mod toml;

use std::cell::Cell;

use plan::Plan;
pub use source::{Find, Note, Source};

/// Files that are included, all together: some that include each other would have no end.
const INCLUDED: usize = 2000;

/// What comes of a migration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Migrated {
    /// `loxo.toml`
    pub text: String,
    pub sites: usize,
    pub notes: Vec<Note>,
}

/// Makes `loxo.toml` of all sources together.
pub fn migrate(sources: &[Source], find: Find<'_>) -> Migrated {
    let mut plan = Plan::default();
    let left = Cell::new(INCLUDED);
    let find: Find<'_> = &|pattern| {
        let mut files = if left.get() == 0 { Vec::new() } else { find(pattern) };
        files.truncate(left.get());
        left.set(left.get() - files.len());
        files
    };
    // Sites refer to pools.
    for source in sources.iter().filter(|source| kind(source) == Kind::Fpm) {
        fpm::read(source, find, &mut plan);
    }
    for source in sources {
        match kind(source) {
            Kind::Fpm => {}
            Kind::Apache => {
                let directives = apache::parse(source, find, &mut plan.notes);
                apache_sites::read(&directives, &mut plan);
            }
            Kind::Nginx => {
                let directives = nginx::parse(source, find, &mut plan.notes);
                nginx_sites::read(&directives, &mut plan);
            }
        }
    }
    plan.finish();
    if left.get() == 0 {
        let file = sources.first().map_or(String::new(), |source| source.name.clone());
        plan.notes.push(Note { file, line: 1, message: format!("over {INCLUDED} files are included: the rest is not read") });
    }
    Migrated { text: toml::text(&plan), sites: plan.sites.len(), notes: plan.notes }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Nginx,
    Apache,
    Fpm,
}

/// By the first line that says something: `[pool]`, `<Section>` or a directive; Apache's end with their lines.
fn kind(source: &Source) -> Kind {
    let lines = source.text.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with(';'));
    let Some(first) = lines.next() else { return Kind::Nginx };
    if first.starts_with('[') || first.starts_with("include=") || first.split_once('=').is_some_and(|(name, _)| is_fpm_name(name.trim())) {
        return Kind::Fpm;
    }
    let mut all = std::iter::once(first).chain(lines);
    if all.any(|line| line.starts_with('<')) { Kind::Apache } else { Kind::Nginx }
}

fn is_fpm_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._[]".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_include_themselves_have_an_end() {
        for (text, include) in
            [("server { root /x; }\n", "include f;\n"), ("<VirtualHost *:80>\nDocumentRoot /x\n</VirtualHost>\n", "Include f\n")]
        {
            let source = Source { name: "f".into(), text: text.to_string() + &include.repeat(20) };
            let migrated = migrate(std::slice::from_ref(&source), &|_| vec![source.clone()]);
            let last = migrated.notes.last().map(Note::to_string);
            assert_eq!(last.as_deref(), Some("f:1: over 2000 files are included: the rest is not read"));
        }
    }
}
