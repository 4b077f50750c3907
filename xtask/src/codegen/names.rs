//! PHP names → Rust names.

/// `offsetGet` → `offset_get`, `loadHTML` → `load_html`, `__construct` → `construct`.
pub fn snake(name: &str) -> String {
    let name = name.trim_start_matches('_');
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 4);
    for (i, &c) in chars.iter().enumerate() {
        if c.is_ascii_uppercase() && i > 0 {
            let before = chars[i - 1];
            let acronym_ends = before.is_ascii_uppercase() && chars.get(i + 1).is_some_and(char::is_ascii_lowercase);
            if before.is_ascii_lowercase()
                || before.is_ascii_digit() && chars.get(i + 1).is_some_and(char::is_ascii_lowercase)
                || acronym_ends
            {
                out.push('_');
            }
        }
        out.push(if c == '\\' { '_' } else { c.to_ascii_lowercase() });
    }
    out
}

/// A name that Rust accepts as an identifier and that is none of the thunks' own.
pub fn ident(name: &str) -> String {
    const TAKEN: &[&str] = &[
        "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else", "enum", "extern",
        "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override",
        "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized",
        "use", "virtual", "where", "while", "yield",
    ];
    if TAKEN.contains(&name) { format!("{name}_") } else { name.to_string() }
}

/// Local variable of a thunk for a parameter.
pub fn local(param: &str) -> String {
    let name = snake(param);
    match name.as_str() {
        "cx" | "this" | "args" | "given" | "rest" => format!("{name}_"),
        _ => ident(&name),
    }
}

/// Last part of a namespaced name.
pub fn short(name: &str) -> &str {
    name.rsplit('\\').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{ident, snake};

    #[test]
    fn camel_case_and_acronyms() {
        for (php, rust) in [
            ("offsetGet", "offset_get"),
            ("__construct", "construct"),
            ("__toString", "to_string"),
            ("loadHTML", "load_html"),
            ("createElementNS", "create_element_ns"),
            ("DOMDocument", "dom_document"),
            ("SplObjectStorage", "spl_object_storage"),
            ("C14NFile", "c14n_file"),
            ("str_repeat", "str_repeat"),
            ("Random\\Engine", "random_engine"),
        ] {
            assert_eq!(snake(php), rust);
        }
        assert_eq!(ident("match"), "match_");
    }
}
