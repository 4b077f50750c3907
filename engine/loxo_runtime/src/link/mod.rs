//! Class linking: from a declaration, its parent, interfaces and traits to a [`Class`] that all requests share.
//!
//! Everything is checked on a draft; the class is allocated when nothing can go wrong any more. The outcome is cached by what it was made
//! of. The one thing that runs PHP code in between is autoloading of classes that signatures mention, and evaluating constant expressions of
//! conflicting trait members.

mod build;
mod builtin;
mod cache;
mod constants;
mod declare;
mod draft;
mod interfaces;
mod methods;
mod obligations;
mod properties;
mod report;
mod signature;
mod subtype;
#[cfg(test)]
pub(crate) mod tests;
mod traits;
mod typetext;
mod verify;

use loxo_bytecode::{ClassDecl, ClassFlags};
use loxo_value::{IStr, PhpObject};
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

use crate::display::name_text;
use crate::{BuiltinClass, Class, ClassId, Cx, ErrorLevel, Func, InheritingClass, NameMap, PhpResult, Thrown, Type};
use draft::{Check, Constant, InitialValue, LinkError, MemberOwner, Method, Names, Prop, SlotDraft, fault};
use methods::Notice;
use subtype::{LinkDependencies, TypeEnv};

pub(crate) use builtin::const_init;
pub use builtin::{builtin_func, link_builtin};
pub use cache::Outcomes;
pub use declare::shared_const;
pub use subtype::{resolve_in, shown_type};
pub use typetext::parse_type;

/// What the interpreter does for the linker.
#[derive(Clone, Copy)]
pub struct LinkVm<'a> {
    /// The unlinked function of the unit by index: property hooks and thunks of constant expressions.
    pub func: &'a dyn Fn(u32) -> &'static Func,
    /// Finishes a function that the linker made for a class: gets the function it is a copy of, and the copy with class, name, flags, types
    /// and prototype set. Gives it static variable slots and caches of its own and makes it live as long as the process.
    pub make_func: &'a dyn Fn(&'static Func, Func) -> &'static Func,
    /// File and first line of a user function.
    pub position: &'a dyn Fn(&Func) -> (Vec<u8>, u32),
    /// The function has the attribute `#[ReturnTypeWillChange]`.
    pub return_type_will_change: &'a dyn Fn(&Func) -> bool,
}

/// What a class is linked from.
pub struct LinkInput<'a> {
    pub decl: &'a ClassDecl,
    /// What the declaration was linked to before.
    pub outcomes: &'a Outcomes,
    /// The interpreter's record of the declaration.
    pub record: Option<Arc<dyn Any + Send + Sync>>,
    /// Path of the declaring file.
    pub file: &'a [u8],
    pub parent: Option<&'static Class>,
    /// Those the declaration names, looked up.
    pub interfaces: Vec<&'static Class>,
    pub traits: Vec<&'static Class>,
    /// Unlinked functions, in the order of `decl.methods`.
    pub methods: &'a [&'static Func],
    /// Enums: unlinked `cases`, and for backed ones `from` and `tryFrom`.
    pub enum_methods: Vec<&'static Func>,
    /// Before the code runs: a class whose checks need classes that are not there is left for later.
    pub early: bool,
    /// Where to say what is wrong with the class, instead of a fatal error.
    pub refusal: Option<&'a RefCell<String>>,
    pub vm: LinkVm<'a>,
}

/// A class whose linking has begun, as its declaration describes it.
pub struct PendingClass {
    pub id: ClassId,
    /// Parent and interfaces.
    pub ancestors: Vec<ClassId>,
    /// Another class was linked because of what is said here.
    pub trusted: std::cell::Cell<bool>,
}

