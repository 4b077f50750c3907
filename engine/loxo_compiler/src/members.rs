//! Compiles the members of classes: constants, properties, methods and enum cases.

use loxo_bytecode::{ClassFlags, Const, ConstDecl, FnFlags, Init, MemberFlags, PropDecl, TypeMask, TypeSpec};
use loxo_syntax::ast::{AttributeGroup, ConstItem, Expr, FunctionDecl, Ident, Modifiers, Param, PropertyHook, PropertyItem, Type};
use loxo_syntax::visit;

use crate::attributes::{Target, has_attribute};
use crate::state::compiler::Compiler;
use crate::state::const_value::ConstValue;
use crate::state::diagnostics::{CompileResult, Level, text};
use crate::state::function_builder::FunctionKind;
use crate::state::names::lower;
use crate::types::{admits, plain, with_null};

pub(crate) fn member_flags(m: Modifiers) -> MemberFlags {
    let pairs = [
        (Modifiers::PUBLIC, MemberFlags::PUBLIC),
        (Modifiers::VAR, MemberFlags::PUBLIC),
        (Modifiers::PROTECTED, MemberFlags::PROTECTED),
        (Modifiers::PRIVATE, MemberFlags::PRIVATE),
        (Modifiers::STATIC, MemberFlags::STATIC),
        (Modifiers::ABSTRACT, MemberFlags::ABSTRACT),
        (Modifiers::FINAL, MemberFlags::FINAL),
        (Modifiers::READONLY, MemberFlags::READONLY),
        (Modifiers::PUBLIC_SET, MemberFlags::PUBLIC_SET),
        (Modifiers::PROTECTED_SET, MemberFlags::PROTECTED_SET),
        (Modifiers::PRIVATE_SET, MemberFlags::PRIVATE_SET),
    ];
    let mut flags = MemberFlags::default();
    for (modifier, flag) in pairs {
        if m.has(modifier) {
            flags.set(flag);
        }
    }
    flags
}

const VISIBILITY: MemberFlags = MemberFlags::PUBLIC.with(MemberFlags::PROTECTED).with(MemberFlags::PRIVATE);
pub(crate) const SET_VISIBILITY: MemberFlags = MemberFlags::PUBLIC_SET.with(MemberFlags::PROTECTED_SET).with(MemberFlags::PRIVATE_SET);

fn with_visibility(flags: MemberFlags) -> MemberFlags {
    if flags.any(VISIBILITY) { flags } else { flags.with(MemberFlags::PUBLIC) }
}

impl<'a> Compiler<'a> {
    fn class_text(&mut self) -> CompileResult<String> {
        Ok(text(&self.cx()?.decl.name).into_owned())
    }

    // ------------------------------------------------------------------------------------------------------------------ constants

