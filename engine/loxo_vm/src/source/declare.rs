//! Binding declarations of units into the request: functions, classes and what linking them needs.

use loxo_bytecode::{ClassDecl, ClassFlags};
use loxo_runtime::link::{self, LinkInput, LinkVm};
use loxo_runtime::{Class, ClassId, EnumMethods, FnId, Func, PhpResult, convert};
use loxo_value::{PhpStr, Value};

use crate::Vm;
use crate::code::code_of;
use loxo_units::numbering::new_statics;
use loxo_units::{ClassRecord, Declared, LoadedUnit};

/// The record of a user class.
pub fn record_of(class: &Class) -> Option<&ClassRecord> {
    class.decl.as_ref().and_then(|decl| decl.downcast_ref::<ClassRecord>())
}

/// File and line of a user function.
pub fn position_of(func: &Func) -> (Vec<u8>, u32) {
    if !func.is_user() {
        return (Vec::new(), 0);
    }
    let code = code_of(func);
    (code.unit.unit.path.to_vec(), code.function().start_line)
}

impl Vm {
    pub(crate) fn declare_function(&mut self, func: &'static Func) -> PhpResult<()> {
        self.declare_function_as(FnId::of(func.name.as_bytes()), func)
    }

    /// The same, with the number of its name.
    fn declare_function_as(&mut self, id: FnId, func: &'static Func) -> PhpResult<()> {
        if let Some(existing) = self.cx.func(id) {
            // The file was preloaded, and is run all the same.
            if std::ptr::eq(existing, func) && loxo_units::preloaded::has_function(func) {
                return Ok(());
            }
            let name = String::from_utf8_lossy(func.name.as_bytes()).into_owned();
            let previous = if existing.is_user() {
                let (file, line) = position_of(existing);
                format!(" (previously declared in {}:{line})", String::from_utf8_lossy(&file))
            } else {
                String::new()
            };
            let (file, line) = position_of(func);
            let message = format!("Cannot redeclare function {name}(){previous}");
            return Err(self.cx.fatal_at(loxo_runtime::ErrorLevel::CompileError, message, file, line));
        }
        self.cx.set_func(id, func);
        Ok(())
    }

    /// Binds what a unit declares unconditionally, before its main code runs.
    pub fn bind_unit(&mut self, unit: &'static LoadedUnit) -> PhpResult<()> {
        self.grow_caches();
        for (&index, &id) in unit.unit.hoisted_functions.iter().zip(&unit.hoisted_ids) {
            self.declare_function_as(id, unit.funcs[index as usize])?;
        }
        for &index in &unit.unit.hoisted_classes {
            let declared = &unit.classes[index as usize];
            // Declared by an earlier run of the file: its statement will find that out.
            self.early.set(declared.number, false);
            if self.can_bind_early(declared) {
                match self.declare_class_now(unit, index, true) {
                    // Left for the statement itself.
                    Err(_) if self.cx.exception.is_none() && self.cx.ending.is_none() => {}
                    outcome => {
                        outcome?;
                        self.early.set(declared.number, true);
                    }
                }
            }
        }
        Ok(())
    }

    /// Declares the classes that main code declares, one after another, as far as nothing can come of it that needs a frame: code that runs, something
    /// that is reported, somebody who looks on. False: some are left for the code.
    pub(crate) fn declares_silently(&mut self, unit: &'static LoadedUnit, classes: &[u32]) -> bool {
        if self.stack.is_watched() || self.stack.runs_every_op() {
            return false;
        }
        classes.iter().all(|&index| {
            let declared = &unit.classes[index as usize];
            if self.early.has(declared.number) {
                return true;
            }
            if self.cx.class_by_id(declared.id).is_some() {
                return false;
            }
            let known = declared.outcomes.silent(&self.cx, declared.parent, &declared.interfaces, &declared.traits);
            if let Some(class) = known {
                self.cx.set_class(declared.id, class);
                self.early.set(declared.number, true);
            }
            known.is_some()
        })
    }

    /// PHP binds a class before the code runs if it has no interfaces (not even an implied one) and no traits, and its parent is known.
    fn can_bind_early(&self, class: &Declared) -> bool {
        let known = |id: ClassId| self.cx.class_by_id(id).is_some();
        class.binds_early && !known(class.id) && class.parent.is_none_or(known)
    }

