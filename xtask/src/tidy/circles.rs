//! Circles between the files of a crate: files that name each other, directly or around a corner, can only be read together.
//!
//! An edge goes from a file to every file that it names with a path, in a `use` or inside an expression: from `crate`, `super` or `self`, or from a module
//! that it declares or imports. The file meant is that of the deepest module on the path; a name that a module only imports or re-exports is followed to
//! where it comes from, so that a folder's `mod.rs` is not charged with what it hands on. Declarations (`mod x;`), re-exports, tests and generated files
//! are no sources of edges. `xtask/circles.txt` says how many files of a crate stand in circles; the numbers shrink.

use super::tokens::{self, Kind, Token};
use super::{Crate, Findings};
use crate::{Result, paths};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Files below `src/`, by their path there.
type Sources = BTreeMap<String, String>;

/// A path of a `use` or an expression, with the line that it stands on.
struct Mention {
    module: usize,
    path: Vec<String>,
    line: usize,
}

struct Module {
    file: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// Names that a `use` brings in.
    imports: BTreeMap<String, Vec<String>>,
    /// Modules that are imported whole (`use a::*`).
    globs: Vec<Vec<String>>,
    items: BTreeSet<String>,
}

/// From one file to another, with the first mention.
struct Edge {
    from: String,
    to: String,
    line: usize,
    name: String,
}

#[derive(Default)]
struct Graph<'a> {
    sources: Option<&'a Sources>,
    modules: Vec<Module>,
    mentions: Vec<Mention>,
    /// Macros that are exported from the crate's root wherever they stand.
    macros: BTreeMap<String, String>,
}

pub fn check(crates: &[Crate], findings: &mut Findings) -> Result<()> {
    let list = paths::root().join("xtask/circles.txt");
    let mut allowed = BTreeMap::new();
    for (at, line) in fs::read_to_string(&list).unwrap_or_default().lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once(' ').and_then(|(name, number)| Some((name, number.trim().parse::<usize>().ok()?))) {
            Some((name, number)) => drop(allowed.insert(name.to_string(), number)),
            None => findings.add(&list, at + 1, "a line is `crate number-of-files`"),
        }
    }
    for member in crates {
        let found = circles(&edges(&read(member)?)).iter().map(Vec::len).sum::<usize>();
        match (found, allowed.remove(&member.name).unwrap_or(0)) {
            (found, limit) if found > limit => {
                let text =
                    format!("{} has {found} files in circles, {limit} are allowed: see `cargo xtask tidy --circles {0}`", member.name);
                findings.add(&list, 0, text);
            }
            (0, limit) if limit > 0 => findings.add(&list, 0, format!("{} has no circles any more: take it out", member.name)),
            (found, limit) if found < limit => {
                findings.add(&list, 0, format!("{} has only {found} files in circles now: take it down from {limit}", member.name))
            }
            _ => {}
        }
    }
    for name in allowed.keys() {
        findings.add(&list, 0, format!("there is no crate {name}: take it out"));
    }
    Ok(())
}

/// Prints the circles of the crates, or of one, with the edges inside them.
pub fn print(crates: &[Crate], only: Option<&str>) -> Result<()> {
    if let Some(name) = only.filter(|name| crates.iter().all(|member| member.name != *name)) {
        return Err(format!("there is no crate {name}").into());
    }
    for member in crates.iter().filter(|member| only.is_none_or(|name| name == member.name)) {
        let edges = edges(&read(member)?);
        let circles = circles(&edges);
        let number: usize = circles.iter().map(Vec::len).sum();
        if number > 0 || only.is_some() {
            println!("{} {number}", member.name);
        }
        for circle in circles {
            println!("  {}", circle.join(" "));
            for edge in edges.iter().filter(|edge| circle.contains(&edge.from) && circle.contains(&edge.to)) {
                println!("    {}:{} -> {}  ({})", edge.from, edge.line, edge.to, edge.name);
            }
        }
    }
    Ok(())
}

fn read(member: &Crate) -> Result<Sources> {
    let root = member.dir.join("src");
    let mut files = Vec::new();
    super::files::collect(&root, &mut files)?;
    let mut sources = Sources::new();
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        sources.insert(name, fs::read_to_string(&file)?);
    }
    Ok(sources)
}

