//! Calls of small functions that become a part of the caller's form.
//!
//! Such a function does nothing that others can see before it returns, so where it can't go on, it is called from its beginning instead. Its call is
//! built twice. The usual way begins with a test of what is called; the call's window is not written there: the ops that start it and copy variables
//! to it are *deferred*, and run only where that way is left. On the other way the call is made as always.

use loxo_bytecode::{ClassOperand, FRAME_HEADER_SLOTS, FnFlags, NONE, Op, OpCode as O, THIS, flag};

use super::attempts::unoptimized;
use super::builder::{Builder, boxed_type};
use super::effects;
use super::frame::{Frame, Held};
use super::input::{Inlinable, Input};
use super::paths::Flow;
use super::splice::{Target, splice};
use super::types::tags_of;
use crate::{BlockId, FrameState, Kind, StateId, Tags, Type, ValueId};

/// What may have destructors to run when it goes.
const OWNERS: Tags = Tags::ANY.without(Tags::UNCOUNTED).without(Tags::STRING);

/// A call that may be inlined, with the ops that compute its arguments.
struct Call<'a> {
    first: u32,
    call: u32,
    /// The op that starts it, if there is one: the first.
    start: Option<u32>,
    window: u32,
    count: u32,
    /// What it may be a call of.
    callees: Vec<Callee<'a>>,
}

/// A function that a call may be one of.
#[derive(Clone, Copy)]
struct Callee<'a> {
    /// Its place in the list of functions that may be inlined.
    number: u32,
    its: Inlinable<'a>,
}

/// What a function is called on.
#[derive(Clone, Copy, Default)]
struct On {
    this: Option<ValueId>,
    closure: Option<ValueId>,
}

/// What is undone where a call is not inlined after all.
struct Snapshot {
    open: BlockId,
    insts: usize,
    cold: bool,
    sizes: [usize; 3],
    frame: Frame,
    lists: [usize; 3],
    size: usize,
}

/// Where an op leads to if the callee takes an argument by value.
fn by_value(op: &Op) -> Option<u32> {
    (op.code == O::JumpIfArgByValue).then_some(op.c)
}

impl<'a> Builder<'a> {
    /// Inlines a call whose first op this is, if that can be done and it ends before another op; gives the op behind it. `end`: where the ops end that run
    /// one after the other; `limit`: the same where a known callee decides jumps among its arguments.
    pub fn inline_call(&mut self, at: u32, end: u32, limit: u32) -> Option<u32> {
        if self.inlining.off {
            return None;
        }
        let calls = self.calls_from(at, end, limit);
        calls.into_iter().find_map(|call| {
            let before = self.snapshot();
            let done = self.build_call(&call);
            if done.is_none() {
                self.undo(before);
            }
            done
        })
    }

    fn snapshot(&self) -> Snapshot {
        let inlining = &self.inlining;
        Snapshot {
            open: self.open,
            insts: self.form.blocks[self.open.0 as usize].insts.len(),
            cold: self.form.blocks[self.open.0 as usize].cold,
            sizes: [self.form.blocks.len(), self.form.values.len(), self.form.states.len()],
            frame: self.frame.clone(),
            lists: [inlining.deferred.len(), inlining.arguments.len(), inlining.windows.len()],
            size: inlining.size,
        }
    }

    fn undo(&mut self, before: Snapshot) {
        let [blocks, values, states] = before.sizes;
        self.form.blocks.truncate(blocks);
        self.form.values.truncate(values);
        self.form.states.truncate(states);
        self.states.retain(|_, id| (id.0 as usize) < states);
        for edges in &mut self.edges {
            // The open block had no end yet.
            edges.retain(|edge| (edge.from.0 as usize) < blocks && edge.from != before.open);
        }
        (self.open, self.frame, self.polls) = (before.open, before.frame, false);
        self.block().insts.truncate(before.insts);
        self.block().cold = before.cold;
        let inlining = &mut self.inlining;
        let [deferred, arguments, windows] = before.lists;
        inlining.deferred.truncate(deferred);
        inlining.arguments.truncate(arguments);
        inlining.windows.truncate(windows);
        inlining.unreachable.retain(|block| (block.0 as usize) < blocks);
        (inlining.size, inlining.refused, inlining.off) = (before.size, false, false);
    }

    // ------------------------------------------------------------------------------------------------ which calls

