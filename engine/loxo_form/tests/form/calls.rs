//! Functions of a program that may be inlined into another one.

use loxo_bytecode::{Const, FnFlags, Function, Op, OpCode, Unit};
use loxo_form::Inlinable;

/// What may be inlined into a function.
#[derive(Default)]
pub struct Calls<'u> {
    /// By op.
    pub called: Vec<Option<u32>>,
    pub functions: Vec<Inlinable<'u>>,
}

impl<'u> Calls<'u> {
    /// All that it calls by a name which the unit knows, and what these call.
    pub fn of(unit: &'u Unit, function: &'u Function) -> Calls<'u> {
        let mut calls = Calls::default();
        calls.called.resize(function.code.len(), None);
        let mut constants = function.consts.len() as u32;
        let mut next = 0;
        calls.add(unit, function, 0, &mut constants);
        while next < calls.functions.len().min(40) {
            let Inlinable { function, first, .. } = calls.functions[next];
            calls.add(unit, function, first[0], &mut constants);
            next += 1;
        }
        calls
    }

    fn add(&mut self, unit: &'u Unit, function: &'u Function, first: u32, constants: &mut u32) {
        for (op, at) in function.code.iter().zip(first..) {
            let of_name =
                |k: u32| unit.functions.iter().find(|other| Some(&*other.name) == function.consts.get(k as usize).and_then(name_of));
            let called = match op.code {
                OpCode::CallFn => unit.functions.get(op.b as usize),
                OpCode::InitMethod => of_name(op.c),
                // The first one is called wherever any is.
                OpCode::InitDyn => unit.functions.iter().find(|other| other.flags.has(FnFlags::CLOSURE)),
                _ => None,
            };
            // What functions of this name do is not in the program.
            let Some(called) = called.filter(|called| *called.name != *b"g") else { continue };
            let is_bound = op.code == OpCode::InitMethod || called.flags.has(FnFlags::USES_THIS);
            let on_object = is_bound && !called.flags.has(FnFlags::STATIC);
            self.called[at as usize] = Some(self.functions.len() as u32);
            self.functions.push(Inlinable {
                function: called,
                on_object,
                first: [self.called.len() as u32, *constants],
                is_certain: false,
                next: None,
                places: &[],
                may_return_this: false,
                constructs: false,
            });
            self.called.resize(self.called.len() + called.code.len(), None);
            *constants += called.consts.len() as u32;
        }
    }

    /// An op that is numbered behind the caller's own.
    pub fn op(&self, at: u32) -> Option<&'u Op> {
        let its = self.functions.iter().rev().find(|its| its.first[0] <= at)?;
        its.function.code.get((at - its.first[0]) as usize)
    }

    /// The constants of the function that one of those belongs to which are numbered behind the caller's own, and its number there.
    pub fn constant(&self, k: u32) -> Option<(&'u Function, u32)> {
        let its = self.functions.iter().rev().find(|its| its.first[1] <= k)?;
        Some((its.function, k - its.first[1]))
    }
}

fn name_of(constant: &Const) -> Option<&[u8]> {
    if let Const::Str(name) = constant { Some(name) } else { None }
}