/// The edges between the files of a crate, one for each pair of files.
fn edges(sources: &Sources) -> Vec<Edge> {
    let mut found: BTreeMap<(String, String), (usize, String)> = BTreeMap::new();
    for root in sources.keys().filter(|name| matches!(name.as_str(), "lib.rs" | "main.rs") || name.starts_with("bin/")) {
        let mut graph = Graph { sources: Some(sources), ..Graph::default() };
        graph.add_file(root.clone(), None);
        for mention in &graph.mentions {
            let from = &graph.modules[mention.module].file;
            let Some(to) = graph.resolve(mention.module, &mention.path, 0) else { continue };
            if *from != to && !super::files::is_generated(Path::new(from)) {
                let entry = found.entry((from.clone(), to)).or_insert_with(|| (mention.line, mention.path.join("::")));
                if mention.line < entry.0 {
                    *entry = (mention.line, mention.path.join("::"));
                }
            }
        }
    }
    found.into_iter().map(|((from, to), (line, name))| Edge { from, to, line, name }).collect()
}

/// Strongly connected components of more than one file, each sorted.
fn circles(edges: &[Edge]) -> Vec<Vec<String>> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for edge in edges {
        next.entry(&edge.from).or_default().push(&edge.to);
    }
    let reached = |start: &str| {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(file) = open.pop() {
            for &to in next.get(file).into_iter().flatten() {
                if seen.insert(to.to_string()) {
                    open.push(to);
                }
            }
        }
        seen
    };
    let reach: BTreeMap<&str, BTreeSet<String>> = next.keys().map(|&file| (file, reached(file))).collect();
    let mut circles: Vec<Vec<String>> = Vec::new();
    for (&file, seen) in &reach {
        if seen.contains(file) && circles.iter().all(|circle| circle.iter().all(|other| other != file)) {
            circles.push(seen.iter().filter(|other| reach.get(other.as_str()).is_some_and(|back| back.contains(file))).cloned().collect());
        }
    }
    circles
}

impl Graph<'_> {
    /// Adds the module that a file is, and those that it declares.
    fn add_file(&mut self, file: String, parent: Option<usize>) -> usize {
        let module = self.add_module(file.clone(), parent);
        let text = self.sources.and_then(|sources| sources.get(&file)).map_or("", String::as_str);
        let scanned = tokens::scan(text);
        if !text.contains("#![cfg(test)]") {
            Reader { graph: self, tokens: &scanned.tokens, at: 0, folder: folder_of(&file, parent.is_none()) }.read(module);
        }
        module
    }

    fn add_module(&mut self, file: String, parent: Option<usize>) -> usize {
        let (children, imports) = (BTreeMap::new(), BTreeMap::new());
        self.modules.push(Module { file, parent, children, imports, globs: Vec::new(), items: BTreeSet::new() });
        self.modules.len() - 1
    }

    /// The file that defines what a path names; `None` for paths into other crates.
    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<String> {
        // Globs that import each other.
        if depth > 8 {
            return None;
        }
        let mut module = from;
        for (at, segment) in path.iter().enumerate() {
            let here = &self.modules[module];
            match segment.as_str() {
                "crate" => module = 0,
                "self" if at == 0 => {}
                "self" => break,
                "super" => module = here.parent?,
                name => match here.children.get(name) {
                    Some(&child) => module = child,
                    None => return self.resolve_name(from, module, path, at, depth),
                },
            }
        }
        Some(self.modules[module].file.clone())
    }

    /// The file of a name that is no module below `module`: an item there, or what an import there stands for.
    fn resolve_name(&self, from: usize, module: usize, path: &[String], at: usize, depth: usize) -> Option<String> {
        let (here, name) = (&self.modules[module], &path[at]);
        let is_rooted = at > 0;
        if here.items.contains(name) {
            return Some(here.file.clone());
        }
        if let Some(import) = here.imports.get(name).filter(|import| import.as_slice() != [name.as_str()]) {
            let target: Vec<String> = import.iter().chain(&path[at + 1..]).cloned().collect();
            let file = self.resolve(module, &target, depth + 1);
            // What a module has from another crate is its own to give; what this module has from there is no edge.
            return file.or_else(|| (module != from).then(|| here.file.clone()));
        }
        if let Some(file) = self.macros.get(name).filter(|_| module == 0) {
            return Some(file.clone());
        }
        for glob in &here.globs {
            let target: Vec<String> = glob.iter().chain(&path[at..at + 1]).cloned().collect();
            if let Some(file) = self.resolve(module, &target, depth + 1).filter(|_| self.defines(module, &target, depth + 1)) {
                return Some(file);
            }
        }
        is_rooted.then(|| here.file.clone())
    }

    /// Whether the last name of a path is really there, and not only the module before it.
    fn defines(&self, from: usize, path: &[String], depth: usize) -> bool {
        if depth > 8 {
            return false;
        }
        let mut module = from;
        for (at, segment) in path.iter().enumerate() {
            let here = &self.modules[module];
            match segment.as_str() {
                "crate" => module = 0,
                "self" => {}
                "super" => match here.parent {
                    Some(parent) => module = parent,
                    None => return false,
                },
                name => match here.children.get(name) {
                    Some(&child) => module = child,
                    None if here.items.contains(name) || here.imports.contains_key(name) => return true,
                    None => {
                        return here.globs.iter().any(|glob| {
                            let target: Vec<String> = glob.iter().chain(&path[at..]).cloned().collect();
                            self.defines(module, &target, depth + 1)
                        });
                    }
                },
            }
        }
        true
    }
}

