//! `finally` blocks: several ways lead through one, and the block's end goes on where each of them does. What is thrown comes from outside.

use loxo_bytecode::Op;

use super::builder::Builder;
use super::effects;
use super::frame::Held;
use super::paths::Flow;
use crate::{Kind, Tags, Type};

impl Builder<'_> {
    /// `FastCall`: goes through a block, and on with the next op.
    pub fn enter_finally(&mut self, op: &Op) -> Flow {
        // If something is thrown in the block, or it returns, what waits behind it is dropped out of the frame.
        self.flush(self.at);
        let back = self.int(i64::from(self.at) + 1);
        self.effect(Kind::Store(op.a), &[back]);
        // Not as a number: the interpreter may enter in the block when something was thrown.
        self.frame.set(op.a, Held::UNKNOWN);
        self.go(op.c);
        Flow::Ended
    }

    /// `FastRet`: the block's end. What was thrown before it is thrown on by the interpreter.
    pub fn leave_finally(&mut self, op: &Op) -> Flow {
        let mut ways: Vec<u32> = effects::behind_finally(self.f, op).collect();
        let Some(last) = ways.pop() else {
            self.leave();
            return Flow::Ended;
        };
        let back = self.value(Kind::Load(op.a), &[], Type::ANY);
        let is_way = self.value(Kind::HasTags(Tags::INT), &[back], Type::BOOL);
        let (yes, no) = self.split(is_way);
        let frame = self.frame.clone();
        self.open = no;
        self.block().cold = true;
        self.leave();
        (self.open, self.frame) = (yes, frame);
        let way = self.value(Kind::Unbox, &[back], Type::INT);
        self.go_by_cases(way, ways.into_iter().map(|to| (i64::from(to), to)).collect(), last);
        Flow::Ended
    }
}
