//! Compiles declarations of classes, interfaces, traits and enums.

use std::sync::atomic::Ordering;

use loxo_bytecode::{Bytes, ClassDecl, ClassFlags, FnFlags, OpCode, TypeMask};
use loxo_syntax::ast::{ClassDecl as AstClass, ClassKind, Member, MemberKind, Modifiers, Name, TraitRule as AstRule};

use crate::attributes::Target;
use crate::state::class_builder::ClassBuilder;
use crate::state::compiler::Compiler;
use crate::state::diagnostics::{CompileError, CompileResult, Level, text};
use crate::state::function_builder::Arg;
use crate::state::names::{is_reserved_class, lower};

impl<'a> Compiler<'a> {
    pub(crate) fn class_stmt(&mut self, decl: &'a AstClass<'a>, top_level: bool) -> CompileResult<()> {
        let Some(ident) = decl.name else { return Ok(()) };
        if self.class.is_some() {
            return self.fail("Class declarations may not be nested");
        }
        let name = self.declared_class_name(decl, ident.name)?;
        if !top_level {
            self.note_constant_methods(&name, decl, false);
        }
        let mut flags = self.class_flags(decl);
        if top_level {
            flags.set(ClassFlags::TOP_LEVEL);
        }
        let index = self.compile_class(decl, name, flags)?;
        if top_level {
            self.unit.hoisted_classes.push(index);
        }
        // A parent that cannot be found is an error of the declaration's first line.
        self.line = self.line_at(decl.span.lo);
        self.put(OpCode::DeclareClass, [Arg::Raw(index), Arg::No, Arg::No], 0, 0);
        Ok(())
    }

    fn declared_class_name(&mut self, decl: &AstClass<'a>, unqualified: &[u8]) -> CompileResult<Vec<u8>> {
        let what = match decl.kind {
            ClassKind::Class => "a class name",
            ClassKind::Interface => "an interface name",
            ClassKind::Trait => "a trait name",
            ClassKind::Enum => "an enum name",
        };
        if is_reserved_class(unqualified) {
            return self.fail(format!("Cannot use \"{}\" as {what} as it is reserved", text(unqualified)));
        }
        if unqualified == b"_" {
            self.note(Level::Deprecated, format!("Using \"_\" as {what} is deprecated since 8.4"));
        }
        let name = self.with_namespace(unqualified);
        let lc = lower(&name);
        if let Some(import) = self.names.classes.get(unqualified)
            && !import.eq_ignore_ascii_case(&lc)
        {
            return self.fail(format!("Cannot redeclare class {} (previously declared as local import)", text(&name)));
        }
        self.names.seen_classes.insert(lc.into());
        Ok(name.into_owned())
    }

    fn class_flags(&self, decl: &AstClass<'a>) -> ClassFlags {
        let mut flags = match decl.kind {
            ClassKind::Class => ClassFlags::default(),
            ClassKind::Interface => ClassFlags::INTERFACE,
            ClassKind::Trait => ClassFlags::TRAIT,
            ClassKind::Enum => ClassFlags::ENUM.with(ClassFlags::FINAL),
        };
        let pairs = [
            (Modifiers::ABSTRACT, ClassFlags::ABSTRACT),
            (Modifiers::FINAL, ClassFlags::FINAL),
            (Modifiers::READONLY, ClassFlags::READONLY),
        ];
        for (modifier, flag) in pairs {
            if decl.modifiers.has(modifier) {
                flags.set(flag);
            }
        }
        if self.strict_types {
            flags.set(ClassFlags::STRICT_TYPES);
        }
        flags
    }

    /// The index of an anonymous class in the unit.
    pub(crate) fn anonymous_class(&mut self, decl: &'a AstClass<'a>) -> CompileResult<u32> {
        let line = self.line_at(decl.span.lo);
        let prefix = match (&decl.extends, decl.implements) {
            (Some(parent), _) => self.plain_class_name(parent, "class name")?.into_owned(),
            (None, [first, ..]) => self.plain_class_name(first, "interface name")?.into_owned(),
            _ => b"class".to_vec(),
        };
        let number = match self.opts.anonymous {
            Some(next) => next.fetch_add(1, Ordering::Relaxed),
            None => self.anon_classes,
        };
        self.anon_classes += 1;
        let mut name = prefix;
        name.extend_from_slice(b"@anonymous\0");
        name.extend_from_slice(self.opts.path);
        name.extend_from_slice(format!(":{line}${number:x}").as_bytes());
        let flags = self.class_flags(decl).with(ClassFlags::ANONYMOUS);
        self.compile_class(decl, name, flags)
    }