/// Links a user class, or finds the class that was linked from the same things before.
///
/// Errors are fatal ones and have been reported; without one, an early link is postponed. If signatures depend on classes that must be autoloaded, the class is declared in the
/// request before that happens, since those may need it.
pub fn link_class(cx: &mut Cx, input: &LinkInput<'_>) -> PhpResult<&'static Class> {
    if let Some(found) = input.outcomes.find(cx, input) {
        report_all(cx, &found.notices)?;
        return Ok(found.class);
    }
    if let Some(candidate) = input.outcomes.candidate(cx, input).filter(|_| !input.early) {
        cx.set_class(candidate.class.id, candidate.class);
        if candidate.load(cx)? {
            report_all(cx, &candidate.notices)?;
            return Ok(candidate.class);
        }
    }
    let mut linker = Linker::for_decl(cx, input);
    let outcome = linker.run(input);
    let Linker { notices, asked, postponed, .. } = linker;
    if postponed {
        return Err(crate::Thrown);
    }
    report_all(cx, &notices)?;
    match outcome {
        Ok(class) => {
            let asked = asked.into_inner();
            input.outcomes.add(input, class, asked.found, asked.pending, notices);
            Ok(class)
        }
        Err(LinkError { message, .. }) if input.refusal.is_some() => {
            input.refusal.inspect(|place| *place.borrow_mut() = message);
            Err(crate::Thrown)
        }
        Err(LinkError { message, at, level }) => {
            let (file, line) = at.unwrap_or_else(|| (input.file.to_vec(), input.decl.start_line));
            Err(report::fatal_at(cx, level, &message, &file, line))
        }
    }
}

fn report_all(cx: &mut Cx, notices: &[Notice]) -> PhpResult<()> {
    notices.iter().try_for_each(|notice| {
        let reported = report::report_at(cx, notice.level, &notice.message, &notice.file, notice.line);
        match cx.exception.take() {
            // There is no half-linked class to throw away.
            Some(exception) if !notice.during.is_empty() => Err(fatal_exception(cx, &notice.during, &exception)),
            exception => {
                cx.exception = exception;
                reported
            }
        }
    })
}

/// An exception while classes were linked, which PHP cannot undo: a fatal error.
pub fn fatal_exception(cx: &mut Cx, during: &str, exception: &PhpObject) -> Thrown {
    let text = crate::error::throwable_to_string(cx, exception).unwrap_or_default();
    cx.exception = None;
    cx.fatal(format!("During inheritance of {during}: Uncaught {}", String::from_utf8_lossy(&text)))
}

/// A class on its way.
struct Linker<'a> {
    cx: &'a mut Cx,
    postponed: bool,
    vm: LinkVm<'a>,
    name: IStr,
    id: ClassId,
    flags: ClassFlags,
    parent: Option<&'static Class>,
    traits: Vec<&'static Class>,
    /// Interfaces named by the declaration or implied.
    direct: Vec<&'static Class>,
    /// All of them.
    interfaces: Vec<&'static Class>,
    /// Direct ones that the parent does not implement; and those that it does.
    to_implement: Vec<&'static Class>,
    repeated: Vec<&'static Class>,
    backing: Option<Type>,
    builtin: Option<&'static BuiltinClass>,
    record: Option<Arc<dyn Any + Send + Sync>>,
    allow_dynamic: bool,
    /// Builtin classes are right by definition.
    checks: bool,
    methods: NameMap<Method>,
    constants: NameMap<Constant>,
    const_count: u32,
    props: NameMap<Prop>,
    slots: Vec<SlotDraft>,
    /// Own static properties with their initial values.
    statics: Vec<(IStr, InitialValue)>,
    implicit_abstract: bool,
    asked: RefCell<LinkDependencies>,
    waiting_methods: Vec<methods::MethodObligation>,
    waiting_properties: Vec<properties::PropertyObligation>,
    waiting_constants: Vec<constants::ConstantObligation>,
    waiting_hooks: Vec<IStr>,
    /// File and line of the declaration.
    place: (Vec<u8>, u32),
    /// To be reported when the class is linked, and again whenever it comes from the cache.
    notices: Vec<Notice>,
}

