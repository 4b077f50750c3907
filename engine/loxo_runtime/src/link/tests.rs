//! Classes made by hand, linked in a context without an interpreter.

use loxo_bytecode::{ClassDecl, ClassFlags, Const, FnFlags, Init as DeclInit, MemberFlags, PropDecl, TraitRule};
use loxo_value::IStr;

use super::{LinkInput, LinkVm, Linker, Outcomes, PendingClass, link_class, parse_type};
use crate::object::{PropLookup, lookup_prop};
use crate::{Body, Class, ClassId, Cx, DirectEntry, EntryAddress, EntryKind, Func, ParamDefault, ParamInfo, headless};

/// A function from text: `foo(int $x, ?A &$y = ..., ...$z): static`, modifiers in `flags`.
pub(crate) fn func(text: &str, flags: FnFlags) -> &'static Func {
    let (name, rest) = text.split_once('(').expect("a parameter list");
    let (params, ret) = rest.rsplit_once(')').expect("a parameter list");
    let params: Vec<ParamInfo> = params.split(", ").filter(|p| !p.is_empty()).map(param).collect();
    let required = params.iter().filter(|p| matches!(p.default, ParamDefault::None) && !p.variadic).count();
    let variadic = params.last().is_some_and(|p| p.variadic);
    let flags = if flags.any(FnFlags::PROTECTED.with(FnFlags::PRIVATE)) { flags } else { flags.with(FnFlags::PUBLIC) };
    let func = Func {
        entry: EntryAddress::default(),
        flags: if variadic { flags.with(FnFlags::VARIADIC) } else { flags },
        num_params: params.len() as u32,
        required: required as u32,
        num_locals: 0,
        frame_slots: 0,
        direct: DirectEntry::default(),
        statics: u32::MAX,
        entry_kind: EntryKind::General,
        body: Body::User,
        class: None,
        name: IStr::new(name.as_bytes()),
        params: params.into(),
        return_type: ret.strip_prefix(": ").and_then(parse_type),
        prototype: None,
        shadows_private: false,
        kept_tags: Default::default(),
        code: None,
        builtin: None,
        origin: None,
    };
    Box::leak(Box::new(func.linked()))
}

fn param(text: &str) -> ParamInfo {
    let (text, default) = text.split_once(" = ").map_or((text, None), |(text, default)| (text, Some(default)));
    let (front, name) = text.split_once('$').expect("a parameter name");
    let front = front.trim();
    let (front, variadic) = front.strip_suffix("...").map_or((front, false), |front| (front, true));
    let (front, by_ref) = front.strip_suffix('&').map_or((front, false), |front| (front, true));
    let value = |text: &str| match text {
        "null" => Const::Null,
        text => text.parse().map_or_else(|_| Const::Str(text.as_bytes().into()), Const::Int),
    };
    ParamInfo {
        name: IStr::new(name.as_bytes()),
        ty: parse_type(front),
        by_ref,
        prefer_ref: false,
        variadic,
        promoted: false,
        default: default.map_or(ParamDefault::None, |text| ParamDefault::Value(super::shared_const(&value(text)))),
        default_text: None,
    }
}

pub(crate) struct Made {
    decl: ClassDecl,
    parent: Option<&'static Class>,
    interfaces: Vec<&'static Class>,
    traits: Vec<&'static Class>,
    methods: Vec<&'static Func>,
}

pub(crate) fn class(name: &str, flags: ClassFlags) -> Made {
    let decl = ClassDecl { name: name.as_bytes().into(), flags, ..ClassDecl::default() };
    Made { decl, parent: None, interfaces: Vec::new(), traits: Vec::new(), methods: Vec::new() }
}

