//! Makes the model of a stub file (its functions, classes, constants and settings) from the syntax tree that the parser gives.

use loxo_syntax::Parsed;
use loxo_syntax::ast::{self, ClassKind, ClassRef, Expr, ExprKind, FunctionDecl, MemberKind, Modifiers, NameKind, StmtKind};

use super::eval::Evaluator;
use super::model::{Class, Const, Constant, Default, Doc, Function, Ini, Param, Property, Scope, StubFile};
use super::{doc, types};
use crate::Result;

/// A parsed stub file and what is needed to read it.
pub struct Source<'a> {
    pub krate: usize,
    pub path: std::path::PathBuf,
    pub text: &'a [u8],
    pub parsed: Parsed<'a>,
    /// The comment after `<?php` if an empty line follows it: it speaks of the file.
    pub file_doc: Option<&'a [u8]>,
}

impl<'a> Source<'a> {
    pub fn new(krate: usize, path: std::path::PathBuf, text: &'a [u8], parsed: Parsed<'a>) -> Source<'a> {
        Source { krate, path, text, parsed, file_doc: file_doc(text) }
    }

    fn fail(&self, offset: u32, error: impl std::fmt::Display) -> Box<dyn std::error::Error> {
        format!("{}:{}: {error}", self.path.display(), self.parsed.lines.line(offset)).into()
    }

    fn doc(&self, doc: Option<&'a [u8]>, offset: u32) -> Result<Doc> {
        match doc {
            Some(text) if !self.file_doc.is_some_and(|f| std::ptr::eq(f.as_ptr(), text.as_ptr())) => {
                doc::parse(&String::from_utf8_lossy(text)).map_err(|e| self.fail(offset, e))
            }
            _ => Ok(Doc::default()),
        }
    }

    /// Statements with the namespace that they stand in, prefix included.
    fn statements(&self) -> Vec<(String, &'a ast::Stmt<'a>)> {
        let mut all = Vec::new();
        let mut prefix = String::new();
        for stmt in self.parsed.file.stmts {
            match stmt.kind {
                StmtKind::Namespace { name, body } => {
                    prefix = name.map(|n| format!("{}\\", String::from_utf8_lossy(n.text))).unwrap_or_default();
                    all.extend(body.unwrap_or_default().iter().map(|inner| (prefix.clone(), inner)));
                    if body.is_some() {
                        prefix.clear();
                    }
                }
                _ => all.push((prefix.clone(), stmt)),
            }
        }
        all
    }
}

fn file_doc(text: &[u8]) -> Option<&[u8]> {
    let start = text.windows(3).position(|w| w == b"/**")?;
    if !text[..start].strip_prefix(b"<?php")?.iter().all(u8::is_ascii_whitespace) {
        return None;
    }
    let end = start + text[start..].windows(2).position(|w| w == b"*/")? + 2;
    text[end..].starts_with(b"\n\n").then_some(&text[start..end])
}

