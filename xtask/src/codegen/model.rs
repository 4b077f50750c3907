//! What stubs say, freed from the syntax tree.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use loxo_syntax::ast::{Name, NameKind};

/// A crate with stubs.
pub struct Crate {
    pub name: String,
    /// The crate's folder.
    pub dir: PathBuf,
    pub files: Vec<StubFile>,
    pub order: Order,
}

/// Places of names by section, as `stubs/order.txt` lists them: a section is `[functions]`, `[classes]`, `[constants]` or `[ini]`.
#[derive(Default)]
pub struct Order(HashMap<String, HashMap<String, usize>>);

impl Order {
    /// The rows of a table, those first that are listed.
    pub fn table(&self, section: &str, mut rows: Vec<(&String, String)>) -> String {
        if let Some(places) = self.0.get(section) {
            rows.sort_by_key(|(name, _)| places.get(*name).copied().unwrap_or(usize::MAX));
        }
        rows.into_iter().map(|(_, row)| row).collect()
    }

    pub fn parse(text: &str) -> Order {
        let mut order = Order::default();
        let mut section = String::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                section = name.into();
                continue;
            }
            let places = order.0.entry(section.clone()).or_default();
            let place = places.len();
            places.insert(line.into(), place);
        }
        order
    }
}

/// Where a declaration stands.
#[derive(Clone, Default)]
pub struct Scope {
    /// The namespace with a backslash behind it, or nothing.
    pub prefix: String,
    /// What `self` means.
    pub class: Option<String>,
}

impl Scope {
    /// The class that a name means here.
    pub fn class_name(&self, name: &Name<'_>) -> String {
        let text = String::from_utf8_lossy(name.text).into_owned();
        match (&self.class, name.kind) {
            (Some(class), NameKind::Unqualified) if text == "self" => class.clone(),
            (_, NameKind::FullyQualified) => text,
            _ => format!("{}{text}", self.prefix),
        }
    }
}

/// One stub file, whose bodies stand in one Rust module.
pub struct StubFile {
    /// Rust path of the bodies, `crate::strings`.
    pub module: String,
    pub functions: Vec<Function>,
    pub classes: Vec<Class>,
    pub constants: Vec<Constant>,
    pub ini: Vec<Ini>,
}

pub struct Ini {
    pub name: String,
    pub default: Option<String>,
    /// `All`, `PerDir` or `System`.
    pub access: &'static str,
    pub on_change: Option<String>,
}

/// The facts of a doc comment.
#[derive(Default, Clone)]
pub struct Doc {
    pub pure: bool,
    pub compile_time_eval: bool,
    pub needs_frame: bool,
    pub resumes: bool,
    pub no_discard: bool,
    pub discreet: bool,
    /// With one, two, three arguments.
    pub frameless: [bool; 3],
    /// A static method that has `$this` when it is called as `$object->method()`.
    pub keeps_this: bool,
    pub named: bool,
    pub tentative_return: bool,
    pub raw: bool,
    /// Of a class: its properties have no storage, but for these.
    pub is_virtual: bool,
    pub stored: Vec<String>,
    pub any_count: bool,
    /// What is called before the arguments are looked at.
    pub before: Option<String>,
    pub deprecated: Option<String>,
    pub name: Option<String>,
    pub alias: Option<String>,
    pub body: Option<String>,
    pub module: Option<String>,
    pub object_handlers: Option<String>,
    pub cvalue: Option<String>,
    pub var: Option<String>,
    pub prefer_ref: Vec<String>,
    pub path: Vec<String>,
    pub value: Vec<String>,
    pub unchecked: Vec<String>,
    pub optional: Vec<String>,
    pub resource: Vec<String>,
    pub ini: Vec<String>,
}

pub struct Function {
    /// Namespaces included.
    pub name: String,
    pub params: Vec<Param>,
    pub ret: Option<Type>,
    pub by_ref: bool,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    /// `protected` or `private`, else empty.
    pub visibility: &'static str,
    pub doc: Doc,
    /// File and line, for messages.
    pub place: String,
}

pub struct Param {
    pub name: String,
    pub ty: Option<Type>,
    pub by_ref: bool,
    pub variadic: bool,
    pub default: Option<Default>,
    pub sensitive: bool,
    pub prefer_ref: bool,
    pub path: bool,
    /// The body gets the checked `&Value` whatever the type is.
    pub as_value: bool,
    /// The body gets whatever was passed, and checks it itself.
    pub unchecked: bool,
    /// The body learns whether the argument was passed, although there is a default.
    pub as_option: bool,
    /// `@param resource $x`
    pub resource: bool,
}

pub struct Default {
    /// PHP text, `UNKNOWN` included.
    pub text: String,
    pub value: Const,
}

/// A declared type: builtin types, and class names in conjunctions of one or more.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Type {
    /// As PHP prints it.
    pub text: String,
    pub builtin: Vec<&'static str>,
    pub classes: Vec<Vec<String>>,
}

impl Type {
    pub fn has(&self, name: &str) -> bool {
        self.builtin.contains(&name)
    }
}

pub struct Class {
    pub name: String,
    /// `INTERFACE`, `TRAIT`, `ENUM` or empty.
    pub kind: &'static str,
    pub is_abstract: bool,
    pub is_final: bool,
    pub is_readonly: bool,
    pub parent: Option<String>,
    pub interfaces: Vec<String>,
    pub backing: String,
    pub constants: Vec<Constant>,
    pub properties: Vec<Property>,
    pub methods: Vec<Function>,
    pub attributes: Vec<(String, Vec<Const>)>,
    pub doc: Doc,
}

pub struct Constant {
    pub name: String,
    pub value: Const,
    pub ty: Option<Type>,
    pub flags: Vec<&'static str>,
    /// What the message says behind "is deprecated".
    pub deprecated: Option<String>,
}

pub struct Property {
    pub name: String,
    pub ty: Option<Type>,
    pub flags: Vec<&'static str>,
    pub default: Option<Const>,
}

/// The value of a constant expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    /// `UNKNOWN`: nothing is passed on.
    Unknown,
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(Vec<u8>),
    Array(Vec<(Const, Const)>),
    /// A Rust expression of the owning crate: PHP type (`int`, `float`, `string`, `bool`, or empty for a path to a function) and code.
    Rust(&'static str, String),
    /// What only a running request can evaluate (an enum case).
    Runtime,
}

/// Constants of all stubs by name (`E_ALL`, `Attribute::TARGET_ALL`).
pub type Constants = BTreeMap<String, Const>;