impl Made {
    pub(crate) fn extends(mut self, parent: &'static Class) -> Made {
        self.parent = Some(parent);
        self
    }
    pub(crate) fn implements(mut self, interface: &'static Class) -> Made {
        self.interfaces.push(interface);
        self
    }
    fn uses(mut self, from: &'static Class) -> Made {
        self.traits.push(from);
        self
    }
    fn method(mut self, text: &str, flags: FnFlags) -> Made {
        self.methods.push(func(text, flags));
        self
    }
    pub(crate) fn property(mut self, name: &str, ty: &str, flags: MemberFlags) -> Made {
        self.decl.properties.push(PropDecl {
            default_text: None,
            name: name.as_bytes().into(),
            flags,
            ty: parse_type(ty).map(|ty| ty.spec.clone()),
            default: DeclInit::None,
            get: None,
            set: None,
            attributes: Vec::new(),
            doc: None,
            line: 1,
        });
        self
    }

    /// Links it or finds what it became before.
    fn declare(&self, cx: &mut Cx, outcomes: &Outcomes) -> &'static Class {
        let vm = LinkVm {
            func: &|_| unreachable!("no hooks or thunks"),
            make_func: &|_, copy| Box::leak(Box::new(copy)),
            position: &|_| (b"test.php".to_vec(), 1),
            return_type_will_change: &|_| false,
        };
        link_class(cx, &self.input(&self.decl, outcomes, vm)).expect("it can be linked")
    }

    fn input<'a>(&'a self, decl: &'a ClassDecl, outcomes: &'a Outcomes, vm: LinkVm<'a>) -> LinkInput<'a> {
        LinkInput {
            decl,
            outcomes,
            record: None,
            file: b"test.php",
            parent: self.parent,
            interfaces: self.interfaces.clone(),
            traits: self.traits.clone(),
            methods: &self.methods,
            enum_methods: Vec::new(),
            early: false,
            refusal: None,
            vm,
        }
    }

    fn try_link(self, cx: &mut Cx) -> Result<&'static Class, String> {
        let decl: &'static ClassDecl = Box::leak(Box::new(self.decl.clone()));
        let vm = LinkVm {
            func: &|_| unreachable!("no hooks or thunks"),
            make_func: &|_, copy| Box::leak(Box::new(copy)),
            position: &|_| (b"test.php".to_vec(), 1),
            return_type_will_change: &|_| false,
        };
        let outcomes = Outcomes::default();
        let input = self.input(decl, &outcomes, vm);
        let mut linker = Linker::for_decl(cx, &input);
        let class = linker.run(&input).map_err(|fault| fault.message)?;
        cx.set_class(class.id, class);
        Ok(class)
    }

    pub(crate) fn link(self, cx: &mut Cx) -> &'static Class {
        self.try_link(cx).unwrap_or_else(|message| panic!("{message}"))
    }
}

pub(crate) const NONE: ClassFlags = ClassFlags(0);
const PUBLIC: FnFlags = FnFlags::PUBLIC;

#[test]
fn signatures_are_checked_and_shown() {
    let mut cx = headless::context();
    let a = class("Sig1", NONE).method("foo(string $x, ?int $n = 5): static", PUBLIC).link(&mut cx);
    let err = class("Sig2", NONE).extends(a).method("foo(int $x): Sig2", PUBLIC).try_link(&mut cx);
    assert_eq!(
        err.unwrap_err(),
        "Declaration of Sig2::foo(int $x): Sig2 must be compatible with Sig1::foo(string $x, ?int $n = 5): static"
    );
    let wider = class("Sig3", NONE).extends(a).method("foo(string|int $x, int|string|null $n = 1, ...$more): static", PUBLIC);
    assert!(wider.try_link(&mut cx).is_ok());
    let by_ref = class("Sig4", NONE).extends(a).method("foo(string &$x, ?int $n = 5): static", PUBLIC);
    assert!(by_ref.try_link(&mut cx).is_err());
}