/// Where the modules that a file declares lie.
fn folder_of(file: &str, is_root: bool) -> String {
    let (folder, name) = file.rsplit_once('/').map_or(("", file), |(folder, name)| (folder, name));
    let own = name.trim_end_matches(".rs");
    let inner = if is_root || name == "mod.rs" { "" } else { own };
    [folder, inner].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/")
}

/// Reads a file's items from its tokens into the graph.
struct Reader<'g, 'a, 't> {
    graph: &'g mut Graph<'a>,
    tokens: &'t [Token<'t>],
    at: usize,
    folder: String,
}

impl Reader<'_, '_, '_> {
    fn text(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text)
    }

    fn is_word(&self, ahead: usize) -> bool {
        self.tokens.get(self.at + ahead).is_some_and(|token| token.kind == Kind::Word)
    }

    /// Reads up to the brace that closes the module.
    fn read(&mut self, module: usize) {
        let (mut depth, mut is_public, mut is_exported, mut own_path) = (0, false, false, None);
        while self.at < self.tokens.len() {
            match self.text(0) {
                "#" => {
                    let attribute = self.attribute();
                    if attribute == "cfg(test)" || attribute.starts_with("cfg(all(test,") {
                        self.skip_item();
                    } else if let Some(path) = attribute.strip_prefix("path=") {
                        own_path = Some(path.trim_matches('"').to_string());
                    } else if attribute == "macro_export" {
                        is_exported = true;
                    }
                    continue;
                }
                "{" => depth += 1,
                "}" if depth == 0 => return,
                "}" => depth -= 1,
                "pub" => {
                    is_public = true;
                    if self.text(1) == "(" {
                        self.at += 1;
                        self.skip_group();
                        continue;
                    }
                    self.at += 1;
                    continue;
                }
                "mod" if self.is_word(1) => self.module(module, own_path.take()),
                "use" if self.text(1) != "<" => {
                    self.at += 1;
                    self.use_tree(module, &mut Vec::new(), is_public);
                }
                "macro_rules" if self.text(1) == "!" => {
                    let (name, file) = (self.text(2).to_string(), self.graph.modules[module].file.clone());
                    if std::mem::take(&mut is_exported) {
                        self.graph.macros.insert(name.clone(), file);
                    }
                    self.graph.modules[module].items.insert(name);
                }
                "fn" | "struct" | "enum" | "const" | "static" | "type" | "trait" | "union" if depth == 0 && self.is_word(1) => {
                    // `const fn`, `static mut`
                    let ahead = if matches!(self.text(1), "fn" | "mut" | "unsafe") { 2 } else { 1 };
                    let name = self.text(ahead).to_string();
                    self.graph.modules[module].items.insert(name);
                }
                // The rest of a path behind `::<T>` begins nothing.
                _ if self.is_word(0) && self.text(1) == "::" && (self.at == 0 || self.tokens[self.at - 1].text != "::") => {
                    let line = self.tokens[self.at].line;
                    let mut path = vec![self.text(0).to_string()];
                    while self.text(1) == "::" && self.is_word(2) {
                        self.at += 2;
                        path.push(self.text(0).to_string());
                    }
                    self.graph.mentions.push(Mention { module, path, line });
                }
                _ => {}
            }
            is_public = false;
            self.at += 1;
        }
    }

    /// `mod x;` or `mod x { … }`, with the cursor on `mod`; leaves it on the last token.
    fn module(&mut self, parent: usize, own_path: Option<String>) {
        let name = self.text(1).to_string();
        let folder = if self.folder.is_empty() { String::new() } else { format!("{}/", self.folder) };
        if self.text(2) == "{" {
            self.at += 3;
            let file = self.graph.modules[parent].file.clone();
            let module = self.graph.add_module(file, Some(parent));
            self.graph.modules[parent].children.insert(name.clone(), module);
            let outer = std::mem::replace(&mut self.folder, format!("{folder}{name}"));
            self.read(module);
            self.folder = outer;
        } else if self.text(2) == ";" {
            self.at += 2;
            let candidates = match own_path {
                // Beside the file that declares it.
                Some(path) => {
                    let file = &self.graph.modules[parent].file;
                    vec![file.rsplit_once('/').map_or(path.clone(), |(folder, _)| format!("{folder}/{path}"))]
                }
                None => vec![format!("{folder}{name}.rs"), format!("{folder}{name}/mod.rs")],
            };
            let sources = self.graph.sources;
            let Some(file) = candidates.into_iter().find(|file| sources.is_some_and(|sources| sources.contains_key(file))) else { return };
            let module = self.graph.add_file(file, Some(parent));
            self.graph.modules[parent].children.insert(name, module);
        }
    }

    /// One branch of a `use`, after `prefix`; leaves the cursor on what ends it.
    fn use_tree(&mut self, module: usize, prefix: &mut Vec<String>, is_public: bool) {
        let length = prefix.len();
        let line = self.tokens.get(self.at).map_or(0, |token| token.line);
        if self.text(0) == "$" {
            self.at += 1;
        }
        loop {
            if self.text(0) == "{" {
                self.at += 1;
                while !matches!(self.text(0), "}" | "") {
                    self.use_tree(module, prefix, is_public);
                    if self.text(0) == "," {
                        self.at += 1;
                    }
                }
                self.at += 1;
                break;
            }
            if self.text(0) == "*" {
                self.at += 1;
                self.graph.modules[module].globs.push(prefix.clone());
                self.mention(module, prefix, line, is_public);
                break;
            }
            if self.is_word(0) {
                prefix.push(self.text(0).to_string());
            }
            self.at += 1;
            if self.text(0) != "::" {
                if prefix.len() > 1 && prefix.last().is_some_and(|last| last == "self") {
                    prefix.pop();
                }
                let mut name = prefix.last().cloned().unwrap_or_default();
                if self.text(0) == "as" {
                    name = self.text(1).to_string();
                    self.at += 2;
                }
                self.graph.modules[module].imports.insert(name, prefix.clone());
                self.mention(module, prefix, line, is_public);
                break;
            }
            self.at += 1;
        }
        prefix.truncate(length);
    }

    fn mention(&mut self, module: usize, path: &[String], line: usize, is_public: bool) {
        if !is_public && !path.is_empty() {
            self.graph.mentions.push(Mention { module, path: path.to_vec(), line });
        }
    }

    /// The text of an attribute without blanks; the cursor goes behind it.
    fn attribute(&mut self) -> String {
        self.at += 1;
        if self.text(0) == "!" {
            self.at += 1;
        }
        if self.text(0) != "[" {
            return String::new();
        }
        let start = self.at + 1;
        self.skip_group();
        self.tokens[start..self.at.saturating_sub(1).max(start)].iter().map(|token| token.text).collect()
    }

    /// From an opening bracket to behind the one that closes it.
    fn skip_group(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.text(0) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// The item, field or statement behind an attribute.
    fn skip_item(&mut self) {
        while self.text(0) == "#" {
            self.attribute();
        }
        let is_item = matches!(
            self.text(0),
            "pub" | "fn" | "mod" | "use" | "impl" | "const" | "static" | "struct" | "enum" | "trait" | "unsafe" | "type" | "extern"
        );
        while self.at < self.tokens.len() {
            match self.text(0) {
                "{" => return self.skip_group(),
                "(" | "[" => self.skip_group(),
                "}" => return,
                ";" => {
                    self.at += 1;
                    return;
                }
                "," if !is_item => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> Sources {
        files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
    }

    fn shown(files: &[(&str, &str)]) -> Vec<String> {
        edges(&sources(files)).iter().map(|edge| format!("{} {}", edge.from, edge.to)).collect()
    }

    #[test]
    fn paths_lead_to_the_deepest_file() {
        let files = [
            ("lib.rs", "mod a; mod b; pub use a::Thing;"),
            ("a/mod.rs", "mod inner; pub use inner::{Deep, other as Other}; pub struct Thing;"),
            ("a/inner.rs", "pub struct Deep; pub fn other() { super::Thing; }"),
            ("b.rs", "use crate::{Thing, a::{self, Deep}}; fn f() { crate::a::inner::other::<u8>(); }"),
        ];
        assert_eq!(shown(&files), ["a/inner.rs a/mod.rs", "b.rs a/inner.rs", "b.rs a/mod.rs"]);
    }

    #[test]
    fn paths_may_begin_with_a_module() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a/mod.rs", "mod child; mod other; use child::Thing; fn f() { other::g::<u8>(); std::mem::take(); }"),
            ("a/child.rs", "use super::f; pub struct Thing;"),
            ("a/other.rs", "pub fn g() { Vec::<u8>::child::new(); }"),
            ("b.rs", "use crate::c; fn f() { c::inner::g(); }"),
            ("c/mod.rs", "pub mod inner;"),
            ("c/inner.rs", "pub fn g() {}"),
        ];
        let found = ["a/child.rs a/mod.rs", "a/mod.rs a/child.rs", "a/mod.rs a/other.rs", "b.rs c/inner.rs", "b.rs c/mod.rs"];
        assert_eq!(shown(&files), found);
        assert_eq!(circles(&edges(&sources(&files))), [["a/child.rs", "a/mod.rs"]]);
    }

    #[test]
    fn globs_are_followed_where_they_define_the_name() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; mod d; pub use a::*; pub use b::*;"),
            ("a.rs", "pub struct A;"),
            ("b.rs", "pub struct B;"),
            ("c.rs", "use crate::B;"),
            ("d.rs", "use crate::*;"),
        ];
        assert_eq!(shown(&files), ["c.rs b.rs", "d.rs lib.rs"]);
    }

    #[test]
    fn tests_declarations_texts_and_other_crates_are_no_edges() {
        let files = [
            ("lib.rs", "mod a; mod b; #[cfg(test)] mod tests; #[path = \"other_name.rs\"] mod c; use std::fmt; pub(crate) use a::A as Z;"),
            (
                "a.rs",
                "#[cfg(test)] mod tests { use crate::b::B; } // crate::b\n const X: &str = \"crate::b::B\"; #[cfg(test)] use super::b;",
            ),
            (
                "b.rs",
                "use super::fmt; struct S { #[cfg(test)] x: crate::a::A, y: crate::c::C } mod inner { use super::super::a; use super::S; }",
            ),
            ("other_name.rs", "pub struct C;"),
            ("tests.rs", "use crate::a;"),
        ];
        assert_eq!(shown(&files), ["b.rs a.rs", "b.rs lib.rs", "b.rs other_name.rs"]);
    }

    #[test]
    fn generated_files_and_macros() {
        let files = [
            ("lib.rs", "mod a; mod generated; mod m;"),
            ("a.rs", "pub fn f() { crate::generated::TABLE; crate::list!(); }"),
            ("generated.rs", "pub const TABLE: u8 = crate::a::f();"),
            ("m.rs", "#[macro_export] macro_rules! list { () => { $crate::a::f() } }"),
        ];
        assert_eq!(shown(&files), ["a.rs generated.rs", "a.rs m.rs", "m.rs a.rs"]);
        assert_eq!(circles(&edges(&sources(&files))), [["a.rs", "m.rs"]]);
    }

    #[test]
    fn circles_are_components() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; mod d; mod e; use self::a::A;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "use crate::c::C; pub struct B;"),
            ("c.rs", "use crate::a::A; use crate::d::D; pub struct C;"),
            ("d.rs", "use super::e::E; pub struct D;"),
            ("e.rs", "use super::d::D; pub struct E;"),
        ];
        assert_eq!(circles(&edges(&sources(&files))), [vec!["a.rs", "b.rs", "c.rs"], vec!["d.rs", "e.rs"]]);
    }
}