    fn compile_class(&mut self, decl: &'a AstClass<'a>, name: Vec<u8>, flags: ClassFlags) -> CompileResult<u32> {
        self.check_depth()?;
        self.line = self.line_at(decl.span.lo);
        // Members nested in it may declare classes too; the outer one comes first.
        let index = self.unit.classes.len() as u32;
        self.unit.classes.push(ClassDecl::default());
        let mut cx = Box::<ClassBuilder>::default();
        cx.decl.name = name.into();
        cx.decl.flags = flags;
        cx.decl.doc = decl.doc.map(Into::into);
        cx.decl.start_line = self.line;
        cx.decl.end_line = self.line_at(decl.end);
        if let Some(parent) = &decl.extends {
            cx.decl.parent = Some(self.plain_class_name(parent, "class name")?.into());
        }
        let outer = self.class.replace(cx);
        let result = self.class_inside(decl);
        let cx = std::mem::replace(&mut self.class, outer);
        result?;
        if let Some(cx) = cx {
            self.unit.classes[index as usize] = cx.decl;
        }
        self.line = self.line_at(decl.end);
        Ok(index)
    }

    pub(crate) fn cx(&mut self) -> CompileResult<&mut ClassBuilder> {
        match &mut self.class {
            Some(cx) => Ok(cx),
            None => Err(CompileError::new("Class member outside of a class", self.line)),
        }
    }

    fn class_inside(&mut self, decl: &'a AstClass<'a>) -> CompileResult<()> {
        let line = self.line;
        let attributes = self.attributes(decl.attrs, Target::CLASS, None)?;
        self.cx()?.decl.attributes = attributes;
        for name in decl.implements {
            let resolved = self.plain_class_name(name, "interface name")?;
            self.cx()?.decl.interfaces.push(resolved.into());
        }
        if decl.kind == ClassKind::Enum {
            self.enum_head(decl)?;
        }
        for member in decl.members {
            self.member(member)?;
        }
        self.line = line;
        if decl.kind == loxo_syntax::ast::ClassKind::Enum {
            let given: &[&[u8]] = if decl.backing.is_some() { &[b"cases", b"from", b"tryFrom"] } else { &[b"cases"] };
            for name in given {
                if self.cx()?.methods.contains(&*lower(name)) {
                    return self.fail(format!("Cannot redeclare {}::{}()", text(decl.name.map_or(&b""[..], |n| n.name)), text(name)));
                }
            }
        }
        self.verify_abstract()
    }

    fn enum_head(&mut self, decl: &'a AstClass<'a>) -> CompileResult<()> {
        if let Some(ty) = &decl.backing {
            let spec = self.type_spec(ty)?;
            if !spec.classes.is_empty() || (spec.mask != TypeMask::INT && spec.mask != TypeMask::STRING) {
                return self.fail(format!("Enum backing type must be int or string, {} given", text(&spec.text)));
            }
            self.cx()?.decl.backing = Some(spec);
        }
        let backed = decl.backing.is_some();
        let cx = self.cx()?;
        cx.decl.interfaces.push(b"UnitEnum".as_slice().into());
        if backed {
            cx.decl.interfaces.push(b"BackedEnum".as_slice().into());
        }
        cx.properties.insert(b"name".as_slice().into());
        if backed {
            cx.properties.insert(b"value".as_slice().into());
        }
        Ok(())
    }

