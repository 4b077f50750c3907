//! What forms without frames are made from.

use loxo_bytecode::{Const, Function, OpCode};

use crate::{Form, Kind, Tags};

/// What a function without a frame takes and gives.
#[derive(Clone, PartialEq, Debug)]
pub struct Interface {
    /// Of each parameter: ints, floats or bools.
    pub params: Vec<Tags>,
    /// The number that a parameter is where nothing is passed for it, if there is one.
    pub defaults: Vec<Option<Kind>>,
    /// The same as of parameters, or null: nothing is given back then.
    pub result: Tags,
}

/// A function that can be called without a frame.
#[derive(Clone, PartialEq, Debug)]
pub enum Called {
    /// The one whose form this is.
    Itself,
    Other(Interface),
}

/// What a form without a frame is made from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub form: &'a Form,
    pub function: &'a Function,
    /// What the parameters are.
    pub params: &'a [Tags],
    /// What a call op calls by itself, or one that starts a call starts one of, if that can be called without a frame. Of a call that is started,
    /// [`Kind::GuardCallee`] makes sure.
    pub called: &'a dyn Fn(u32) -> Option<Called>,
}

/// A call that needs no frame.
pub(super) struct Call {
    pub window: u32,
    /// So many arguments are passed.
    pub count: usize,
    /// The slot for its result, or [`loxo_bytecode::NONE`].
    pub result: u32,
    pub called: Called,
}

impl Source<'_> {
    /// The call that an op makes, if none of its arguments is too much.
    pub(super) fn call(&self, at: u32) -> Option<Call> {
        let op = self.function.code.get(at as usize)?;
        let (named_by, count) = match op.code {
            OpCode::CallFn => (at, op.c),
            OpCode::Call | OpCode::CallForArg => (self.start_of(at, op.a)?, op.b),
            _ => return None,
        };
        let called = (self.called)(named_by)?;
        let params = match &called {
            Called::Itself => self.params.len(),
            Called::Other(interface) => interface.params.len(),
        };
        (count as usize <= params).then_some(Call { window: op.a, count: count as usize, result: op.x, called })
    }

    /// The op in front of another one that starts the call in a window.
    fn start_of(&self, at: u32, window: u32) -> Option<u32> {
        (0..at).rev().find(|op| self.function.code[*op as usize].started_window() == Some(window))
    }

    /// The call op of the call that an op starts, if it needs no frame.
    pub(super) fn started(&self, start: u32) -> Option<u32> {
        let code = &self.function.code;
        let window = code.get(start as usize)?.started_window()?;
        let call = (start + 1..code.len() as u32).find(|op| code[*op as usize].code.info().calls && code[*op as usize].a == window)?;
        self.call(call).is_some().then_some(call)
    }

    /// The call in a window, whose arguments are still to come when an op runs, is one of a function without a frame: it takes no references.
    pub(super) fn takes_values(&self, at: u32, window: u32) -> bool {
        self.start_of(at, window).is_some_and(|start| self.started(start).is_some())
    }

    /// The numbers that parameters are by themselves.
    pub(super) fn defaults(&self) -> Vec<Option<Kind>> {
        let mut defaults = vec![None; self.params.len()];
        for op in self.function.code.iter().take_while(|op| op.code == OpCode::DefaultK) {
            let number = match self.function.consts.get(op.b as usize) {
                Some(Const::Int(int)) => Kind::Int(*int),
                Some(Const::Float(float)) => Kind::Float(float.to_bits()),
                Some(Const::False) => Kind::Bool(false),
                Some(Const::True) => Kind::Bool(true),
                _ => continue,
            };
            if let Some(default) = defaults.get_mut(op.a as usize) {
                *default = Some(number);
            }
        }
        defaults
    }
}

/// Tags of ints, floats or bools that what has these tags is one of.
pub(super) fn number(tags: Tags) -> Option<Tags> {
    [Tags::INT, Tags::FLOAT, Tags::BOOL].into_iter().find(|number| tags != Tags::NONE && tags.within(*number))
}
