//! From the draft to the class: allocates it, then its functions and members, which point back to it.

use loxo_bytecode::{FnFlags, MemberFlags};
use loxo_value::{ClassBase, SharedValue, class_flags};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::Linker;
use super::draft::{InitialValue, MemberOwner, Method, Prop, Source};
use crate::class::ArrayAccessMethods;
use crate::display::name_text;
use crate::{Class, ClassConst, DynamicProperties, Func, Init, Magic, Members, NameMap, ObjectHandlers, Property, Slot, StaticInit};

/// Numbers of linked classes, counted per process.
static NEXT_UID: AtomicU32 = AtomicU32::new(0);

impl Linker<'_> {
    /// Makes the class. Nothing can fail any more.
    pub fn build(&mut self) -> &'static Class {
        let class: &'static Class = Box::leak(Box::new(self.shell()));
        let methods: NameMap<&'static Func> = self.methods.iter().map(|(key, method)| (*key, self.build_method(class, method))).collect();
        let properties: NameMap<Property> = self.props.iter().map(|(key, prop)| (*key, self.build_property(class, prop))).collect();
        let slots: Vec<Slot> = self.slots.iter().map(|slot| self.build_slot(class, slot, &properties)).collect();
        let statics = self.statics.iter().map(|(name, start)| StaticInit { name: *name, init: self.build_start(class, start) });
        let static_inits: Vec<StaticInit> = statics.collect();
        let constants = self.constants.iter().map(|(key, constant)| {
            let home = home_class(class, constant.home);
            let built = ClassConst {
                name: constant.name,
                flags: constant.flags,
                ty: constant.ty.clone(),
                value: self.build_start(class, &constant.value),
                class: home,
                index: constant.index,
                decl: constant.decl,
                origin: constant.origin,
            };
            (*key, built)
        });
        let constants: NameMap<ClassConst> = constants.collect();
        let lazy_defaults = slots.iter().any(|slot| is_thunk(&slot.default));
        // Of the parent's, what is overridden counts too, but for constants.
        let lazy_statics = static_inits.iter().any(|init| is_thunk(&init.init)) || self.parent.is_some_and(|parent| parent.lazy_statics);
        let needs_init = lazy_defaults
            || lazy_statics
            || self.parent.is_some_and(|parent| parent.lazy_defaults)
            || constants.values().any(|constant| is_thunk(&constant.value));
        let members = Members {
            defaults: slots.iter().map(|slot| plain_default(&slot.default)).collect(),
            magic: magic(&methods),
            array_access: array_access(class, &methods),
            count: methods.get(b"count".as_slice()).copied().filter(|_| implements(class, b"Countable")),
            lazy_defaults,
            lazy_statics,
            needs_init,
            has_readonly: slots.iter().any(|slot| slot.property.is_readonly()),
            has_hooks: properties.values().any(Property::has_hooks),
            static_count: static_inits.len() as u32,
            const_count: self.const_count,
            constants,
            properties,
            slots,
            static_inits,
            methods,
        };
        if class.members.set(members).is_err() {
            unreachable!("the class is not known to anybody else yet");
        }
        if !needs_init && class.object_handlers.created.is_none() {
            class.base.make_by_copy(&class.defaults);
        }
        class
    }

    fn shell(&mut self) -> Class {
        let object_handlers = self.object_handlers();
        let mut flags = 0;
        if self.methods.contains_key(b"__destruct".as_slice()) || object_handlers.destroy.is_some() {
            flags |= class_flags::HAS_DESTRUCTOR;
        }
        if object_handlers.new_native.is_some() {
            flags |= class_flags::HAS_NATIVE;
        }
        Class {
            base: ClassBase::new(self.slots.len() as u32, flags),
            name: self.name,
            id: self.id,
            uid: NEXT_UID.fetch_add(1, Ordering::Relaxed),
            flags: self.flags,
            is_abstract: self.flags.has(loxo_bytecode::ClassFlags::ABSTRACT) || self.implicit_abstract,
            parent: self.parent,
            interfaces: self.interfaces.clone(),
            traits: self.traits.clone(),
            backing: self.backing.clone(),
            dynamic: self.dynamic_properties(&object_handlers),
            object_handlers,
            builtin: self.builtin,
            decl: self.record.take(),
            members: OnceLock::new(),
        }
    }

    fn dynamic_properties(&self, object_handlers: &ObjectHandlers) -> DynamicProperties {
        use loxo_bytecode::ClassFlags;
        let allowed = self.allow_dynamic || self.parent.is_some_and(|parent| parent.dynamic == DynamicProperties::Allowed);
        if self.flags.any(ClassFlags::ENUM.with(ClassFlags::READONLY)) || object_handlers.no_dynamic_properties {
            DynamicProperties::Forbidden
        } else if allowed {
            DynamicProperties::Allowed
        } else {
            DynamicProperties::Deprecated
        }
    }

    /// Own behaviour of builtins, over the parent's.
    fn object_handlers(&self) -> ObjectHandlers {
        let inherited = self.parent.map_or_else(ObjectHandlers::default, |parent| parent.object_handlers);
        match self.builtin {
            Some(row) => (row.object_handlers)().over(&inherited),
            // Whether a builtin may be extended or instantiated itself says nothing of its children.
            None => self.without_overridden(ObjectHandlers { no_new: None, on_inherit: None, ..inherited }),
        }
    }

    /// Methods written in PHP go before what a builtin parent does in their place.
    fn without_overridden(&self, mut object_handlers: ObjectHandlers) -> ObjectHandlers {
        let own = |name: &str| self.methods.get(name.as_bytes()).is_some_and(Method::is_own);
        if ["current", "key", "next", "rewind", "valid", "getiterator"].into_iter().any(own) {
            object_handlers.iterate = None;
        }
        if own("offsetget") {
            object_handlers.read_dim = None;
            object_handlers.bind_dim = None;
        }
        if own("offsetset") {
            object_handlers.write_dim = None;
        }
        if own("offsetexists") {
            object_handlers.has_dim = None;
        }
        if own("offsetunset") {
            object_handlers.unset_dim = None;
        }
        if own("count") {
            object_handlers.count = None;
        }
        object_handlers
    }

    fn build_method(&self, class: &'static Class, method: &Method) -> &'static Func {
        let origin = match method.source {
            Source::Inherited => return method.func,
            Source::Trait(from) => Some(method.func.origin.unwrap_or(from)),
            Source::Own => method.func.origin,
        };
        let mut copy = Func {
            class: Some(class),
            name: method.name,
            flags: method.flags,
            params: method.params.clone(),
            return_type: method.ret.clone(),
            prototype: method.prototype,
            shadows_private: method.shadows_private,
            origin,
            ..method.func.clone()
        };
        if method.is_constructor() {
            copy.flags.set(FnFlags::CTOR);
        }
        (self.vm.make_func)(method.func, copy.linked())
    }

    fn build_property(&self, class: &'static Class, prop: &Prop) -> Property {
        let mut flags = prop.flags;
        if prop.slot.is_none() && !prop.is_static() {
            flags.set(MemberFlags::VIRTUAL);
        }
        Property {
            name: prop.name,
            flags,
            ty: prop.ty.clone(),
            class: home_class(class, prop.home),
            slot: prop.slot.unwrap_or(u32::MAX),
            get: prop.get.as_ref().map(|hook| self.build_method(class, hook)),
            set: prop.set.as_ref().map(|hook| self.build_method(class, hook)),
            decl: prop.decl,
            root: home_class(class, prop.root),
            shadows_private: prop.shadows_private,
            origin: prop.origin,
        }
    }

    fn build_slot(&self, class: &'static Class, slot: &super::draft::SlotDraft, properties: &NameMap<Property>) -> Slot {
        let own = slot.own.and_then(|name| properties.get(&name));
        match (own, &slot.linked) {
            (Some(property), _) => Slot { property: property.clone(), default: self.build_start(class, &slot.start) },
            (None, Some(linked)) => linked.clone(),
            // A slot has an owner of either kind.
            (None, None) => unreachable!("a slot of {} belongs to nobody", name_text(&self.name)),
        }
    }

    fn build_start(&self, class: &'static Class, start: &InitialValue) -> Init {
        match start {
            InitialValue::Thunk(func) => Init::Thunk((self.vm.make_func)(func, Func { class: Some(class), ..(*func).clone() })),
            other => other.as_init(),
        }
    }
}