#[test]
fn self_and_static_in_types() {
    let mut cx = headless::context();
    let a = class("Rel1", NONE).method("with(self $x): self", PUBLIC).link(&mut cx);
    let narrower = class("Rel2", NONE).extends(a).method("with(Rel1 $x): static", PUBLIC);
    assert!(narrower.try_link(&mut cx).is_ok());
    let err = class("Rel3", NONE).extends(a).method("with(self $x): parent", PUBLIC).try_link(&mut cx);
    assert_eq!(err.unwrap_err(), "Declaration of Rel3::with(Rel3 $x): Rel1 must be compatible with Rel1::with(Rel1 $x): Rel1");
}

#[test]
fn missing_classes_are_named() {
    let mut cx = headless::context();
    let a = class("Miss1", NONE).method("foo(): Gone", PUBLIC).link(&mut cx);
    let err = class("Miss2", NONE).extends(a).method("foo(): Away", PUBLIC).try_link(&mut cx);
    assert_eq!(
        err.unwrap_err(),
        "Could not check compatibility between Miss2::foo(): Away and Miss1::foo(): Gone, because class Away is not available"
    );
}

#[test]
fn modifiers_of_methods() {
    let mut cx = headless::context();
    let a = class("Mod1", NONE).method("foo()", PUBLIC).method("bar()", FnFlags::FINAL).method("baz()", FnFlags::STATIC).link(&mut cx);
    let tries = [
        ("foo()", FnFlags::PROTECTED, "Access level to Mod2::foo() must be public (as in class Mod1)"),
        ("bar()", PUBLIC, "Cannot override final method Mod1::bar()"),
        ("baz()", PUBLIC, "Cannot make static method Mod1::baz() non static in class Mod2"),
        ("foo()", FnFlags::STATIC, "Cannot make non static method Mod1::foo() static in class Mod2"),
        ("__get($a, $b)", PUBLIC, "Method Mod2::__get() must take exactly 1 argument"),
        ("other()", FnFlags::OVERRIDE, "Mod2::other() has #[\\Override] attribute, but no matching parent method exists"),
    ];
    for (text, flags, message) in tries {
        let err = class("Mod2", NONE).extends(a).method(text, flags).try_link(&mut cx);
        assert_eq!(err.unwrap_err(), message);
    }
}

#[test]
fn abstract_methods_must_be_implemented() {
    let mut cx = headless::context();
    let abstract_ = FnFlags::ABSTRACT;
    let i = class("Abs1", ClassFlags::INTERFACE).method("a()", abstract_).method("b()", abstract_).link(&mut cx);
    let j = class("Abs2", ClassFlags::INTERFACE).implements(i).method("c()", abstract_).method("d()", abstract_).link(&mut cx);
    let err = class("Abs3", NONE).implements(j).try_link(&mut cx).unwrap_err();
    assert_eq!(
        err,
        "Class Abs3 contains 4 abstract methods and must therefore be declared abstract or implement the remaining methods \
         (Abs2::c, Abs2::d, Abs1::a, ...)"
    );
    let base = class("Abs4", ClassFlags::ABSTRACT).implements(j).method("a()", PUBLIC).link(&mut cx);
    assert!(base.is_abstract && base.is_subclass_of(i));
    let whole = class("Abs5", NONE).extends(base).method("b()", PUBLIC).method("c()", PUBLIC).method("d()", PUBLIC).link(&mut cx);
    assert!(!whole.is_abstract);
    assert!(whole.method(b"b").is_some_and(|b| b.prototype.is_some_and(|p| p.class.is_some_and(|c| c.same(i)))));
}

