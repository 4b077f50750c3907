//! Completion of PHP code at the interactive shell: settings (`#`), variables, members of classes and of objects in variables, and
//! the names of functions, classes, constants and the language.

use std::collections::BTreeSet;

use loxo_runtime::{Class, Cx, FnFlags, Func, KeyRef, LocalsOp, MemberFlags, PhpStr, Registry, class_of, object};

/// Words of the language that are no functions.
#[rustfmt::skip]
const LANGUAGE: &[&str] = &[
    "__CLASS__", "__DIR__", "__FILE__", "__FUNCTION__", "__LINE__", "__METHOD__", "__NAMESPACE__", "abstract", "array(", "break", "callable",
    "case", "catch", "class", "clone", "const", "continue", "declare(", "default", "echo", "else", "elseif", "empty(", "enum", "exit", "extends",
    "false", "final", "finally", "fn", "for", "foreach", "function", "global", "goto", "if", "implements", "include", "include_once",
    "instanceof", "insteadof", "interface", "isset(", "iterable", "list(", "match", "mixed", "namespace", "never", "new", "null", "parent",
    "print", "private", "protected", "public", "readonly", "require", "require_once", "return", "self", "static", "switch", "throw", "trait",
    "true", "try", "unset(", "use", "while", "yield",
];

/// Where the word at the cursor begins, and what it may become.
pub(crate) fn complete(cx: &mut Cx, line: &str) -> (usize, Vec<String>) {
    if let Some(name) = line.strip_prefix('#').filter(|name| !name.starts_with('[') && !name.contains('=')) {
        let settings = Registry::get().into_iter().flat_map(|registry| &registry.ini).map(|entry| entry.name);
        return (1, settings.filter(|setting| setting.starts_with(name)).map(|setting| format!("{setting}=")).collect());
    }
    let start = name_start(line);
    let (before, word) = line.split_at(start);
    let mut words = Words { start: word, found: BTreeSet::new() };
    if let Some(owner) = before.strip_suffix("::") {
        members_of_class(cx, owner, &mut words);
    } else if let Some(owner) = before.strip_suffix("::$") {
        let class = class_named(cx, owner);
        class.into_iter().for_each(|class| properties(class, true, &mut words));
    } else if let Some(owner) = before.strip_suffix("?->").or_else(|| before.strip_suffix("->")) {
        members_of_object(cx, owner, &mut words);
    } else if before.ends_with('$') {
        if let Ok(globals) = (cx.hooks.globals)(cx, LocalsOp::All) {
            globals.as_array().into_iter().flat_map(|globals| globals.keys()).for_each(|key| words.add_key(&key));
        }
    } else {
        names(cx, &mut words);
    }
    (start, words.found.into_iter().collect())
}

/// Where the name at the end of the text begins.
fn name_start(text: &str) -> usize {
    text.rfind(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '_' && c != '\\').map_or(0, |at| at + 1)
}

/// What was found for the beginning of a word.
struct Words<'a> {
    start: &'a str,
    found: BTreeSet<String>,
}

impl Words<'_> {
    /// A word whose case counts.
    fn add(&mut self, word: &str) {
        if word.starts_with(self.start) {
            self.found.insert(word.to_string());
        }
    }

    /// A word whose case does not; `behind` follows it.
    fn add_any_case(&mut self, word: &str, behind: &str) {
        if word.get(..self.start.len()).is_some_and(|head| head.eq_ignore_ascii_case(self.start)) {
            self.found.insert(format!("{word}{behind}"));
        }
    }

    fn add_key(&mut self, key: &KeyRef<'_>) {
        if let KeyRef::Str(name) = key {
            self.add(&name.to_str_lossy());
        }
    }
}

/// Functions, classes, constants, the language. What a leading `\` says is kept.
fn names(cx: &mut Cx, words: &mut Words<'_>) {
    let absolute = words.start.strip_prefix('\\');
    let mut here = Words { start: absolute.unwrap_or(words.start), found: BTreeSet::new() };
    for extension in Registry::get().into_iter().flat_map(|registry| &registry.extensions) {
        extension.functions.iter().for_each(|row| here.add_any_case(row.name, "("));
        extension.classes.iter().for_each(|row| here.add_any_case(row.name, ""));
        extension.constants.iter().for_each(|row| here.add(row.name));
    }
    for id in &cx.declared.fns {
        if let Some(func) = cx.func(*id) {
            here.add_any_case(&func.name.to_php().to_str_lossy(), "(");
        }
    }
    for id in &cx.declared.classes {
        if let Some(class) = cx.class_by_id(*id).filter(|class| !class.name.as_bytes().contains(&0)) {
            here.add_any_case(&class.name.to_php().to_str_lossy(), "");
        }
    }
    cx.declared.consts.iter().for_each(|id| here.add(&id.name().to_php().to_str_lossy()));
    if absolute.is_none() {
        LANGUAGE.iter().for_each(|word| here.add_any_case(word, ""));
    }
    let sign = if absolute.is_some() { "\\" } else { "" };
    words.found = here.found.into_iter().map(|word| format!("{sign}{word}")).collect();
}

/// The class whose name the text ends with. Autoloaders are asked; what they throw is dropped.
fn class_named(cx: &mut Cx, text: &str) -> Option<&'static Class> {
    let name = text[name_start(text)..].trim_start_matches('\\');
    let found = cx.class(&PhpStr::new(name.as_bytes()));
    cx.exception = None;
    found.ok().flatten()
}

fn members_of_class(cx: &mut Cx, owner: &str, words: &mut Words<'_>) {
    let Some(class) = class_named(cx, owner) else { return };
    methods(class, |method| method.flags.has(FnFlags::STATIC), words);
    for (name, constant) in &class.constants {
        if constant.flags.has(MemberFlags::PUBLIC) {
            words.add(&name.to_php().to_str_lossy());
        }
    }
    words.add("class");
}

/// Members of the object in a variable.
fn members_of_object(cx: &mut Cx, owner: &str, words: &mut Words<'_>) {
    let start = name_start(owner);
    if !owner[..start].ends_with('$') {
        return;
    }
    let name = PhpStr::new(&owner.as_bytes()[start..]);
    let Ok(value) = (cx.hooks.globals)(cx, LocalsOp::Get(&name)) else { return };
    let Some(object) = value.deref().as_object() else { return };
    let class = class_of(object);
    methods(class, |method| !method.flags.has(FnFlags::STATIC), words);
    properties(class, false, words);
    object.dynamic().into_iter().flat_map(|own| own.keys()).for_each(|key| words.add_key(&key));
}

fn methods(class: &'static Class, wanted: impl Fn(&Func) -> bool, words: &mut Words<'_>) {
    for method in class.methods.values().filter(|method| object::may_call(method, None) && wanted(method)) {
        words.add_any_case(&method.name.to_php().to_str_lossy(), "(");
    }
}

fn properties(class: &Class, of_class: bool, words: &mut Words<'_>) {
    for (name, property) in &class.properties {
        if property.flags.has(MemberFlags::PUBLIC) && property.flags.has(MemberFlags::STATIC) == of_class {
            words.add(&name.to_php().to_str_lossy());
        }
    }
}