/// First pass: every constant becomes known to the evaluator.
pub fn declare_constants<'a>(source: &Source<'a>, evaluator: &mut Evaluator<'a>) -> Result<()> {
    for (prefix, stmt) in source.statements() {
        let mut scope = Scope { prefix, class: None };
        match stmt.kind {
            StmtKind::Const { items, .. } => {
                for item in items {
                    declare_constant(source, evaluator, item, None, &scope)?;
                }
            }
            StmtKind::Class(class) => {
                let name = format!("{}{}", scope.prefix, class.name.map(text).unwrap_or_default());
                scope.class = Some(name.clone());
                for member in class.members {
                    match member.kind {
                        MemberKind::Const { ty, items, .. } => {
                            for item in items {
                                declare_constant(source, evaluator, item, ty, &scope)?;
                            }
                        }
                        MemberKind::Case { name: case, .. } => {
                            evaluator.declare_value(format!("{name}::{}", text(case)), Const::Runtime);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// `Namespace\NAME`, `Namespace\Class::NAME`
fn full_name(scope: &Scope, name: &str) -> String {
    match &scope.class {
        Some(class) => format!("{class}::{name}"),
        None => format!("{}{name}", scope.prefix),
    }
}

fn declare_constant<'a>(
    source: &Source<'a>,
    evaluator: &mut Evaluator<'a>,
    item: &ast::ConstItem<'a>,
    ty: Option<ast::Type<'a>>,
    scope: &Scope,
) -> Result<()> {
    let name = full_name(scope, &text(item.name));
    let doc = source.doc(item.doc, item.name.span.lo)?;
    let Some(code) = doc.cvalue else {
        return evaluator.declare(name, item.value, scope).map_err(|e| source.fail(item.name.span.lo, e));
    };
    let declared = ty.map(|ty| types::read(&ty, scope).text).or(doc.var).unwrap_or_default();
    let ty = ["int", "float", "string", "bool"].into_iter().find(|known| *known == declared).unwrap_or_default();
    let code = if ty.is_empty() { doc::rust_path(&code) } else { code };
    evaluator.declare_value(name, Const::Rust(ty, code));
    Ok(())
}

/// Second pass: the whole file.
pub fn read<'a>(source: &Source<'a>, evaluator: &mut Evaluator<'a>) -> Result<StubFile> {
    let file_doc = match source.file_doc {
        Some(text) => doc::parse(&String::from_utf8_lossy(text)).map_err(|e| source.fail(0, e))?,
        None => Doc::default(),
    };
    let stem = source.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut file = StubFile {
        module: file_doc.module.clone().unwrap_or_else(|| format!("crate::{}", super::names::ident(&stem))),
        functions: Vec::new(),
        classes: Vec::new(),
        constants: Vec::new(),
        ini: file_doc.ini.iter().map(|line| ini(line)).collect::<Result<_>>().map_err(|e| source.fail(0, e))?,
    };
    let mut reader = Reader { source, evaluator };
    for (prefix, stmt) in source.statements() {
        let scope = Scope { prefix, class: None };
        match stmt.kind {
            StmtKind::Function(decl) => file.functions.push(reader.function(&scope, decl, Modifiers::default())?),
            StmtKind::Class(decl) => file.classes.push(reader.class(&scope, decl)?),
            StmtKind::Const { items, .. } => {
                for item in items {
                    file.constants.push(reader.constant(&scope, item, None, Vec::new())?);
                }
            }
            StmtKind::Namespace { .. } | StmtKind::Nop => {}
            _ => return Err(source.fail(stmt.span.lo, "stubs declare functions, classes and constants, and nothing else")),
        }
    }
    Ok(file)
}

/// `name "default" access [path of a function]`, or `name null access ...`
fn ini(line: &str) -> Result<Ini> {
    let usage = || format!("@ini name \"default\"|null all|perdir|system|perdir-only|user [on_change]: {line}");
    let (name, rest) = line.split_once(' ').ok_or_else(usage)?;
    let (default, rest) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map(|(default, rest)| (Some(default.to_string()), rest)).ok_or_else(usage)?,
        None => (None, rest.strip_prefix("null").ok_or_else(usage)?),
    };
    let mut words = rest.split_whitespace();
    let access = match words.next() {
        Some("all") => "All",
        Some("perdir") => "PerDir",
        Some("perdir-only") => "PerDirOnly",
        Some("user") => "User",
        Some("system") => "System",
        _ => return Err(usage().into()),
    };
    Ok(Ini { name: name.into(), default, access, on_change: words.next().map(doc::rust_path) })
}

struct Reader<'r, 'a> {
    source: &'r Source<'a>,
    evaluator: &'r mut Evaluator<'a>,
}

impl<'a> Reader<'_, 'a> {
    fn eval(&mut self, expr: Expr<'a>, scope: &Scope) -> Result<Const> {
        self.evaluator.eval(expr, scope).map_err(|e| self.source.fail(expr.span.lo, e))
    }

    fn function(&mut self, scope: &Scope, decl: &'a FunctionDecl<'a>, modifiers: Modifiers) -> Result<Function> {
        let doc = self.source.doc(decl.doc, decl.span.lo)?;
        let params = decl.params.iter().map(|param| self.param(param, &doc, scope)).collect::<Result<Vec<_>>>()?;
        let line = self.source.parsed.lines.line(decl.span.lo);
        let function = Function {
            name: match (&scope.class, doc.name.clone().unwrap_or_else(|| text(decl.name))) {
                (Some(_), name) => name,
                (None, name) => format!("{}{name}", scope.prefix),
            },
            params,
            ret: decl.return_type.as_ref().map(|ty| types::read(ty, scope)),
            by_ref: decl.by_ref,
            is_static: modifiers.has(Modifiers::STATIC),
            is_abstract: decl.body.is_none(),
            is_final: modifiers.has(Modifiers::FINAL),
            visibility: match () {
                () if modifiers.has(Modifiers::PRIVATE) => "PRIVATE",
                () if modifiers.has(Modifiers::PROTECTED) => "PROTECTED",
                () => "",
            },
            doc,
            place: format!("{}:{line}", self.source.path.display()),
        };
        let named = [
            &function.doc.prefer_ref,
            &function.doc.path,
            &function.doc.value,
            &function.doc.optional,
            &function.doc.resource,
            &function.doc.unchecked,
        ];
        for name in named.into_iter().flatten() {
            if !function.params.iter().any(|param| param.name == *name) {
                return Err(self.source.fail(decl.span.lo, format!("there is no parameter ${name}")));
            }
        }
        Ok(function)
    }

    fn param(&mut self, param: &ast::Param<'a>, doc: &Doc, scope: &Scope) -> Result<Param> {
        let name = text(param.var);
        let default = match param.default {
            Some(expr) => Some(Default { text: self.default_text(expr, scope), value: self.eval(expr, scope)? }),
            None => None,
        };
        let listed = |names: &[String]| names.contains(&name);
        Ok(Param {
            ty: param.ty.as_ref().map(|ty| types::read(ty, scope)),
            by_ref: param.by_ref,
            variadic: param.variadic,
            default,
            sensitive: attributes(param.attrs).any(|a| a.name.text == b"SensitiveParameter"),
            prefer_ref: listed(&doc.prefer_ref),
            path: listed(&doc.path),
            as_value: listed(&doc.value),
            unchecked: listed(&doc.unchecked),
            as_option: listed(&doc.optional),
            resource: listed(&doc.resource),
            name,
        })
    }

    /// A default as reflection shows it: the class of a constant with its namespace.
    fn default_text(&self, expr: Expr<'a>, scope: &Scope) -> String {
        let text = self.text_of(expr);
        match *expr.kind {
            ExprKind::ClassConst { class: ClassRef::Name(name), .. } if name.kind == NameKind::Unqualified && name.text != b"self" => {
                format!("{}{text}", scope.prefix)
            }
            _ => text,
        }
    }

    fn text_of(&self, expr: Expr<'a>) -> String {
        let bytes = &self.source.text[expr.span.lo as usize..expr.span.hi as usize];
        String::from_utf8_lossy(bytes).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn constant(
        &mut self,
        scope: &Scope,
        item: &ast::ConstItem<'a>,
        ty: Option<&ast::Type<'a>>,
        flags: Vec<&'static str>,
    ) -> Result<Constant> {
        let doc = self.source.doc(item.doc, item.name.span.lo)?;
        let full = full_name(scope, &text(item.name));
        let value = self.evaluator.constant(&full).map_err(|e| self.source.fail(item.name.span.lo, e))?;
        let name = if scope.class.is_some() { text(item.name) } else { full };
        Ok(Constant { name, value, ty: ty.map(|ty| types::read(ty, scope)), flags, deprecated: doc.deprecated })
    }

    fn class(&mut self, outer: &Scope, decl: &'a ast::ClassDecl<'a>) -> Result<Class> {
        let name = format!("{}{}", outer.prefix, decl.name.map(text).unwrap_or_default());
        let scope = &Scope { prefix: outer.prefix.clone(), class: Some(name.clone()) };
        let resolve = |name: &ast::Name<'_>| scope.class_name(name);
        let mut class = Class {
            kind: match decl.kind {
                ClassKind::Class => "",
                ClassKind::Interface => "INTERFACE",
                ClassKind::Trait => "TRAIT",
                ClassKind::Enum => "ENUM",
            },
            is_abstract: decl.modifiers.has(Modifiers::ABSTRACT),
            is_final: decl.modifiers.has(Modifiers::FINAL),
            is_readonly: decl.modifiers.has(Modifiers::READONLY),
            parent: decl.extends.as_ref().map(resolve),
            interfaces: decl.implements.iter().map(resolve).collect(),
            backing: decl.backing.as_ref().map(|ty| types::read(ty, scope).text).unwrap_or_default(),
            constants: Vec::new(),
            properties: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
            doc: self.source.doc(decl.doc, decl.span.lo)?,
            name,
        };
        for attribute in attributes(decl.attrs) {
            let mut args = Vec::new();
            for arg in attribute.args.unwrap_or_default() {
                args.push(self.eval(arg.value, scope)?);
            }
            class.attributes.push((scope.class_name(&attribute.name), args));
        }
        for member in decl.members {
            self.member(scope, &mut class, member)?;
        }
        Ok(class)
    }

    fn member(&mut self, scope: &Scope, class: &mut Class, member: &'a ast::Member<'a>) -> Result<()> {
        match member.kind {
            MemberKind::Const { modifiers, ty, items, .. } => {
                for item in items {
                    class.constants.push(self.constant(scope, item, ty.as_ref(), member_flags(modifiers))?);
                }
            }
            MemberKind::Case { name: case, value, .. } => {
                let value = match value {
                    Some(value) => self.eval(value, scope)?,
                    None => Const::Null,
                };
                class.constants.push(Constant { name: text(case), value, ty: None, flags: vec!["CASE"], deprecated: None });
            }
            MemberKind::Property { modifiers, ty, items, .. } => {
                for item in items {
                    let default = match item.default {
                        Some(value) => Some(self.eval(value, scope)?),
                        None => None,
                    };
                    let mut flags = member_flags(modifiers);
                    if class.is_readonly && !flags.contains(&"READONLY") {
                        flags.push("READONLY");
                    }
                    let name = text(item.var);
                    if class.doc.is_virtual && !flags.contains(&"STATIC") && !class.doc.stored.contains(&name) {
                        flags.push("VIRTUAL");
                    }
                    class.properties.push(Property { name, ty: ty.as_ref().map(|ty| types::read(ty, scope)), flags, default });
                }
            }
            MemberKind::Method { modifiers, func } => class.methods.push(self.function(scope, func, modifiers)?),
            MemberKind::TraitUse { .. } => return Err(self.source.fail(member.span.lo, "builtin classes use no traits")),
        }
        Ok(())
    }
}

fn member_flags(modifiers: Modifiers) -> Vec<&'static str> {
    let known = [
        (Modifiers::PROTECTED, "PROTECTED"),
        (Modifiers::PRIVATE, "PRIVATE"),
        (Modifiers::STATIC, "STATIC"),
        (Modifiers::ABSTRACT, "ABSTRACT"),
        (Modifiers::FINAL, "FINAL"),
        (Modifiers::READONLY, "READONLY"),
        (Modifiers::PROTECTED_SET, "PROTECTED_SET"),
        (Modifiers::PRIVATE_SET, "PRIVATE_SET"),
    ];
    let mut flags: Vec<&'static str> = known.into_iter().filter(|(bit, _)| modifiers.has(*bit)).map(|(_, name)| name).collect();
    if !flags.contains(&"PROTECTED") && !flags.contains(&"PRIVATE") {
        flags.insert(0, "PUBLIC");
    }
    flags
}

fn attributes<'a>(groups: &'a [ast::AttributeGroup<'a>]) -> impl Iterator<Item = &'a ast::Attribute<'a>> {
    groups.iter().flat_map(|group| group.attrs)
}

fn text(ident: ast::Ident<'_>) -> String {
    String::from_utf8_lossy(ident.name).into_owned()
}
