//! A unit that was loaded, and what it declares.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use loxo_bytecode::{ClassDecl, ClassFlags, Declarations, Unit};
use loxo_runtime::link::Outcomes;
use loxo_runtime::{ClassId, FnId, Func};
use loxo_value::IStr;

/// How many declarations of classes there are.
static DECLARATIONS: AtomicU32 = AtomicU32::new(0);

/// A loaded unit. Lives until the process ends or its registry drops it; functions and classes of it point here.
pub struct LoadedUnit {
    pub unit: Unit,
    pub path: IStr,
    /// Same order as `unit.functions`; unbound (no class). Methods get bound copies when their class is linked.
    pub funcs: Vec<&'static Func>,
    /// The numbers of the names of `unit.hoisted_functions`.
    pub hoisted_ids: Box<[FnId]>,
    /// Same order as `unit.classes`.
    pub classes: Vec<Declared>,
    /// The main code has no variables, and declares functions and classes at most.
    pub declares_only: bool,
    pub declarations: Option<Declarations>,
}

/// What each declaration of a class would have to find out anew.
pub struct Declared {
    pub id: ClassId,
    /// Dense process-wide number of the declaration.
    pub number: u32,
    pub parent: Option<ClassId>,
    pub interfaces: Box<[ClassId]>,
    pub traits: Box<[ClassId]>,
    /// The classes that it became so far.
    pub outcomes: Outcomes,
    pub methods: Box<[&'static Func]>,
    pub record: Arc<ClassRecord>,
    /// Nothing but its parent keeps it from being bound before the code runs.
    pub binds_early: bool,
}

impl Declared {
    pub fn of(unit: &'static LoadedUnit, funcs: &[&'static Func], index: usize) -> Declared {
        let decl = &unit.unit.classes[index];
        let methods: Box<[&'static Func]> = decl.methods.iter().map(|&m| funcs[m as usize]).collect();
        let is_stringable = methods.iter().any(|method| method.name.as_bytes().eq_ignore_ascii_case(b"__tostring"));
        Declared {
            id: ClassId::of(&decl.name),
            number: DECLARATIONS.fetch_add(1, Ordering::Relaxed),
            parent: decl.parent.as_deref().map(ClassId::of),
            interfaces: decl.interfaces.iter().map(|name| ClassId::of(name)).collect(),
            traits: decl.trait_uses.iter().map(|name| ClassId::of(name)).collect(),
            outcomes: Outcomes::default(),
            record: Arc::new(ClassRecord { unit, index: index as u32 }),
            binds_early: !decl.flags.has(ClassFlags::ENUM) && decl.interfaces.is_empty() && decl.trait_uses.is_empty() && !is_stringable,
            methods,
        }
    }
}

/// A declaration and the unit it stands in: what a class keeps for reflection.
pub struct ClassRecord {
    pub unit: &'static LoadedUnit,
    pub index: u32,
}

impl ClassRecord {
    pub fn decl(&self) -> &'static ClassDecl {
        &self.unit.unit.classes[self.index as usize]
    }
}