#[test]
fn properties_keep_their_slots() {
    let mut cx = headless::context();
    let a = class("Slot1", NONE)
        .property("hidden", "", MemberFlags::PRIVATE)
        .property("x", "int", MemberFlags::PUBLIC)
        .property("s", "", MemberFlags::STATIC)
        .link(&mut cx);
    let b =
        class("Slot2", NONE).extends(a).property("hidden", "", MemberFlags::PUBLIC).property("x", "int", MemberFlags::PUBLIC).link(&mut cx);
    assert_eq!(b.base.slot_count, 3);
    assert_eq!(b.properties[b"x".as_slice()].slot, 1);
    assert_eq!(b.properties[b"hidden".as_slice()].slot, 2);
    assert!(b.properties[b"s".as_slice()].class.same(a));
    let seen = |scope| match lookup_prop(b, b"hidden", scope) {
        PropLookup::Slot(property) => property.slot,
        _ => u32::MAX,
    };
    assert_eq!((seen(Some(a)), seen(Some(b)), seen(None)), (0, 2, 2));
    let err = class("Slot3", NONE).extends(a).property("x", "?int", MemberFlags::PUBLIC).try_link(&mut cx);
    assert_eq!(err.unwrap_err(), "Type of Slot3::$x must be int (as in class Slot1)");
    let err = class("Slot3", NONE).extends(a).property("s", "", MemberFlags::PUBLIC).try_link(&mut cx);
    assert_eq!(err.unwrap_err(), "Cannot redeclare static Slot1::$s as non static Slot3::$s");
}

#[test]
fn traits_collide_unless_told_otherwise() {
    let mut cx = headless::context();
    let t = class("T1", ClassFlags::TRAIT).method("hello()", PUBLIC).link(&mut cx);
    let u = class("T2", ClassFlags::TRAIT).method("hello()", PUBLIC).method("self(): self", PUBLIC).link(&mut cx);
    let err = class("Use1", NONE).uses(t).uses(u).try_link(&mut cx).unwrap_err();
    assert_eq!(err, "Trait method T2::hello has not been applied as Use1::hello, because of collision with T1::hello");
    let mut made = class("Use2", NONE).uses(t).uses(u);
    let bytes = |text: &str| text.as_bytes().into();
    made.decl.trait_rules = vec![
        TraitRule::Precedence { class: bytes("T1"), method: bytes("hello"), instead_of: vec![bytes("T2")] },
        TraitRule::Alias { class: Some(bytes("T2")), method: bytes("hello"), flags: MemberFlags::PROTECTED, alias: Some(bytes("Other")) },
    ];
    let both = made.link(&mut cx);
    assert!(both.method(b"hello").is_some_and(|m| m.origin.is_some_and(|o| o.same(t)) && m.class.is_some_and(|c| c.same(both))));
    assert!(both.method(b"other").is_some_and(|m| m.flags.has(FnFlags::PROTECTED) && !m.flags.has(FnFlags::PUBLIC)));
    let ret = both.method(b"self").and_then(|m| m.return_type.clone()).expect("a return type");
    assert_eq!((&*ret.spec.text, ret.written.as_deref()), (b"Use2".as_slice(), Some(b"self".as_slice())));
}

/// A class may be linked while one that its signatures name is on its way, of which nothing is known but the names of its ancestors.
#[test]
fn what_trusted_a_class_on_its_way_is_found_again() {
    let mut first = headless::context();
    let wide = class("Way1", NONE).link(&mut first);
    let other = class("Way2", ClassFlags::INTERFACE).link(&mut first);
    let base = class("Way3", NONE).method("foo(): Way1", PUBLIC).link(&mut first);
    let child = class("Way4", NONE).extends(base).method("foo(): Way5", PUBLIC);
    let outcomes = Outcomes::default();
    let declare = |ancestors: &[&'static Class]| {
        let mut cx = headless::context();
        for class in [wide, other, base] {
            cx.set_class(class.id, class);
        }
        let ancestors = ancestors.iter().map(|class| class.id).collect();
        cx.linking.push(PendingClass { id: ClassId::of(b"Way5"), ancestors, trusted: false.into() });
        let class = child.declare(&mut cx, &outcomes);
        assert!(cx.linking[0].trusted.get(), "an error of the other one is told with this one");
        class
    };
    let class = declare(&[wide]);
    assert!(declare(&[wide]).same(class));
    let in_other_company = declare(&[wide, other]);
    assert!(!in_other_company.same(class));
    assert!(declare(&[wide, other]).same(in_other_company) && declare(&[wide]).same(class));
}