impl<'a> Linker<'a> {
    fn new(cx: &'a mut Cx, vm: LinkVm<'a>, name: IStr, flags: ClassFlags) -> Linker<'a> {
        Linker {
            postponed: false,
            cx,
            vm,
            name,
            id: ClassId::of(name.as_bytes()),
            flags,
            parent: None,
            traits: Vec::new(),
            direct: Vec::new(),
            interfaces: Vec::new(),
            to_implement: Vec::new(),
            repeated: Vec::new(),
            backing: None,
            builtin: None,
            record: None,
            allow_dynamic: false,
            checks: true,
            methods: NameMap::default(),
            constants: NameMap::default(),
            const_count: 0,
            props: NameMap::default(),
            slots: Vec::new(),
            statics: Vec::new(),
            implicit_abstract: false,
            asked: RefCell::default(),
            waiting_methods: Vec::new(),
            waiting_properties: Vec::new(),
            waiting_constants: Vec::new(),
            waiting_hooks: Vec::new(),
            place: (Vec::new(), 0),
            notices: Vec::new(),
        }
    }

    /// All steps, in PHP's order.
    fn run(&mut self, input: &LinkInput<'_>) -> Check<&'static Class> {
        self.declare(input)?;
        self.verify_magic()?;
        self.add_implied_interfaces();
        self.collect_interfaces()?;
        self.inherit_parent()?;
        self.bind_traits(&input.decl.trait_rules)?;
        self.verify_hooked_properties()?;
        self.place_own_properties();
        self.implement_interfaces()?;
        self.ask_ancestors()?;
        self.verify_abstract()?;
        self.verify_enum()?;
        self.verify_hook_types()?;
        self.implement_stringable()?;
        if !self.has_obligations() {
            self.verify_overrides()?;
            return Ok(self.build());
        }
        if input.early {
            self.postponed = true;
            return fault(String::new());
        }
        let class = self.build();
        self.cx.set_class(self.id, class);
        self.load_missing()?;
        self.settle_obligations()?;
        self.verify_overrides()?;
        Ok(class)
    }

    /// Builtin interfaces and parents may refuse to be inherited, or advise against it.
    fn ask_ancestors(&mut self) -> Check {
        let methods = &self.methods;
        let heir = InheritingClass {
            name: self.name,
            flags: self.flags,
            parent: self.parent,
            interfaces: &self.interfaces,
            is_backed: self.backing.is_some(),
            methods: &|lower| methods.contains_key(lower),
        };
        let ancestors = std::iter::successors(self.parent, |class| class.parent);
        // Interfaces of interfaces are not implemented yet.
        let interfaces = self.interfaces.iter().copied().filter(|_| !heir.is_interface());
        for ancestor in ancestors.chain(interfaces) {
            let Some(check) = ancestor.object_handlers.on_inherit else { continue };
            match check(&heir) {
                Ok(None) => {}
                Ok(Some(message)) => {
                    let (file, line) = self.place.clone();
                    let during = format!("{}, while implementing {}", name_text(&self.name), name_text(&ancestor.name));
                    self.notices.push(Notice { level: ErrorLevel::Deprecated, message, file, line, during });
                }
                Err(message) => {
                    // PHP reports this one as a start-up error, which have no position.
                    let nowhere = ancestor.name.as_bytes() == b"Traversable";
                    let level = if nowhere { ErrorLevel::CoreError } else { ErrorLevel::Error };
                    return Err(LinkError { message, at: nowhere.then(|| (b"Unknown".to_vec(), 0)), level });
                }
            }
        }
        Ok(())
    }

    fn inherit_parent(&mut self) -> Check {
        let Some(parent) = self.parent else { return Ok(()) };
        if self.checks {
            self.check_parent(parent)?;
        }
        self.inherit_parent_properties(parent)?;
        self.inherit_parent_constants(parent)?;
        for (key, method) in &parent.methods {
            self.inherit_method(*key, method, false, methods::Rules::PARENT)?;
        }
        Ok(())
    }

    fn check_parent(&self, parent: &'static Class) -> Check {
        let (own, theirs) = (name_text(&self.name), name_text(&parent.name));
        if parent.flags.has(ClassFlags::FINAL) {
            return fault(format!("Class {own} cannot extend final class {theirs}"));
        }
        if parent.is_interface() || parent.is_trait() {
            return fault(format!("Class {own} cannot extend {} {theirs}", parent.kind_name()));
        }
        let (ours, wanted) = (self.flags.has(ClassFlags::READONLY), parent.flags.has(ClassFlags::READONLY));
        if ours != wanted {
            let word = |readonly| if readonly { "readonly" } else { "non-readonly" };
            let first = if ours { "Readonly" } else { "Non-readonly" };
            return fault(format!("{first} class {own} cannot extend {} class {theirs}", word(wanted)));
        }
        Ok(())
    }

    fn universe(&self) -> TypeEnv<'_> {
        TypeEnv { cx: self.cx, id: self.id, parent: self.parent, interfaces: &self.interfaces, asked: &self.asked }
    }

    fn names(&self) -> Names {
        Names { name: self.name, parent: self.parent.map(|parent| parent.name), is_trait: self.is_trait() }
    }

    fn home_name(&self, home: MemberOwner) -> IStr {
        match home {
            MemberOwner::Own => self.name,
            MemberOwner::Linked(class) => class.name,
        }
    }

    fn is_trait(&self) -> bool {
        self.flags.has(ClassFlags::TRAIT)
    }

    fn is_interface(&self) -> bool {
        self.flags.has(ClassFlags::INTERFACE)
    }

    fn next_const(&mut self) -> u32 {
        self.const_count += 1;
        self.const_count - 1
    }

    fn kind_name_uc(&self) -> &'static str {
        match () {
            () if self.is_interface() => "Interface",
            () if self.is_trait() => "Trait",
            () if self.flags.has(ClassFlags::ENUM) => "Enum",
            () => "Class",
        }
    }
}