    pub(crate) fn class_constants(
        &mut self,
        attrs: &'a [AttributeGroup<'a>],
        modifiers: Modifiers,
        ty: Option<&Type<'a>>,
        items: &'a [ConstItem<'a>],
    ) -> CompileResult<()> {
        for item in items {
            self.class_constant(attrs, modifiers, ty, item)?;
        }
        Ok(())
    }

    fn class_constant(
        &mut self,
        attrs: &'a [AttributeGroup<'a>],
        modifiers: Modifiers,
        ty: Option<&Type<'a>>,
        item: &ConstItem<'a>,
    ) -> CompileResult<()> {
        let (class, name) = (self.class_text()?, text(item.name.name));
        let ty = ty.map(|t| self.type_spec(t)).transpose()?;
        if let Some(ty) = &ty
            && ty.mask.any(TypeMask::CALLABLE.with(TypeMask::VOID).with(TypeMask::NEVER))
        {
            return self.fail(format!("Class constant {class}::{name} cannot have type {}", text(&ty.text)));
        }
        let mut flags = with_visibility(member_flags(modifiers));
        if flags.has(MemberFlags::PRIVATE.with(MemberFlags::FINAL)) {
            return self.fail(format!("Private constant {class}::{name} cannot be final as it is not visible to other classes"));
        }
        let mut value = self.init(item.value, false)?;
        if let (Some(ty), Init::Const(c)) = (&ty, &mut value)
            && let Err(v) = fit(ty, c)
        {
            let ty = text(&ty.text);
            return self.fail(format!("Cannot use {v} as value for class constant {class}::{name} of type {ty}"));
        }
        self.check_constant(&class, item.name.name, flags)?;
        if let Init::Const(c) = &value {
            let c = c.clone();
            self.cx()?.const_values.insert(item.name.name.into(), c);
        }
        let attributes = self.attributes(attrs, Target::CLASS_CONST, None)?;
        if has_attribute(&attributes, b"deprecated") {
            flags.set(MemberFlags::DEPRECATED);
            self.cx()?.const_values.remove(item.name.name);
        }
        let line = self.line_at(item.name.span.lo);
        let decl = ConstDecl { name: item.name.name.into(), flags, ty, value, attributes, doc: item.doc.map(Into::into), line };
        self.cx()?.decl.constants.push(decl);
        Ok(())
    }

    fn check_constant(&mut self, class: &str, name: &[u8], flags: MemberFlags) -> CompileResult<()> {
        if self.cx()?.is_interface() && !flags.has(MemberFlags::PUBLIC) {
            return self.fail(format!("Access type for interface constant {class}::{} must be public", text(name)));
        }
        if name.eq_ignore_ascii_case(b"class") {
            return self.fail("A class constant must not be called 'class'; it is reserved for class name fetching");
        }
        if !self.cx()?.constants.insert(name.into()) {
            return self.fail(format!("Cannot redefine class constant {class}::{}", text(name)));
        }
        Ok(())
    }

    pub(crate) fn enum_case(
        &mut self,
        attrs: &'a [AttributeGroup<'a>],
        name: Ident<'a>,
        value: Option<Expr<'a>>,
        doc: Option<&'a [u8]>,
    ) -> CompileResult<()> {
        if !self.cx()?.is_enum() {
            return self.fail("Case can only be used in enums");
        }
        let (class, case) = (self.class_text()?, text(name.name));
        let backed = self.cx()?.decl.backing.is_some();
        if backed && value.is_none() {
            return self.fail(format!("Case {case} of backed enum {class} must have a value"));
        }
        if !backed && value.is_some() {
            return self.fail(format!("Case {case} of non-backed enum {class} must not have a value"));
        }
        let value = match value {
            None => Init::None,
            Some(e) => self.init(e, false)?,
        };
        let mut flags = MemberFlags::PUBLIC.with(MemberFlags::CASE);
        self.check_constant(&class, name.name, flags)?;
        let attributes = self.attributes(attrs, Target::CLASS_CONST, None)?;
        if has_attribute(&attributes, b"deprecated") {
            flags.set(MemberFlags::DEPRECATED);
        }
        let line = self.line_at(name.span.lo);
        let decl = ConstDecl { name: name.name.into(), flags, ty: None, value, attributes, doc: doc.map(Into::into), line };
        self.cx()?.decl.constants.push(decl);
        Ok(())
    }

    // ----------------------------------------------------------------------------------------------------------------- properties

    pub(crate) fn properties(
        &mut self,
        attrs: &'a [AttributeGroup<'a>],
        modifiers: Modifiers,
        ty: Option<&Type<'a>>,
        items: &'a [PropertyItem<'a>],
    ) -> CompileResult<()> {
        let class = self.class_text()?;
        if self.cx()?.is_enum() {
            return self.fail(format!("Enum {class} cannot include properties"));
        }
        let mut flags = member_flags(modifiers);
        if flags.has(MemberFlags::FINAL.with(MemberFlags::PRIVATE)) {
            return self.fail("Property cannot be both final and private");
        }
        if self.cx()?.is_interface() {
            if flags.has(MemberFlags::FINAL) {
                return self.fail("Property in interface cannot be final");
            }
            if flags.any(MemberFlags::PROTECTED.with(MemberFlags::PRIVATE)) {
                return self.fail("Property in interface cannot be protected or private");
            }
            if flags.has(MemberFlags::ABSTRACT) {
                return self.fail("Property in interface cannot be explicitly abstract. All interface members are implicitly abstract");
            }
            flags.set(MemberFlags::ABSTRACT);
        }
        for item in items {
            let outer = self.property.replace(item.var.name.into());
            let result = self.property(attrs, flags, ty, item, &class);
            self.property = outer;
            result?;
        }
        Ok(())
    }

    fn property(
        &mut self,
        attrs: &'a [AttributeGroup<'a>],
        mut flags: MemberFlags,
        ty: Option<&Type<'a>>,
        item: &PropertyItem<'a>,
        class: &str,
    ) -> CompileResult<()> {
        let name = item.var.name;
        let shown = text(name);
        if self.is_virtual(name, item.hooks)? {
            flags.set(MemberFlags::VIRTUAL);
        }
        if item.hooks.is_none() {
            if self.cx()?.is_interface() {
                return self.fail("Interfaces may only include hooked properties");
            }
            if flags.has(MemberFlags::ABSTRACT) {
                return self.fail("Only hooked properties may be declared abstract");
            }
        }
        if flags.has(MemberFlags::ABSTRACT) {
            self.cx()?.implicitly_abstract = true;
        }
        let spec = ty.map(|t| self.type_spec(t)).transpose()?;
        if let Some(spec) = &spec
            && spec.mask.any(TypeMask::CALLABLE.with(TypeMask::VOID).with(TypeMask::NEVER))
        {
            return self.fail(format!("Property {class}::${shown} cannot have type {}", text(&spec.text)));
        }
        if self.cx()?.properties.contains(name) {
            return self.fail(format!("Cannot redeclare {class}::${shown}"));
        }
        let default = match item.default {
            None => Init::None,
            Some(e) => self.property_default(e, spec.as_ref(), class, &shown)?,
        };
        self.check_readonly(&mut flags, spec.is_some(), item.default.is_some(), class, &shown)?;
        let decl = PropDecl {
            name: name.into(),
            flags,
            ty: spec,
            default_text: item.default.filter(|_| matches!(default, Init::Thunk(_))).map(|e| self.default_text(e)),
            default,
            get: None,
            set: None,
            attributes: Vec::new(),
            doc: item.doc.map(Into::into),
            line: self.line_at(item.var.span.lo),
        };
        self.declare_property(decl, item.hooks, ty, attrs, None)
    }

    fn property_default(&mut self, e: Expr<'a>, ty: Option<&TypeSpec>, class: &str, name: &str) -> CompileResult<Init> {
        let mut value = self.init(e, false)?;
        let (Some(ty), Init::Const(c)) = (ty, &mut value) else { return Ok(value) };
        let Err(v) = fit(ty, c) else { return Ok(value) };
        let pure_intersection = ty.mask.is_empty() && ty.classes.len() == 1 && ty.classes[0].len() > 1;
        let shown = text(&ty.text);
        if *c == Const::Null && !pure_intersection {
            let nullable = with_null(ty).text;
            return self.fail(format!(
                "Default value for property of type {shown} may not be null. Use the nullable type {} to allow null default value",
                text(&nullable)
            ));
        }
        let v = if v == "bool" { if *c == Const::True { "true" } else { "false" } } else { v };
        self.fail(format!("Cannot use {v} as default value for property {class}::${name} of type {shown}"))
    }

    fn check_readonly(&mut self, flags: &mut MemberFlags, typed: bool, default: bool, class: &str, name: &str) -> CompileResult<()> {
        if self.cx()?.decl.flags.has(ClassFlags::READONLY) {
            flags.set(MemberFlags::READONLY);
        }
        if !flags.has(MemberFlags::READONLY) {
            return Ok(());
        }
        if !typed {
            return self.fail(format!("Readonly property {class}::${name} must have type"));
        }
        if default {
            return self.fail(format!("Readonly property {class}::${name} cannot have default value"));
        }
        if flags.has(MemberFlags::STATIC) {
            return self.fail(format!("Static property {class}::${name} cannot be readonly"));
        }
        Ok(())
    }

    fn is_virtual(&mut self, name: &[u8], hooks: Option<&'a [PropertyHook<'a>]>) -> CompileResult<bool> {
        if self.cx()?.is_interface() {
            return Ok(true);
        }
        Ok(hooks.is_some_and(|hooks| !hooks.iter().any(|h| visit::hook_uses(h, name))))
    }

    /// Visibility rules, hooks and attributes of a property, which then belongs to the class.
    fn declare_property(
        &mut self,
        mut decl: PropDecl,
        hooks: Option<&'a [PropertyHook<'a>]>,
        ty: Option<&Type<'a>>,
        attrs: &'a [AttributeGroup<'a>],
        promoted: Option<Target>,
    ) -> CompileResult<()> {
        decl.flags = with_visibility(decl.flags);
        self.check_asymmetric(&mut decl)?;
        self.cx()?.properties.insert(decl.name.clone());
        if let Some(hooks) = hooks {
            self.hooks(&mut decl, hooks, ty)?;
        }
        decl.attributes = self.attributes(attrs, Target::PROPERTY, promoted)?;
        self.cx()?.decl.properties.push(decl);
        Ok(())
    }

    fn check_asymmetric(&mut self, decl: &mut PropDecl) -> CompileResult<()> {
        let flags = decl.flags;
        if flags.has(MemberFlags::PUBLIC.with(MemberFlags::READONLY)) && !flags.any(SET_VISIBILITY) {
            decl.flags.set(MemberFlags::PROTECTED_SET);
            return Ok(());
        }
        if !flags.any(SET_VISIBILITY) {
            return Ok(());
        }
        if flags.has(MemberFlags::STATIC) {
            return self.fail("Static property may not have asymmetric visibility");
        }
        let class = self.class_text()?;
        let name = text(&decl.name);
        if decl.ty.is_none() {
            return self.fail(format!("Property with asymmetric visibility {class}::${name} must have type"));
        }
        let rank = |public: MemberFlags, protected: MemberFlags| {
            if flags.has(public) {
                0
            } else if flags.has(protected) {
                1
            } else {
                2
            }
        };
        let get = rank(MemberFlags::PUBLIC, MemberFlags::PROTECTED);
        let set = rank(MemberFlags::PUBLIC_SET, MemberFlags::PROTECTED_SET);
        if get > set {
            return self.fail(format!("Visibility of property {class}::${name} must not be weaker than set visibility"));
        }
        // Readonly properties are protected for writing unless they say otherwise.
        if get == set && !flags.has(MemberFlags::PUBLIC.with(MemberFlags::READONLY)) {
            decl.flags = flags.without(SET_VISIBILITY);
        }
        if decl.flags.has(MemberFlags::PRIVATE_SET) {
            decl.flags.set(MemberFlags::FINAL);
        }
        Ok(())
    }

    /// The property of a promoted constructor parameter.
    pub(crate) fn declare_promoted(&mut self, param: &'a Param<'a>, ty: Option<TypeSpec>) -> CompileResult<()> {
        let is_constructor =
            self.class.is_some() && self.f.kind == FunctionKind::Method && self.f.out.name.eq_ignore_ascii_case(b"__construct");
        if !is_constructor {
            return self.fail("Cannot declare promoted property outside a constructor");
        }
        if self.f.out.flags.has(FnFlags::ABSTRACT) || self.cx()?.is_interface() {
            return self.fail("Cannot declare promoted property in an abstract constructor");
        }
        if param.variadic {
            return self.fail("Cannot declare variadic promoted property");
        }
        let class = self.class_text()?;
        let name = param.var.name;
        let shown = text(name);
        if self.cx()?.properties.contains(name) {
            return self.fail(format!("Cannot redeclare {class}::${shown}"));
        }
        if let Some(ty) = &ty
            && ty.mask.has(TypeMask::CALLABLE)
        {
            return self.fail(format!("Property {class}::${shown} cannot have type {}", text(&ty.text)));
        }
        let mut flags = member_flags(param.modifiers).with(MemberFlags::PROMOTED);
        if self.cx()?.decl.flags.has(ClassFlags::READONLY) {
            flags.set(MemberFlags::READONLY);
        }
        if flags.has(MemberFlags::READONLY) && ty.is_none() && param.hooks.is_none() {
            return self.fail(format!("Readonly property {class}::${shown} must have type"));
        }
        if self.is_virtual(name, param.hooks)? {
            flags.set(MemberFlags::VIRTUAL);
        }
        let decl = PropDecl {
            name: name.into(),
            flags,
            ty,
            default: Init::None,
            default_text: None,
            get: None,
            set: None,
            attributes: Vec::new(),
            doc: param.doc.map(Into::into),
            line: self.line_at(param.var.span.lo),
        };
        // Hooks are functions of the class, not of the constructor.
        self.declare_property(decl, param.hooks, param.ty.as_ref(), param.attrs, Some(Target::PARAMETER))
    }

    // -------------------------------------------------------------------------------------------------------------------- methods

    pub(crate) fn method(&mut self, modifiers: Modifiers, func: &'a FunctionDecl<'a>) -> CompileResult<()> {
        self.at(func.span);
        let mut flags = method_flags(modifiers, func.is_static);
        let name = func.name.name;
        self.check_method(&mut flags, modifiers, func)?;
        let lc = lower(name);
        let class = self.class_text()?;
        if !self.cx()?.methods.insert(lc.clone().into()) {
            return self.fail(format!("Cannot redeclare {class}::{}()", text(name)));
        }
        let mut source = self.source_of(func, FunctionKind::Method, name.to_vec());
        if &*lc == b"__tostring" {
            source.fallback_type = Some(plain(TypeMask::STRING));
            self.add_stringable()?;
        }
        if &*lc == b"__construct" {
            flags.set(FnFlags::CTOR);
        }
        source.flags = flags;
        let index = self.reserve_function();
        self.cx()?.decl.methods.push(index);
        self.compile_function(index, source)
    }

    fn add_stringable(&mut self) -> CompileResult<()> {
        let cx = self.cx()?;
        if !cx.is_trait() && !cx.decl.interfaces.iter().any(|i| i.eq_ignore_ascii_case(b"Stringable")) {
            cx.decl.interfaces.push(b"Stringable".as_slice().into());
        }
        Ok(())
    }

    fn check_method(&mut self, flags: &mut FnFlags, modifiers: Modifiers, func: &FunctionDecl<'a>) -> CompileResult<()> {
        let class = self.class_text()?;
        let name = text(func.name.name);
        let in_interface = self.cx()?.is_interface();
        if modifiers.has(Modifiers::READONLY) {
            return self.fail("Cannot use 'readonly' as method modifier");
        }
        if flags.has(FnFlags::PRIVATE.with(FnFlags::FINAL)) && !func.name.name.eq_ignore_ascii_case(b"__construct") {
            self.note(Level::CompileWarning, "Private methods cannot be final as they are never overridden by other classes");
        }
        if in_interface {
            if !flags.has(FnFlags::PUBLIC) {
                return self.fail(format!("Access type for interface method {class}::{name}() must be public"));
            }
            if flags.has(FnFlags::FINAL) {
                return self.fail(format!("Interface method {class}::{name}() must not be final"));
            }
            if flags.has(FnFlags::ABSTRACT) {
                return self.fail(format!("Interface method {class}::{name}() must not be abstract"));
            }
            flags.set(FnFlags::ABSTRACT);
        }
        if !flags.has(FnFlags::ABSTRACT) {
            return match func.body {
                Some(_) => Ok(()),
                None => self.fail(format!("Non-abstract method {class}::{name}() must contain body")),
            };
        }
        let what = if in_interface { "Interface" } else { "Abstract" };
        if flags.has(FnFlags::PRIVATE) && !self.cx()?.is_trait() {
            return self.fail(format!("{what} function {class}::{name}() cannot be declared private"));
        }
        if func.body.is_some() {
            return self.fail(format!("{what} function {class}::{name}() cannot contain body"));
        }
        let cx = self.cx()?;
        cx.implicitly_abstract = true;
        cx.abstracts.push(name.into_owned());
        Ok(())
    }
}

