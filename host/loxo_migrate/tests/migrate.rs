//! Configurations and what becomes of them: `cases/NAME.conf` has files, each behind a line `=== NAME`; `cases/NAME.out` the result and its notes.

use loxo_migrate::{Source, migrate};

fn sources(text: &str) -> Vec<Source> {
    let parts = text.split("=== ").filter(|part| !part.is_empty());
    let named = parts.map(|part| part.split_once('\n').unwrap_or((part, "")));
    named.map(|(name, text)| Source { name: name.trim().into(), text: text.into() }).collect()
}

#[test]
fn configurations_are_carried_over() {
    loxo_cases::check(&loxo_cases::files(env!("CARGO_MANIFEST_DIR"), "cases", "conf"), "out", |bytes| {
        let (included, named): (Vec<_>, Vec<_>) =
            sources(&String::from_utf8_lossy(bytes)).into_iter().partition(|source| source.name.starts_with("snippets/"));
        let migrated = migrate(&named, &|name| included.iter().filter(|source| source.name == name).cloned().collect());
        let notes: Vec<String> = migrated.notes.iter().map(|note| format!("{note}\n")).collect();
        format!("{}\n---\n{}", migrated.text, notes.concat())
    });
}