    /// `class X ...` when control reaches it (or before, for those that can be bound early).
    pub(crate) fn declare_class(&mut self, unit: &'static LoadedUnit, index: u32) -> PhpResult<&'static Class> {
        self.declare_class_now(unit, index, false)
    }

    fn declare_class_now(&mut self, unit: &'static LoadedUnit, index: u32, early: bool) -> PhpResult<&'static Class> {
        let decl = &unit.unit.classes[index as usize];
        let declared = &unit.classes[index as usize];
        let id = declared.id;
        if let Some(existing) = self.cx.class_by_id(id) {
            let same = record_of(existing).is_some_and(|r| std::ptr::eq(r.unit, unit) && r.index == index);
            let early = self.early.has(declared.number);
            if same && decl.flags.has(ClassFlags::TOP_LEVEL) && (early || loxo_units::preloaded::has_class(existing)) {
                return Ok(existing);
            }
            return Err(self.redeclared(existing));
        }
        if let Some(class) = declared.outcomes.silent(&self.cx, declared.parent, &declared.interfaces, &declared.traits) {
            self.cx.set_class(id, class);
            return Ok(class);
        }
        let ancestors = declared.parent.iter().chain(&declared.interfaces).copied().collect();
        self.cx.linking.push(link::PendingClass { id, ancestors, trusted: false.into() });
        let class = self.link(unit, index, early, None);
        let trusted = self.cx.linking.pop().is_some_and(|nearly| nearly.trusted.get());
        if class.is_err()
            && trusted
            && let Some(exception) = self.cx.exception.take()
        {
            let during = format!("{} with variance dependencies", String::from_utf8_lossy(&decl.name));
            return Err(link::fatal_exception(&mut self.cx, &during, &exception));
        }
        let class = class?;
        if self.cx.class_by_id(id).is_none() {
            self.cx.set_class(id, class);
        }
        Ok(class)
    }

    fn redeclared(&mut self, existing: &'static Class) -> loxo_runtime::Thrown {
        let previous = record_of(existing).map_or(String::new(), |r| {
            format!(" (previously declared in {}:{})", String::from_utf8_lossy(&r.unit.unit.path), r.decl().start_line)
        });
        let kind = existing.kind_name();
        // Which may be an alias of it, or differ in case.
        let name = String::from_utf8_lossy(existing.name.as_bytes()).into_owned();
        self.compile_fatal(format!("Cannot redeclare {kind} {name}{previous}"))
    }

    pub(crate) fn anonymous_class(&mut self, unit: &'static LoadedUnit, index: u32) -> PhpResult<&'static Class> {
        match self.cx.class_by_id(unit.classes[index as usize].id) {
            Some(class) => Ok(class),
            None => self.declare_class(unit, index),
        }
    }

    /// Links a class of a unit; with a place for it, what keeps it from being linked is put there instead of being reported.
    pub fn link(
        &mut self,
        unit: &'static LoadedUnit,
        index: u32,
        early: bool,
        refusal: Option<&std::cell::RefCell<String>>,
    ) -> PhpResult<&'static Class> {
        let decl: &'static ClassDecl = &unit.unit.classes[index as usize];
        let declared = &unit.classes[index as usize];
        let parent = match (&decl.parent, declared.parent) {
            (Some(name), Some(id)) => Some(match self.cx.class_by_id(id) {
                Some(class) => class,
                None => self.ancestor(name, "Class")?,
            }),
            _ => None,
        };
        // Traits come first, and what is wrong with them ends the request before an interface is looked for.
        let mut traits = Vec::new();
        for name in &decl.trait_uses {
            let used = self.ancestor(name, "Trait")?;
            if !used.is_trait() {
                // Names of anonymous classes end at their NUL byte.
                let user = decl.name.split(|&b| b == 0).next().unwrap_or_default();
                return Err(self.cx.fatal([user, b" cannot use ", used.name.as_bytes(), b" - it is not a trait"].concat()));
            }
            traits.push(used);
        }
        let mut interfaces = Vec::new();
        for name in &decl.interfaces {
            interfaces.push(self.ancestor(name, "Interface")?);
        }
        let enum_methods = if decl.flags.has(ClassFlags::ENUM) { EnumMethods::of(decl.backing.is_some()) } else { Vec::new() };
        let input = LinkInput {
            decl,
            outcomes: &declared.outcomes,
            record: Some(declared.record.clone()),
            file: &unit.unit.path,
            parent,
            interfaces,
            traits,
            methods: &declared.methods,
            enum_methods,
            early,
            refusal,
            vm: LinkVm {
                func: &|index| unit.funcs[index as usize],
                make_func: &finish_func,
                position: &position_of,
                return_type_will_change: &has_return_type_will_change,
            },
        };
        link::link_class(&mut self.cx, &input)
    }

    fn ancestor(&mut self, name: &[u8], kind: &str) -> PhpResult<&'static Class> {
        match (self.cx.hooks.class)(&mut self.cx, name, true)? {
            Some(class) => Ok(class),
            None => {
                let message = [kind.as_bytes(), b" \"", convert::shown_name(name), b"\" not found"].concat();
                Err(if kind == "Trait" { self.cx.fatal(message) } else { self.cx.throw_error(message) })
            }
        }
    }

    // --------------------------------------------------------------------------------------------------- constants

    /// A constant that the request does not have: special ones, or PHP's error.
    pub(crate) fn missing_constant(&mut self, id: loxo_runtime::ConstId) -> PhpResult<Value> {
        let name = id.name();
        if let Some(value) = self.special_constant(name.as_bytes()) {
            return Ok(value);
        }
        if let Some(value) = self.deprecated_constant(id)? {
            return Ok(value);
        }
        Err(self.cx.throw_error([b"Undefined constant \"", convert::shown_name(name.as_bytes()), b"\""].concat()))
    }

    pub(crate) fn missing_constant_ns(&mut self, id: loxo_runtime::ConstId, fallback: loxo_runtime::ConstId) -> PhpResult<Value> {
        if let Some(value) = self.special_constant(fallback.name().as_bytes()) {
            return Ok(value);
        }
        if let Some(value) = self.deprecated_constant(fallback)? {
            return Ok(value);
        }
        Err(self.cx.throw_error([b"Undefined constant \"", convert::shown_name(id.name().as_bytes()), b"\""].concat()))
    }

    /// Builtin constants that may be used no longer than PHP 8 are in no request's table, so that their use comes here.
    fn deprecated_constant(&mut self, id: loxo_runtime::ConstId) -> PhpResult<Option<Value>> {
        let Some(value) = self.cx.deprecated_constant(id).cloned() else { return Ok(None) };
        self.cx.deprecated([b"Constant ", id.name().as_bytes(), b" is deprecated"].concat());
        self.cx.check()?;
        Ok(Some(value))
    }

    fn special_constant(&mut self, name: &[u8]) -> Option<Value> {
        match name.to_ascii_lowercase().as_slice() {
            b"true" => Some(Value::TRUE),
            b"false" => Some(Value::FALSE),
            b"null" => Some(Value::NULL),
            b"__compiler_halt_offset__" => {
                let fp = self.user_frame()?;
                // SAFETY: a live frame.
                let unit = unsafe { code_of(&*crate::frame::header(fp).func).unit };
                unit.unit.halt_offset.map(|at| Value::int(at as i64))
            }
            _ => None,
        }
    }
}

impl Vm {
    /// A fatal error of the compiling kind, where the code stands.
    fn compile_fatal(&mut self, message: String) -> loxo_runtime::Thrown {
        let (file, line) = self.location();
        self.cx.fatal_at(loxo_runtime::ErrorLevel::CompileError, message, file.as_bytes(), line)
    }
}

/// Completes a function that the linker made for a class.
fn finish_func(original: &'static Func, mut copy: Func) -> &'static Func {
    if original.statics != u32::MAX {
        copy.statics = new_statics();
    }
    Box::leak(Box::new(copy))
}

fn has_return_type_will_change(func: &Func) -> bool {
    // Abstract methods have it too.
    func.builtin.is_none() && code_of(func).function().attributes.iter().any(|a| a.name.eq_ignore_ascii_case(b"ReturnTypeWillChange"))
}

impl Vm {
    /// ` since ..., message` of `#[\Deprecated]`, or `, message` of `#[\NoDiscard]`.
    pub(crate) fn attribute_message(&mut self, func: &Func, lower: &[u8]) -> PhpResult<String> {
        if !func.is_user() {
            let text = func.builtin.map_or("", |b| b.deprecated);
            return Ok(if text.is_empty() { String::new() } else { format!(" {text}") });
        }
        let code = code_of(func);
        self.message_of(code.unit, &code.function().attributes, func.class, lower)
    }

    /// "Constant A::B is deprecated", as its attribute or the builtin's stub says.
    pub(crate) fn report_deprecated_constant(&mut self, constant: &'static loxo_runtime::ClassConst) -> PhpResult<()> {
        let address = std::ptr::from_ref(constant) as usize;
        // The attribute may name the constant itself.
        if self.reporting_constants.contains(&address) {
            return Ok(());
        }
        let home = constant.origin.unwrap_or(constant.class);
        let record = record_of(home).and_then(|r| r.decl().constants.get(constant.decl as usize).map(|decl| (r.unit, decl)));
        let details = match record {
            Some((unit, decl)) => {
                self.reporting_constants.push(address);
                let details = self.message_of(unit, &decl.attributes, Some(constant.class), b"deprecated");
                self.reporting_constants.pop();
                details?
            }
            None => builtin_details(constant),
        };
        let kind = if constant.flags.has(loxo_bytecode::MemberFlags::CASE) { "Enum case" } else { "Constant" };
        let class = String::from_utf8_lossy(loxo_runtime::convert::class_name(constant.class));
        let message = format!("{kind} {class}::{} is deprecated{details}", constant.name);
        let level = match constant.class.builtin {
            Some(_) => loxo_runtime::ErrorLevel::Deprecated,
            None => loxo_runtime::ErrorLevel::UserDeprecated,
        };
        self.cx.raise(level, message);
        self.cx.check()
    }

    fn message_of(
        &mut self,
        unit: &'static LoadedUnit,
        attributes: &[loxo_bytecode::Attribute],
        scope: Option<&'static Class>,
        lower: &[u8],
    ) -> PhpResult<String> {
        let Some(attribute) = attributes.iter().find(|a| a.name.eq_ignore_ascii_case(lower)) else {
            return Ok(String::new());
        };
        let (mut message, mut since) = (None, None);
        let mut values = Vec::with_capacity(attribute.args.len());
        for (_, init) in &attribute.args {
            values.push(self.init_value(unit, init, scope)?);
        }
        if lower == b"deprecated" && values.iter().any(|value| !value.is_null() && !value.is_string()) {
            self.check_deprecation(attribute, &values)?;
        }
        for (i, ((name, _), value)) in attribute.args.iter().zip(values).enumerate() {
            if value.is_null() {
                continue;
            }
            let text = String::from_utf8_lossy(loxo_runtime::convert::to_string(&mut self.cx, &value)?.as_bytes()).into_owned();
            match name.as_deref() {
                Some(b"since") => since = Some(text),
                Some(_) => message = Some(text),
                None if i == 0 => message = Some(text),
                None => since = Some(text),
            }
        }
        let since = since.map_or(String::new(), |s| format!(" since {s}"));
        let message = message.filter(|m| !m.is_empty()).map_or(String::new(), |m| format!(", {m}"));
        Ok(since + &message)
    }

    /// Makes a `Deprecated` object of what is no text: its constructor says whether it takes that.
    fn check_deprecation(&mut self, attribute: &loxo_bytecode::Attribute, values: &[Value]) -> PhpResult<()> {
        let class = self.cx.builtin_class("Deprecated");
        let Some(constructor) = class.magic.constructor else { return Ok(()) };
        let object = self.cx.new_object_raw(class);
        let callable = loxo_fast_paths::callable::method_callable(constructor, &object, class);
        let (mut args, mut named) = (Vec::new(), loxo_value::PhpArray::new());
        for ((name, _), value) in attribute.args.iter().zip(values) {
            match name {
                Some(name) => {
                    named.set_str(&PhpStr::new(name), value.clone());
                }
                None => args.push(value.clone()),
            }
        }
        self.call(&callable, &mut args, Some(&named).filter(|named| !named.is_empty()))?;
        Ok(())
    }

    /// The value of a declaration's initialiser.
    pub(crate) fn init_value(
        &mut self,
        unit: &'static LoadedUnit,
        init: &loxo_bytecode::Init,
        class: Option<&'static Class>,
    ) -> PhpResult<Value> {
        match init {
            loxo_bytecode::Init::None => Ok(Value::NULL),
            loxo_bytecode::Init::Const(k) => Ok((*loxo_units::shared_const(k)).clone()),
            loxo_bytecode::Init::Thunk(index) => {
                let func = crate::objects::closure::with_scope(unit.funcs[*index as usize], class);
                (self.cx.hooks.run_thunk)(&mut self.cx, func)
            }
        }
    }
}

/// What a builtin's stub says behind "is deprecated".
fn builtin_details(constant: &loxo_runtime::ClassConst) -> String {
    let rows = constant.class.builtin.map_or(&[][..], |builtin| builtin.constants);
    match rows.iter().find(|row| row.name.as_bytes() == constant.name.as_bytes()).map(|row| row.value) {
        Some(loxo_runtime::ConstInit::Deprecated(_, text)) => format!(" {text}"),
        _ => String::new(),
    }
}