    fn member(&mut self, member: &'a Member<'a>) -> CompileResult<()> {
        self.at(member.span);
        match member.kind {
            MemberKind::Const { attrs, modifiers, ty, items } => self.class_constants(attrs, modifiers, ty.as_ref(), items),
            MemberKind::Property { attrs, modifiers, ty, items } => self.properties(attrs, modifiers, ty.as_ref(), items),
            MemberKind::Method { modifiers, func } => self.method(modifiers, func),
            MemberKind::Case { attrs, name, value, doc } => self.enum_case(attrs, name, value, doc),
            MemberKind::TraitUse { traits, rules } => self.trait_use(traits, rules),
        }
    }

    // --------------------------------------------------------------------------------------------------------------------- traits

    fn trait_use(&mut self, traits: &'a [Name<'a>], rules: &'a [AstRule<'a>]) -> CompileResult<()> {
        for name in traits {
            if self.cx()?.is_interface() {
                let class = text(&self.cx()?.decl.name).into_owned();
                return self.fail(format!("Cannot use traits inside of interfaces. {} is used in {class}", text(name.text)));
            }
            let resolved = self.plain_class_name(name, "trait name")?;
            self.cx()?.decl.trait_uses.push(resolved.into());
        }
        for rule in rules {
            let rule = self.trait_rule(rule)?;
            self.cx()?.decl.trait_rules.push(rule);
        }
        Ok(())
    }

    fn trait_rule(&mut self, rule: &AstRule<'a>) -> CompileResult<loxo_bytecode::TraitRule> {
        match rule {
            AstRule::Precedence { class, method, instead_of } => {
                let class = self.plain_class_name(class, "trait name")?.into();
                let names: CompileResult<Vec<Bytes>> =
                    instead_of.iter().map(|n| Ok(self.plain_class_name(n, "trait name")?.into())).collect();
                Ok(loxo_bytecode::TraitRule::Precedence { class, method: method.name.into(), instead_of: names? })
            }
            AstRule::Alias { class, method, modifiers, alias } => {
                if modifiers.has(Modifiers::STATIC) {
                    return self.fail("Cannot use \"static\" as method modifier in trait alias");
                }
                if modifiers.has(Modifiers::ABSTRACT) {
                    return self.fail("Cannot use \"abstract\" as method modifier in trait alias");
                }
                let class = class.as_ref().map(|c| self.plain_class_name(c, "trait name")).transpose()?;
                Ok(loxo_bytecode::TraitRule::Alias {
                    class: class.map(Into::into),
                    method: method.name.into(),
                    flags: crate::members::member_flags(*modifiers),
                    alias: alias.map(|a| a.name.into()),
                })
            }
        }
    }

    // --------------------------------------------------------------------------------------------------------------------- checks

    fn verify_abstract(&mut self) -> CompileResult<()> {
        let cx = self.cx()?;
        let exempt = ClassFlags::INTERFACE.with(ClassFlags::TRAIT).with(ClassFlags::ABSTRACT);
        if !cx.implicitly_abstract || cx.decl.flags.any(exempt) || cx.abstracts.is_empty() {
            return Ok(());
        }
        let count = cx.abstracts.len();
        let class = text(&cx.decl.name).into_owned();
        let mut list = cx.abstracts.iter().take(3).map(|m| format!("{class}::{m}")).collect::<Vec<_>>().join(", ");
        if count > 3 {
            list.push_str(", ...");
        }
        let s = if count > 1 { "s" } else { "" };
        if cx.is_enum() {
            let message = format!("Enum {class} must implement {count} abstract private method{s} ({list})");
            return Err(CompileError { plain: true, ..self.error(message) });
        }
        let message = format!(
            "Class {class} contains {count} abstract method{s} and must therefore be declared abstract \
             or implement the remaining methods ({list})"
        );
        Err(CompileError { plain: true, ..self.error(message) })
    }

    /// The rules for `__construct`, `__get` and their like, at the end of such a method.
    pub(crate) fn check_magic_method(&mut self) -> CompileResult<()> {
        let lc = lower(&self.f.out.name);
        if !lc.starts_with(b"__") {
            return Ok(());
        }
        // (arguments, static, public, types of the arguments, return type)
        type Rule = (Option<usize>, Option<bool>, bool, &'static [TypeMask], Option<TypeMask>);
        const STR: TypeMask = TypeMask::STRING;
        let no_return = TypeMask(0);
        let rule: Rule = match &*lc {
            b"__construct" => (None, Some(false), false, &[], Some(no_return)),
            b"__destruct" => (Some(0), Some(false), false, &[], Some(no_return)),
            b"__clone" => (Some(0), Some(false), false, &[], Some(TypeMask::VOID)),
            b"__get" => (Some(1), Some(false), true, &[STR], None),
            b"__set" => (Some(2), Some(false), true, &[STR], Some(TypeMask::VOID)),
            b"__unset" => (Some(1), Some(false), true, &[STR], Some(TypeMask::VOID)),
            b"__isset" => (Some(1), Some(false), true, &[STR], Some(TypeMask::BOOL)),
            b"__call" => (Some(2), Some(false), true, &[STR, TypeMask::ARRAY], None),
            b"__callstatic" => (Some(2), Some(true), true, &[STR, TypeMask::ARRAY], None),
            b"__tostring" => (Some(0), Some(false), true, &[], Some(STR)),
            b"__debuginfo" => (Some(0), Some(false), true, &[], Some(TypeMask::ARRAY.with(TypeMask::NULL))),
            b"__serialize" | b"__sleep" => (Some(0), Some(false), true, &[], Some(TypeMask::ARRAY)),
            b"__unserialize" => (Some(1), Some(false), true, &[TypeMask::ARRAY], Some(TypeMask::VOID)),
            b"__set_state" => (Some(1), Some(true), true, &[TypeMask::ARRAY], Some(TypeMask::OBJECT)),
            b"__invoke" => (None, Some(false), true, &[], None),
            b"__wakeup" => (Some(0), Some(false), true, &[], Some(TypeMask::VOID)),
            _ => return Ok(()),
        };
        self.apply_magic_rule(rule.0, rule.1, rule.2, rule.3, rule.4)
    }

    fn apply_magic_rule(
        &mut self,
        args: Option<usize>,
        is_static: Option<bool>,
        public: bool,
        types: &[TypeMask],
        ret: Option<TypeMask>,
    ) -> CompileResult<()> {
        let name = self.display_name();
        if let Some(n) = args {
            let given = self.f.out.params.iter().filter(|p| !p.variadic).count();
            if given != n {
                return self.fail(match n {
                    0 => format!("Method {name}() cannot take arguments"),
                    1 => format!("Method {name}() must take exactly 1 argument"),
                    n => format!("Method {name}() must take exactly {n} arguments"),
                });
            }
            if self.f.out.params.iter().take(n).any(|p| p.by_ref) {
                return self.fail(format!("Method {name}() cannot take arguments by reference"));
            }
        }
        match is_static {
            Some(false) if self.f.is_static => return self.fail(format!("Method {name}() cannot be static")),
            Some(true) if !self.f.is_static => return self.fail(format!("Method {name}() must be static")),
            _ => {}
        }
        if public && !self.f.out.flags.has(FnFlags::PUBLIC) {
            self.note(Level::Warning, format!("The magic method {name}() must have public visibility"));
        }
        for (i, &want) in types.iter().enumerate() {
            let param = &self.f.out.params[i];
            if param.ty.as_ref().is_some_and(|t| !t.mask.any(want)) {
                let ty = crate::types::plain(want).text;
                let message =
                    format!("{name}(): Parameter #{} (${}) must be of type {} when declared", i + 1, text(&param.name), text(&ty));
                return self.fail(message);
            }
        }
        let (Some(want), Some(ty)) = (ret, &self.f.out.return_type) else { return Ok(()) };
        if want.is_empty() {
            return self.fail(format!("Method {name}() cannot declare a return type"));
        }
        if ty.mask.has(TypeMask::NEVER) {
            return Ok(());
        }
        let extra = ty.mask.without(want);
        let complex = !ty.classes.is_empty() || extra.has(TypeMask::STATIC);
        if !extra.without(TypeMask::STATIC).is_empty() || (complex && want != TypeMask::OBJECT) {
            let want = crate::types::plain(want).text;
            return self.fail(format!("{name}(): Return type must be {} when declared", text(&want)));
        }
        Ok(())
    }
}