/// What a slot starts with where nothing has to be evaluated.
fn plain_default(init: &Init) -> SharedValue {
    match init {
        Init::Value(value) => value.clone(),
        _ => SharedValue::UNDEF,
    }
}

fn is_thunk(init: &Init) -> bool {
    matches!(init, Init::Thunk(_))
}

fn home_class(own: &'static Class, home: MemberOwner) -> &'static Class {
    match home {
        MemberOwner::Own => own,
        MemberOwner::Linked(class) => class,
    }
}

fn magic(methods: &NameMap<&'static Func>) -> Magic {
    let find = |name: &str| methods.get(name.as_bytes()).copied();
    Magic {
        constructor: find("__construct"),
        destructor: find("__destruct"),
        clone: find("__clone"),
        get: find("__get"),
        set: find("__set"),
        isset: find("__isset"),
        unset: find("__unset"),
        call: find("__call"),
        call_static: find("__callstatic"),
        to_string: find("__tostring"),
        invoke: find("__invoke"),
        debug_info: find("__debuginfo"),
        serialize: find("__serialize"),
        unserialize: find("__unserialize"),
    }
}

/// The class implements a builtin interface.
fn implements(class: &Class, name: &[u8]) -> bool {
    class.interfaces.iter().any(|interface| interface.builtin.is_some() && interface.name.as_bytes() == name)
}

fn array_access(class: &Class, methods: &NameMap<&'static Func>) -> ArrayAccessMethods {
    if !implements(class, b"ArrayAccess") {
        return ArrayAccessMethods::default();
    }
    let find = |name: &str| methods.get(name.as_bytes()).copied();
    ArrayAccessMethods { get: find("offsetget"), set: find("offsetset"), exists: find("offsetexists"), unset: find("offsetunset") }
}

impl ObjectHandlers {
    /// This behaviour where it says something, the inherited one elsewhere.
    pub fn over(self, inherited: &ObjectHandlers) -> ObjectHandlers {
        ObjectHandlers {
            new_native: self.new_native.or(inherited.new_native),
            created: self.created.or(inherited.created),
            read_dim: self.read_dim.or(inherited.read_dim),
            write_dim: self.write_dim.or(inherited.write_dim),
            bind_dim: self.bind_dim.or(inherited.bind_dim),
            has_dim: self.has_dim.or(inherited.has_dim),
            unset_dim: self.unset_dim.or(inherited.unset_dim),
            count: self.count.or(inherited.count),
            cast: self.cast.or(inherited.cast),
            compare: self.compare.or(inherited.compare),
            unserialize: self.unserialize.or(inherited.unserialize),
            operate: self.operate.or(inherited.operate),
            debug_info: self.debug_info.or(inherited.debug_info),
            properties: self.properties.or(inherited.properties),
            properties_for: self.properties_for.or(inherited.properties_for),
            elements_as_properties: self.elements_as_properties.or(inherited.elements_as_properties),
            read_property: self.read_property.or(inherited.read_property),
            write_property: self.write_property.or(inherited.write_property),
            has_property: self.has_property.or(inherited.has_property),
            has_place: self.has_place.or(inherited.has_place),
            unset_property: self.unset_property.or(inherited.unset_property),
            iterate: self.iterate.or(inherited.iterate),
            after_clone: self.after_clone.or(inherited.after_clone),
            method_holder: self.method_holder.or(inherited.method_holder),
            callable: self.callable.or(inherited.callable),
            destroy: self.destroy.or(inherited.destroy),
            no_clone: self.no_clone || inherited.no_clone,
            no_serialize: self.no_serialize || inherited.no_serialize,
            // These concern the class itself.
            on_inherit: self.on_inherit,
            no_new: self.no_new,
            shown_as: self.shown_as,
            no_dynamic_properties: self.no_dynamic_properties,
        }
    }
}
