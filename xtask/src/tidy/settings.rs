//! Every option, directive and key that the server accepts is named in its documentation, in backticks.

use crate::{Result, paths};
use regex::Regex;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Where names are accepted, and the document that must have them.
struct Accepted {
    file: &'static str,
    /// The lines that count: from the one that begins so to one that ends a block.
    from: &'static str,
    /// What a name looks like there; the name is the first group, or the second.
    pattern: &'static str,
    document: &'static str,
}

const ACCEPTED: [Accepted; 11] = [
    Accepted {
        file: "host/loxo_cli/src/serve_args.rs",
        from: "pub fn parse",
        pattern: r#"b"(--?[A-Za-z][a-z-]*)""#,
        document: "docs/server.md",
    },
    Accepted {
        file: "host/loxo_config/src/lib.rs",
        from: "impl Config",
        pattern: r#"\btop\.[a-z_]+\("([a-z-]+)""#,
        document: "docs/server.md",
    },
    Accepted {
        file: "host/loxo_config/src/lib.rs",
        from: "fn pool",
        pattern: r#"\btable\.[a-z_]+\("([a-z-]+)""#,
        document: "docs/server.md",
    },
    Accepted {
        file: "host/loxo_config/src/lib.rs",
        from: "fn site",
        pattern: r#"\btable\.[a-z_]+\("([a-z-]+)""#,
        document: "docs/server.md",
    },
    Accepted {
        file: "host/loxo_config/src/lib.rs",
        from: "fn acme",
        pattern: r#"\btable\.[a-z_]+\("([a-z-]+)""#,
        document: "docs/server.md",
    },
    Accepted {
        file: "host/loxo_config/src/lib.rs",
        from: "fn auto_tls",
        pattern: r#"\btable\.[a-z_]+\("([a-z-]+)""#,
        document: "docs/server.md",
    },
    Accepted {
        file: "host/loxo_config/src/commands.rs",
        from: "fn service",
        pattern: r#"\btable\.[a-z_]+\("([a-z-]+)""#,
        document: "docs/server.md",
    },
    Accepted {
        file: "host/loxo_config/src/commands.rs",
        from: "fn cron",
        pattern: r#"\btable\.[a-z_]+\("([a-z-]+)""#,
        document: "docs/server.md",
    },
    Accepted {
        file: "host/loxo_config/src/commands.rs",
        from: "fn command",
        pattern: r#"\btable\.[a-z_]+\("([a-z-]+)""#,
        document: "docs/server.md",
    },
    Accepted {
        file: "host/loxo_fpm/src/config/values.rs",
        from: "pub(crate) fn set_global",
        pattern: r#"^ +"([a-z_.]+)" => "#,
        document: "docs/php-fpm.md",
    },
    Accepted {
        file: "host/loxo_fpm/src/config/values.rs",
        from: "pub(crate) fn set_pool",
        pattern: r#"^ +"([a-z_.]+)" => "#,
        document: "docs/php-fpm.md",
    },
];
/// The options of `php-fpm`: a letter and a word each.
const FPM: Accepted = Accepted {
    file: "host/loxo_cli/src/options.rs",
    from: "pub const FPM",
    pattern: r#"(?:valued|flag)\(b'(.)', "([a-z-]+)"\)"#,
    document: "docs/php-fpm.md",
};
/// Directives with a key in brackets are another table.
const KEYED: Accepted = Accepted {
    file: "host/loxo_fpm/src/config/values.rs",
    from: "pub(crate) fn add_to_pool",
    pattern: r#"^ +"([a-z_.]+)" => "#,
    document: "docs/php-fpm.md",
};

/// Documents, and what is missing in them.
pub fn check() -> Result<Vec<(PathBuf, String)>> {
    let mut missing = Vec::new();
    for accepted in ACCEPTED.iter().chain([&KEYED, &FPM]) {
        let text = fs::read_to_string(paths::root().join(accepted.file))?;
        let document = paths::root().join(accepted.document);
        let named = named(&fs::read_to_string(&document)?);
        let names = names(accepted, &text)?;
        if names.is_empty() {
            missing.push((paths::root().join(accepted.file), format!("no names are found behind `{}`", accepted.from)));
        }
        let unknown = names.iter().filter(|name| !named.contains(*name));
        missing.extend(unknown.map(|name| (document.clone(), format!("says nothing of `{name}`, which {} accepts", accepted.file))));
    }
    Ok(missing)
}

/// The names that a file accepts.
fn names(accepted: &Accepted, text: &str) -> Result<BTreeSet<String>> {
    let pattern = Regex::new(accepted.pattern)?;
    let block = text.lines().skip_while(|line| !line.starts_with(accepted.from)).skip(1);
    let block = block.take_while(|line| !line.starts_with(['}', ']']));
    let found: Vec<_> = block.flat_map(|line| pattern.captures_iter(line)).collect();
    let name = |found: &regex::Captures<'_>, group: usize, dashes: &str| found.get(group).map(|name| format!("{dashes}{}", name.as_str()));
    Ok(found
        .iter()
        .flat_map(|found| match found.get(2) {
            None => [name(found, 1, ""), None],
            Some(_) => [name(found, 1, "-"), name(found, 2, "--")],
        })
        .flatten()
        // What the command line's parser takes for a question.
        .filter(|name| !["-?", "--usage"].contains(&name.as_str()))
        .collect())
}

/// The words of a document that stand in backticks.
fn named(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut words = BTreeSet::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            let code = line.split('`').skip(1).step_by(2);
            words.extend(code.flat_map(|code| code.split(|c| !is_part(c))).map(|word| word.trim_end_matches('.').to_string()));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_code_and_in_text() {
        let accepted = Accepted { file: "", from: "fn pool", pattern: r#"table\.[a-z_]+\("([a-z-]+)""#, document: "" };
        let text = "fn other() {\n table.text(\"a\")\n}\nfn pool() {\n  x: table.text(\"max-requests\")?,\n  y: table.flag(\"b\")?,\n}\ntable.text(\"c\")";
        assert_eq!(names(&accepted, text).expect("a pattern"), BTreeSet::from(["max-requests".to_string(), "b".to_string()]));
        let fpm =
            names(&FPM, "pub const FPM: x = &[\n    valued(b'c', \"php-ini\"),\n    flag(b'?', \"usage\"),\n];\n").expect("a pattern");
        assert_eq!(fpm, BTreeSet::from(["-c".to_string(), "--php-ini".to_string()]));
        let named = named("a `--listen HOST:PORT`, `env[X]` and `pm.max`\n```\n`no`\n```\nplain");
        assert!(
            ["--listen", "env", "pm.max"].into_iter().all(|name| named.contains(name)) && !named.contains("no") && !named.contains("plain")
        );
    }
}