    /// Calls that begin with an op and may be inlined, the outermost first.
    fn calls_from(&self, at: u32, end: u32, limit: u32) -> Vec<Call<'a>> {
        let op = &self.f.code[at as usize];
        let makes_object = op.code == O::New && !self.is_inlined();
        if makes_object || matches!(op.code, O::InitFn | O::InitMethod | O::InitStaticCall | O::InitDyn) {
            return self.call_started(at, limit).into_iter().collect();
        }
        let by_name = (at..end).rev().filter(|call| self.f.code[*call as usize].code == O::CallFn);
        by_name.filter_map(|call| self.call_by_name(at, call)).collect()
    }

    /// What a call may be one of, that is started by an op; `on_object`: with a `$this`.
    fn callees(&self, op: u32, call: u32, count: u32, on_object: bool) -> Vec<Callee<'a>> {
        let mut all = Vec::new();
        let mut next = self.input.called.get((op + self.input.first[0]) as usize).copied().flatten();
        if self.avoids(op) || self.avoids(call) {
            return all;
        }
        while let Some((number, its)) = next.and_then(|number| Some((number, self.input.inlinable.get(number as usize)?))) {
            next = its.next.filter(|next| *next < number);
            let f = its.function;
            let special = FnFlags::GENERATOR.with(FnFlags::DYNAMIC_VARS).with(FnFlags::RETURNS_REF).with(FnFlags::MAIN);
            let is_closure = self.f.code.get(op as usize).is_some_and(|op| op.code == O::InitDyn);
            let takes = count <= f.params.len() as u32 && count >= f.required;
            let by_value = f.params.iter().all(|param| !param.by_ref && !param.variadic) && !f.uses.contains(&true);
            let plain = !f.flags.any(special) && by_value && (is_closure || !f.flags.has(FnFlags::CLOSURE));
            if takes && plain && (is_closure || its.on_object == on_object) {
                all.push(Callee { number, its: *its });
            }
        }
        all
    }

    /// The call in a window, if its arguments are computed without jumps.
    fn call_behind(&self, start: u32, window: u32, limit: u32) -> Option<u32> {
        let mut at = start + 1;
        while at < limit && !self.plan.entries.contains(&at) {
            let op = &self.f.code[at as usize];
            if op.code.info().calls && op.a == window {
                return Some(at);
            }
            at = match by_value(op) {
                Some(on) => on,
                None if op.code.info().jumps && op.code != O::JumpIfNoConstructor => return None,
                None => at + 1,
            };
        }
        None
    }

    /// The call that an op starts, if its arguments are computed without jumps.
    fn call_started(&self, start: u32, limit: u32) -> Option<Call<'a>> {
        let (code, window) = (&self.f.code, self.f.code[start as usize].started_window()?);
        let call = self.call_behind(start, window, limit)?;
        let op = &code[call as usize];
        if !matches!(op.code, O::Call | O::CallForArg) {
            return None;
        }
        let by_this = self.is_on_this(start);
        let on_object = matches!(code[start as usize].code, O::InitMethod | O::New);
        let mut callees = self.callees(start, call, op.b, on_object || by_this);
        if by_this && callees.is_empty() {
            callees = self.callees(start, call, op.b, false);
        }
        (!callees.is_empty()).then_some(Call { first: start, call, start: Some(start), window, count: op.b, callees })
    }

    /// The op starts a call like `parent::method()`, which passes `$this` on where there is one.
    fn is_on_this(&self, start: u32) -> bool {
        let op = &self.f.code[start as usize];
        let relative = || matches!(ClassOperand::decode(op.b), ClassOperand::Parent | ClassOperand::SelfClass);
        self.input.on_object && op.code == O::InitStaticCall && relative()
    }

    /// The call of a function of the unit whose arguments are computed from an op on.
    fn call_by_name(&self, first: u32, call: u32) -> Option<Call<'a>> {
        let op = &self.f.code[call as usize];
        let callees = self.callees(call, call, op.c, false);
        let begins = first == call || self.first_of_arguments(call, first) == Some(first);
        (begins && !callees.is_empty()).then_some(Call { first, call, start: None, window: op.a, count: op.c, callees })
    }

    /// The first of the ops that compute the arguments of a call; `None`: it comes before `least`.
    fn first_of_arguments(&self, call: u32, least: u32) -> Option<u32> {
        let op = &self.f.code[call as usize];
        let first = op.a + FRAME_HEADER_SLOTS;
        let mut wanted: Vec<u32> = (first..first + op.c).collect();
        // Windows whose start is behind us.
        let mut windows: Vec<u32> = Vec::new();
        let mut at = call;
        while !wanted.is_empty() || !windows.is_empty() {
            at = at.checked_sub(1).filter(|at| *at >= least)?;
            let op = &self.f.code[at as usize];
            effects::writes(op, |slot, how| {
                if how == effects::Write::Result {
                    wanted.retain(|other| *other != slot);
                }
            });
            effects::reads(op, |slot| {
                if slot >= self.f.locals.len() as u32 {
                    wanted.push(slot);
                }
            });
            if op.code.info().calls && op.code != O::CallFn {
                windows.push(op.a);
            }
            windows.retain(|window| op.started_window() != Some(*window));
        }
        Some(at)
    }

    // ---------------------------------------------------------------------------------------------------- building

    /// Builds a call and the ops of its arguments; `None`: it can't be inlined, and what was written has to be undone.
    fn build_call(&mut self, call: &Call<'a>) -> Option<u32> {
        // What surrounds it has been tested, and others can't have seen anything since.
        let is_inside = !self.inlining.windows.is_empty() || self.is_inlined();
        let mut ways = Vec::new();
        let (mut is_closed, mut has_started) = (false, false);
        for callee in &call.callees {
            self.at = call.start.unwrap_or(call.call);
            self.begun = (self.open, self.block().insts.len());
            let before = self.snapshot();
            let Some((no, frame)) = self.build_callee(call, *callee, is_inside) else {
                self.undo(before);
                continue;
            };
            has_started |= self.inlining.started;
            ways.push((self.open, self.frame.clone()));
            is_closed = no.is_none();
            let Some(no) = no else { break };
            (self.open, self.frame) = (no, frame);
        }
        let usual = ways.first()?.1.clone();
        if !is_closed {
            self.block().cold = true;
            // Other objects than those that were made there before are hardly ever made.
            if is_inside || has_started || call.callees.iter().all(|callee| callee.its.constructs) {
                self.at = call.first;
                self.leave_guess();
            } else {
                self.inlining.off = true;
                let done = self.ops_as_always(call.first, call.call);
                self.inlining.off = false;
                done?;
                self.result_as_usual(&self.f.code[call.call as usize].clone(), &usual);
                ways.push((self.open, self.frame.clone()));
            }
        }
        self.at = call.call;
        self.meet(ways);
        Some(call.call + 1)
    }

    /// The usual way of one function; gives where control goes if the call is one of another, if it may be, and the frame there.
    fn build_callee(&mut self, call: &Call<'a>, callee: Callee<'a>, is_inside: bool) -> Option<(Option<BlockId>, Frame)> {
        let frame = self.frame.clone();
        let (mut on, test) = self.test_call(call, callee, is_inside)?;
        let no = test.map(|test| {
            let (yes, no) = self.split(test);
            self.open = yes;
            no
        });
        if callee.its.constructs {
            on.this = Some(self.make_object(call, callee));
        }
        if let Some(closure) = on.closure.filter(|_| callee.its.on_object) {
            on.this = Some(self.value(Kind::ClosureThis, &[closure], Type::tagged(Tags::OBJECT)));
        }
        self.usual_way(call, callee, on)?;
        Some((no, frame))
    }

    /// The object that a constructor is called on. It is made before the arguments are computed, and its slot owns it.
    fn make_object(&mut self, call: &Call<'a>, callee: Callee<'a>) -> ValueId {
        self.at = call.first;
        let object = self.leaving(Kind::NewObject(callee.number), &[], Type::tagged(Tags::OBJECT));
        self.put_boxed(self.f.code[call.first as usize].a, object, Tags::OBJECT, Tags::OBJECT);
        object
    }

    /// What is called, of a method or a closure; and whether the call is one of the function, unless that is known.
    fn test_call(&mut self, call: &Call<'a>, callee: Callee<'a>, is_inside: bool) -> Option<(On, Option<ValueId>)> {
        let is_certain = is_inside && (call.start.is_none() || callee.its.is_certain);
        let kind = Kind::IsCallOf(callee.number);
        let on_value = |start: &u32| matches!(self.f.code[*start as usize].code, O::InitMethod | O::InitDyn);
        let Some(start) = call.start.filter(on_value) else {
            let test = (!is_certain).then(|| self.value(kind, &[], Type::BOOL));
            let this = (callee.its.on_object && !callee.its.constructs).then(|| self.this());
            return Some((On { this, closure: None }, test));
        };
        let op = self.f.code[start as usize];
        let held = self.held(op.b);
        if op.b == NONE || held.number.is_some() || held.tags.and(held.likely).within(Tags::REFERENCE) {
            return None;
        }
        let base = if op.b == THIS { self.this() } else { self.load(op.b) };
        if op.code == O::InitDyn {
            let test = self.value(Kind::IsClosureOf(callee.number), &[base], Type::BOOL);
            return Some((On { this: None, closure: Some(base) }, Some(test)));
        }
        let test = (!is_certain).then(|| self.value(Kind::IsMethodCallOf(callee.number), &[base], Type::BOOL));
        Some((On { this: Some(base), closure: None }, test))
    }

    fn ops_as_always(&mut self, first: u32, last: u32) -> Option<()> {
        let mut at = first;
        while at <= last {
            self.at = at;
            self.begun = (self.open, self.block().insts.len());
            let op = self.f.code[at as usize];
            if let Some(on) = by_value(&op).filter(|_| self.may_guess()) {
                let by_reference = self.value(Kind::TakesReferences(op.a), &[], Type::BOOL);
                self.guard_bool(by_reference, false);
                at = on;
                continue;
            }
            if self.op(&op) == Flow::Ended {
                return None;
            }
            at = self.at + 1;
            if std::mem::take(&mut self.polls) {
                self.poll(at);
            }
        }
        (at == last + 1).then_some(())
    }

    /// Behind a call that was made, its result is taken for what it is on the usual way.
    fn result_as_usual(&mut self, call: &Op, usual: &Frame) {
        let Some(number) = usual.get(call.x).known().filter(|_| call.x != NONE) else { return };
        let held = self.held(call.x);
        if held.known().is_none() && held.tags.and(number.tags()) != Tags::NONE && !self.avoids(self.at + 1) {
            self.at += 1;
            self.read(call.x, number);
        }
    }

    /// The arguments and the function, without a call.
    fn usual_way(&mut self, call: &Call<'a>, callee: Callee<'a>, on: On) -> Option<()> {
        let lists = [self.inlining.deferred.len(), self.inlining.arguments.len()];
        self.inlining.windows.push((call.window + FRAME_HEADER_SLOTS, call.count));
        let mut at = call.first;
        // The window, if it had to be started.
        let mut started = None;
        if let Some(start) = call.start {
            self.inlining.deferred.push(start);
            at += 1;
        }
        while at < call.call {
            if let Some(next) = self.inline_call(at, call.call, call.call) {
                at = next;
                continue;
            }
            self.at = at;
            self.begun = (self.open, self.block().insts.len());
            let op = self.f.code[at as usize];
            if op.a == call.window {
                // A function that is inlined takes no references.
                let on = by_value(&op).or((op.code == O::JumpIfNoConstructor).then_some(at + 1));
                if let Some(on) = on {
                    at = on;
                    continue;
                }
            }
            if started.is_some() {
                if self.op(&op) == Flow::Ended {
                    return None;
                }
                at = self.at + 1;
                if std::mem::take(&mut self.polls) {
                    self.poll(at);
                }
                continue;
            }
            // Where guesses have failed the interpreter's code runs the op at times.
            let before = self.snapshot();
            if (self.may_guess() || !self.may_start_window(call)) && self.argument(&op).is_some() {
                at = self.at + 1;
                continue;
            }
            self.undo(before);
            self.start_window(call, callee, on, lists)?;
            started = Some(call.window);
        }
        self.inlining.started = started.is_some();
        self.at = call.call;
        let exit = self.state_inlined();
        let op = self.f.code[call.call as usize];
        let wanted = op.x != NONE;
        let mut owned = Vec::new();
        let args: Vec<ValueId> = (0..call.count).map(|index| self.passed(call, index, &mut owned)).collect();
        let result = self.splice_call(call, &callee.its, on, args, exit, wanted)?;
        if started.is_none() {
            self.inlining.windows.pop();
        }
        self.inlining.deferred.truncate(lists[0]);
        self.inlining.arguments.truncate(lists[1]);
        self.end_call(call, &owned, started);
        if wanted {
            let ty = self.form.values[result.0 as usize];
            match super::frame::Number::of(ty.tags).filter(|_| ty.unboxed()) {
                Some(number) => self.put(op.x, result, number),
                None => self.put_boxed(op.x, result, ty.tags.and(Tags::VALUE), Tags::ANY),
            }
        }
        if std::mem::take(&mut self.polls) {
            if !self.inlining.windows.is_empty() {
                return None;
            }
            self.poll(call.call + 1);
        }
        Some(())
    }

    /// No other call has put off ops before.
    fn may_start_window(&self, call: &Call<'a>) -> bool {
        call.start.is_some() && self.inlining.windows.len() == 1 && !self.is_inlined()
    }

    /// Runs the ops after all that were put off, as one that the interpreter's code runs comes next; `None`: that can't be done.
    fn start_window(&mut self, call: &Call<'a>, callee: Callee<'a>, on: On, [deferred, arguments]: [usize; 2]) -> Option<()> {
        let start = call.start.filter(|_| self.may_start_window(call))?;
        self.inlining.windows.pop();
        let ops = self.inlining.deferred.split_off(deferred);
        let arguments = self.inlining.arguments.split_off(arguments);
        let at = self.at;
        self.at = start;
        match on.this.filter(|_| callee.its.constructs) {
            Some(object) => self.effect(Kind::StartConstructor(callee.number), &[object]),
            None => {
                let op = self.f.code[start as usize];
                if self.run_op(&op) == Flow::Ended {
                    return None;
                }
            }
        }
        for (op, (slot, value)) in ops.into_iter().skip(1).zip(arguments) {
            self.at = op;
            let tags = self.form.values[value.0 as usize].tags.and(Tags::VALUE);
            if !tags.within(Tags::UNCOUNTED) {
                self.effect(Kind::Count, &[value]);
            }
            self.put_boxed(slot, value, tags, Tags::ANY);
        }
        self.at = at;
        (!self.polls).then_some(())
    }

    /// The state with which an inlined function can't go on.
    fn state_inlined(&mut self) -> StateId {
        let state = self.state(self.at);
        let slots = self.form.states[state.0 as usize].slots.clone();
        self.state_of(FrameState { op: self.at, slots, before: self.inlining.deferred.clone(), guessed: true })
    }

    /// An op between the start of a call and the call; `None`: it does not fit there.
    fn argument(&mut self, op: &Op) -> Option<()> {
        let (first, count) = *self.inlining.windows.last()?;
        let is_passed = (first..first + count).contains(&op.a);
        let is_constant = op.code == O::LoadK && self.constant(op.b).is_some_and(|constant| !Type::tagged(tags_of(constant)).unboxed());
        match op.code {
            O::CopyArg | O::Copy if is_passed && (op.b == THIS || self.is_local(op.b)) => return self.defer_copy(op),
            O::LoadK if is_passed && is_constant => {
                let value = self.boxed_constant(op.b);
                self.defer(op, value);
                return Some(());
            }
            O::CopyArg => return None,
            _ => {}
        }
        let mut local = false;
        effects::writes(op, |slot, _| local |= self.is_local(slot));
        if local || op.code.info().jumps || self.op(op) == Flow::Ended {
            return None;
        }
        (!self.polls && !self.inlining.refused).then_some(())
    }

    /// Passes a variable without copying it to the window.
    fn defer_copy(&mut self, op: &Op) -> Option<()> {
        if op.b == THIS {
            let this = self.this();
            self.defer(op, this);
            return Some(());
        }
        let held = self.held(op.b);
        if let Some(number) = held.known().or(held.expected().filter(|_| self.may_guess())) {
            let value = self.read(op.b, number);
            self.put(op.a, value, number);
            return Some(());
        }
        let possible = held.likely.and(held.tags).and(Tags::VALUE);
        if !held.tags.within(Tags::VALUE) && (possible == Tags::NONE || !self.may_guess()) {
            return None;
        }
        let value = self.read_boxed(op.b, Tags::VALUE);
        self.defer(op, value);
        Some(())
    }

    fn defer(&mut self, op: &Op, value: ValueId) {
        self.inlining.arguments.push((op.a, value));
        self.inlining.deferred.push(self.at);
        self.frame.set(op.a, Held::UNKNOWN);
    }

    /// An argument; notes those that the window owns.
    fn passed(&mut self, call: &Call<'a>, index: u32, owned: &mut Vec<u32>) -> ValueId {
        let slot = call.window + FRAME_HEADER_SLOTS + index;
        if let Some((_, value)) = self.inlining.arguments.iter().rev().find(|(other, _)| *other == slot) {
            return *value;
        }
        let held = self.held(slot);
        if let Some(number) = held.known() {
            return self.read(slot, number);
        }
        owned.push(slot);
        let ty = boxed_type(held.tags.and(Tags::VALUE));
        self.value(Kind::Load(slot), &[], ty)
    }

    fn splice_call(
        &mut self,
        call: &Call<'a>,
        callee: &Inlinable<'a>,
        On { this, closure }: On,
        args: Vec<ValueId>,
        exit: StateId,
        wanted: bool,
    ) -> Option<ValueId> {
        let params: Vec<Tags> = args.iter().map(|value| self.form.values[value.0 as usize].tags).collect();
        let input = Input {
            function: callee.function,
            on_object: callee.on_object,
            params: &params,
            elements: &[],
            hint: self.input.hint,
            observed: self.input.observed,
            finds: self.input.finds,
            seen: self.input.seen,
            reached: self.input.reached,
            taken: self.input.taken,
            refers: &|_| false,
            intrinsic: self.input.intrinsic,
            avoid: self.input.avoid,
            called: self.input.called,
            inlinable: self.input.inlinable,
            is_text: self.input.is_text,
            first: callee.first,
            only: None,
        };
        let form = unoptimized(&input, self.supported).ok()?;
        let mut slots: Vec<(u32, ValueId)> = (0..).zip(args).collect();
        for slot in call.count..callee.function.params.len() as u32 {
            slots.push((slot, self.default_of(callee, slot)?));
        }
        for (index, slot) in (0..callee.function.uses.len() as u32).zip(callee.function.params.len() as u32..) {
            slots.push((slot, self.value(Kind::Captured(index), &[closure?], Type::ANY)));
        }
        let ends = [callee.first[0] + callee.function.code.len() as u32, callee.first[1] + callee.function.consts.len() as u32];
        let numbered = &mut self.inlining.numbered;
        for (all, end) in numbered.iter_mut().zip(ends) {
            *all = (*all).max(end);
        }
        for (all, end) in numbered.iter_mut().zip(form.inlined) {
            *all = (*all).max(end);
        }
        splice(self, callee.function, &form, Target { callee: *callee, slots, this, exit, wanted })
    }

    /// The constant default of a parameter that nothing is passed for.
    fn default_of(&mut self, callee: &Inlinable<'a>, slot: u32) -> Option<ValueId> {
        let defaults = callee.function.code.iter().take_while(|op| op.code == O::DefaultK);
        let k = defaults.into_iter().find(|op| op.a == slot)?.b;
        let constant = callee.function.consts.get(k as usize)?;
        if let Some((value, _)) = self.number_constant(constant) {
            return Some(value);
        }
        Some(match tags_of(constant) {
            Tags::NULL => self.value(Kind::Null, &[], Type::tagged(Tags::NULL)),
            tags => self.value(Kind::Constant(k + callee.first[1]), &[], Type::tagged(tags)),
        })
    }

    /// Gives up what the call has consumed.
    fn end_call(&mut self, call: &Call<'a>, owned: &[u32], started: Option<u32>) {
        for &slot in owned {
            let held = self.held(slot);
            if held.may_be_counted() {
                self.effect(Kind::Release(slot), &[]);
                self.polls |= held.tags.and(OWNERS) != Tags::NONE;
            }
        }
        if let Some(window) = started {
            self.effect(Kind::EndWindow(window), &[]);
            // The slot of a new object has that still.
            self.polls |= call.callees.iter().any(|callee| !callee.its.constructs);
        }
        let on_value = |start: &Op| started.is_none() && matches!(start.code, O::InitMethod | O::InitDyn);
        if let Some(start) = call.start.map(|start| self.f.code[start as usize]).filter(on_value) {
            if start.b != THIS && !self.held(start.b).tags.has(loxo_value::Tag::Reference) {
                self.learn(start.b, Tags::OBJECT);
            }
            if start.flags & flag::CONSUME_B != 0 {
                self.release_consumed(&start, 1);
                self.frame.set(start.b, Held::UNKNOWN);
            }
        }
        (call.window..self.f.frame_slots).for_each(|slot| self.frame.set(slot, Held::UNKNOWN));
    }

    /// In front of a call that is inlined, its window is not there, so the interpreter's code runs no op: the interpreter takes over. True: that is so.
    pub fn leaves_instead(&mut self, op: &Op) -> bool {
        if self.inlining.windows.is_empty() {
            return false;
        }
        self.inlining.refused |= !self.block().cold;
        self.leave();
        let nowhere = self.new_block();
        self.inlining.unreachable.insert(nowhere);
        self.block().cold = true;
        self.open = nowhere;
        self.block().cold = true;
        self.after(op);
        true
    }
}