fn method_flags(m: Modifiers, is_static: bool) -> FnFlags {
    let pairs = [
        (Modifiers::PUBLIC, FnFlags::PUBLIC),
        (Modifiers::PROTECTED, FnFlags::PROTECTED),
        (Modifiers::PRIVATE, FnFlags::PRIVATE),
        (Modifiers::STATIC, FnFlags::STATIC),
        (Modifiers::ABSTRACT, FnFlags::ABSTRACT),
        (Modifiers::FINAL, FnFlags::FINAL),
    ];
    let mut flags = FnFlags::default();
    for (modifier, flag) in pairs {
        if m.has(modifier) {
            flags.set(flag);
        }
    }
    if is_static {
        flags.set(FnFlags::STATIC);
    }
    if flags.any(FnFlags::PUBLIC.with(FnFlags::PROTECTED).with(FnFlags::PRIVATE)) {
        flags.set(FnFlags::EXPLICIT_VISIBILITY);
    } else {
        flags.set(FnFlags::PUBLIC);
    }
    flags
}

/// Makes the constant fit the type (int to float), or gives its type's name.
fn fit(ty: &TypeSpec, c: &mut Const) -> Result<(), &'static str> {
    let v: ConstValue<'_> = ConstValue::from_const(c);
    if admits(ty, &v) {
        return Ok(());
    }
    match v {
        ConstValue::Int(i) if ty.mask.has(TypeMask::FLOAT) => {
            *c = Const::Float(i as f64);
            Ok(())
        }
        v => Err(v.type_name()),
    }
}
