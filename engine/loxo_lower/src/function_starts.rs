//! How compiled functions start calls: the callee is found, its window opened, and what is certain of it remembered.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData as MemFlags, Value as Ir, types};
use loxo_bytecode::{ClassOperand, FRAME_HEADER_SLOTS, FnFlags, Op, OpCode, THIS, flag};
use loxo_form::Inst;
use loxo_value::Tag;

use crate::BuiltinMethod;
use crate::exit_records::WayOut;
use crate::function::{Callee, FunctionEmitter, WORD, Ways, offset};

impl FunctionEmitter<'_, '_> {
    /// Starts a call of the method that was called last here, if the object is of the class that had it.
    pub fn start_method(&mut self, at: u32, on: Block) {
        let op = &self.what.function.code[at as usize];
        let (fp, offsets) = (self.fp, self.what.offsets);
        let general = self.b.create_block();
        let base = offset(op.b);
        let object = self.object_in(op.b, general);
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, base + WORD);
        let class = self.load(types::I64, object, offsets.object_class);
        let func = self.cached_for_class(at, class, general);
        let callee = self.window(op);
        let (null, undef) = (self.address(0), self.word(Tag::Undef));
        self.store(func, callee, offsets.func);
        self.store(class, callee, offsets.class);
        self.store(null, callee, offsets.extra);
        self.store(undef, callee, offsets.closure + WORD);
        // The flags follow.
        self.store(null, callee, offsets.nargs);
        self.store(object, callee, offsets.this);
        self.store(word, callee, offsets.this + WORD);
        if op.flags & flag::CONSUME_B == 0 {
            // Objects are never immortal.
            self.add_owners(object, 1);
        }
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Makes an object of the class that was made last here, if that is still the one that is meant, and starts the call of its constructor.
    pub fn start_new(&mut self, at: u32, on: Block) {
        let op = self.what.function.code[at as usize];
        let (fp, offsets, general) = (self.fp, self.what.offsets, self.b.create_block());
        let Some(class) = self.class_operand(at, op.b, general) else { return };
        let constructor = self.constructor_of(at, class, general);
        let (object, word) = self.make_object(at, class, general);
        self.store(object, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        let window = self.b.ins().iadd_imm_s(fp, i64::from(offset(op.c + FRAME_HEADER_SLOTS)));
        let [has_constructor, none] = [0; 2].map(|_| self.b.create_block());
        self.b.ins().brif(constructor, has_constructor, &[], none, &[]);
        self.b.switch_to_block(has_constructor);
        self.open_constructor([constructor, class], window, (object, word));
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(none);
        let nothing = self.address(self.what.no_constructor);
        self.open_window(nothing, window);
        self.store(class, window, offsets.class);
        let names = if op.flags & flag::QUIET != 0 { offsets.drops_names } else { 0 };
        let flags = self.b.ins().iconst(types::I64, i64::from(offsets.no_constructor | names) << 32);
        self.store(flags, window, offsets.nargs);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// A new object of a class for an op, by its two words; goes to a block where the interpreter has to make it.
    pub fn make_object(&mut self, at: u32, class: Ir, general: Block) -> (Ir, Ir) {
        let (fp, vm, offsets) = (self.fp, self.vm, self.what.offsets);
        let byte = self.load(types::I64, vm, offsets.pending);
        let pending = self.load(types::I8, byte, 0);
        self.unless(pending, general);
        // The line is reported where memory is exhausted.
        let pc = self.address((self.what.step)(at).pc);
        self.store(pc, fp, offsets.pc);
        let make = self.address(self.what.engine.make);
        let object = self.call(make, &[vm, class], 1)[0];
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, object, 0);
        self.unless(missing, general);
        (object, self.object_word())
    }

    /// Opens the window of a constructor's call on a new object.
    fn open_constructor(&mut self, [constructor, class]: [Ir; 2], window: Ir, (object, word): (Ir, Ir)) {
        let offsets = self.what.offsets;
        self.open_window(constructor, window);
        self.store(class, window, offsets.class);
        self.store(object, window, offsets.this);
        self.store(word, window, offsets.this + WORD);
        self.add_owners(object, 1);
        let flags = self.b.ins().iconst(types::I64, i64::from(offsets.constructor) << 32);
        // The flags follow.
        self.store(flags, window, offsets.nargs);
    }

    /// Starts the call of a constructor that was inlined on a new object.
    pub fn start_constructor(&mut self, inst: &Inst, number: u32) {
        let (op, its) = (*self.op_at(inst.at), self.what.inlinable[number as usize]);
        let object = self.boxed(inst.args[0]);
        let window = self.b.ins().iadd_imm_s(self.fp, i64::from(offset(op.c + FRAME_HEADER_SLOTS)));
        let start = [its.func, its.class()].map(|address| self.address(address));
        self.open_constructor(start, window, object);
    }

    /// Gives up what a window's header owns: what the call was on.
    pub fn end_window(&mut self, at: u32, window: u32) {
        let (code, window_at) = (&self.what.function.code, offset(window + FRAME_HEADER_SLOTS));
        let start = (0..at).rev().find(|&op| code[op as usize].started_window() == Some(window)).map(|op| code[op as usize].code);
        if start != Some(OpCode::InitFn) {
            self.release_at(window_at + self.what.offsets.this);
        }
        if start == Some(OpCode::InitDyn) {
            self.release_at(window_at + self.what.offsets.closure);
        }
    }

    /// The constructor of a class, or null, if that is the class of which an op has made an object last, or one whose objects are made plainly as well.
    fn constructor_of(&mut self, at: u32, class: Ir, general: Block) -> Ir {
        let (other, done) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(other);
        let constructor = self.b.append_block_param(done, types::I64);
        let (caches, value) = self.cached(at, class, other);
        let known = self.load(types::I64, caches, value);
        self.b.ins().jump(done, &[known.into()]);
        self.b.switch_to_block(other);
        // One that has seen nothing yet is left to see something.
        let caches = self.load(types::I64, self.vm, self.what.offsets.caches);
        let key = (self.what.cache)(at) as i32 * self.what.offsets.cache + self.what.offsets.cache_key;
        let seen = self.load(types::I64, caches, key);
        let nothing = self.b.ins().icmp_imm_u(IntCC::Equal, seen, 0);
        self.unless(nothing, general);
        let function = self.address(self.what.engine.constructor);
        let found = self.call(function, &[class], 1)[0];
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, found, 0);
        self.unless(missing, general);
        let its = self.b.ins().band_imm_u(found, !1);
        self.b.ins().jump(done, &[its.into()]);
        self.b.switch_to_block(done);
        constructor
    }

    /// Skips the call of a constructor that is none.
    pub fn jump_if_no_constructor(&mut self, op: &Op, ways: Ways) {
        let flags = self.load(types::I32, self.fp, offset(op.a + FRAME_HEADER_SLOTS) + self.what.offsets.flags);
        let none = self.b.ins().band_imm_u(flags, i64::from(self.what.offsets.no_constructor));
        self.b.ins().brif(none, ways.away, &[], ways.on, &[]);
    }

    /// Starts a call of the static method, or by `parent::` and the like of the method on `$this`, that was called last here.
    pub fn start_static(&mut self, at: u32, on: Block) {
        let op = self.what.function.code[at as usize];
        let of_user = (self.what.started)(at).map(|callee| BuiltinMethod { func: callee.func, has_this: callee.has_this, caller: None });
        // One that compiled code does not call, or that is not known yet, is mostly static.
        let unknown = BuiltinMethod { func: 0, has_this: false, caller: None };
        let callee = of_user.or_else(|| (self.what.started_builtin)(at)).unwrap_or(unknown);
        let (fp, offsets, general) = (self.fp, self.what.offsets, self.b.create_block());
        let (named, called) = match ClassOperand::decode(op.b) {
            ClassOperand::Name(_) if !callee.has_this => {
                let Some(entry) = (self.what.named_class)(at) else { return };
                let class = self.class_named(entry, general);
                (class, class)
            }
            // The temporary holds the class's address.
            ClassOperand::Slot(slot) if !callee.has_this => {
                let class = self.load(types::I64, fp, offset(slot));
                (class, class)
            }
            // A closure's object may have nothing to do with its scope.
            ClassOperand::Name(_) | ClassOperand::Slot(_) => return,
            _ if self.what.function.flags.has(FnFlags::CLOSURE) => return,
            relative => {
                let running = self.load(types::I64, fp, offsets.func);
                let scope = self.load(types::I64, running, offsets.func_class);
                let called = self.called_class(scope, callee.has_this, general);
                let named = match relative {
                    ClassOperand::SelfClass => scope,
                    ClassOperand::Parent => self.load(types::I64, scope, offsets.class_parent),
                    _ => called,
                };
                (named, called)
            }
        };
        let missing = self.b.ins().icmp_imm_u(IntCC::Equal, named, 0);
        self.unless(missing, general);
        let func = self.cached_for_class(at, named, general);
        if callee.has_this {
            let its = self.address(callee.func);
            let other = self.b.ins().icmp(IntCC::NotEqual, func, its);
            self.unless(other, general);
        } else {
            let flags = self.load(types::I32, func, offsets.func_flags);
            let is_static = self.b.ins().band_imm_u(flags, i64::from(FnFlags::STATIC.0));
            let on_object = self.b.ins().icmp_imm_u(IntCC::Equal, is_static, 0);
            self.unless(on_object, general);
        }
        let window = self.window(&op);
        self.open_window(func, window);
        self.store(called, window, offsets.class);
        // The flags follow.
        let none = self.address(0);
        self.store(none, window, offsets.nargs);
        if callee.has_this {
            let object = self.load(types::I64, fp, offsets.this);
            let word = self.b.ins().uload32(MemFlags::trusted(), fp, offsets.this + WORD);
            self.store(object, window, offsets.this);
            self.store(word, window, offsets.this + WORD);
            self.count(object, word);
        }
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// The class that `static` means in code of a class; `on_object`: goes to a block if there is no `$this`.
    pub fn called_class(&mut self, scope: Ir, on_object: bool, general: Block) -> Ir {
        let (fp, offsets) = (self.fp, self.what.offsets);
        let unscoped = self.b.ins().icmp_imm_u(IntCC::Equal, scope, 0);
        self.unless(unscoped, general);
        let [of_object, of_call, done] = [0; 3].map(|_| self.b.create_block());
        let called = self.b.append_block_param(done, types::I64);
        let tag = self.load(types::I8, fp, offsets.this + WORD);
        let has_this = self.b.ins().icmp_imm_u(IntCC::Equal, tag, Tag::Object as i64);
        self.b.ins().brif(has_this, of_object, &[], if on_object { general } else { of_call }, &[]);
        self.b.switch_to_block(of_object);
        let object = self.load(types::I64, fp, offsets.this);
        let class = self.load(types::I64, object, offsets.object_class);
        self.b.ins().jump(done, &[class.into()]);
        self.b.switch_to_block(of_call);
        let class = self.load(types::I64, fp, offsets.class);
        let class = self.b.ins().select(class, class, scope);
        self.b.ins().jump(done, &[class.into()]);
        self.b.switch_to_block(done);
        called
    }

    /// Starts a call of a function whose name means that one, or leaves.
    pub fn start_certain(&mut self, at: u32, callee: &Callee) {
        let Some(entry) = (self.what.named_function)(at) else { return };
        let offsets = self.what.offsets;
        let other = self.way_out(WayOut::At { op: at, is_guess: true });
        let found = self.named(self.what.functions_table, entry, other);
        let func = self.address(callee.func);
        let differs = self.b.ins().icmp(IntCC::NotEqual, found, func);
        self.unless(differs, other);
        let window = self.window(&self.what.function.code[at as usize]);
        self.open_window(func, window);
        // The flags follow.
        let none = self.address(0);
        self.store(none, window, offsets.nargs);
        let on = self.b.create_block();
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// Passes a variable to a function that is known to have parameters by reference.
    pub fn pass_variable(&mut self, at: u32, on: Block) {
        let op = self.what.function.code[at as usize];
        let Some(callee) = self.certain_callee(at, op.c).filter(|_| op.b != THIS) else { return };
        let (fp, general) = (self.fp, self.b.create_block());
        let word = self.b.ins().uload32(MemFlags::trusted(), fp, offset(op.b) + WORD);
        if callee.by_reference.contains(&op.x) {
            let tag = self.tag_of(word);
            let value = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, Tag::Reference as i64);
            self.unless(value, general);
        } else {
            self.unless_plain(word, general);
        }
        let payload = self.load(types::I64, fp, offset(op.b));
        self.store(payload, fp, offset(op.a));
        self.store(word, fp, offset(op.a) + WORD);
        self.count(payload, word);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(general);
    }

    /// Writes the header of a window for a function, but for the number of arguments and the flags.
    pub fn open_window(&mut self, func: Ir, window: Ir) {
        let offsets = self.what.offsets;
        let (null, undef) = (self.address(0), self.word(Tag::Undef));
        self.store(func, window, offsets.func);
        self.store(null, window, offsets.class);
        self.store(null, window, offsets.extra);
        self.store(undef, window, offsets.this + WORD);
        self.store(undef, window, offsets.closure + WORD);
    }

    /// The op that starts the call in a window that an op has to do with, if that is of a function or method by its name, or of a constructor.
    pub fn start_of(&self, at: u32, window: u32) -> Option<u32> {
        let code = &self.what.function.code;
        let started = (0..at).rev().find(|&op| code[op as usize].started_window() == Some(window))?;
        matches!(code[started as usize].code, OpCode::InitFn | OpCode::InitMethod | OpCode::InitStaticCall | OpCode::New).then_some(started)
    }

    /// The function that an op starts a call of: it is no other where the call is made, since the code is left if the name means another one, and
    /// cannot be entered in between.
    pub fn certain_function(&self, started: u32) -> Option<Callee> {
        (self.what.named_function)(started)?;
        let callee = (self.what.started)(started)?;
        let code = &self.what.function.code;
        let window = code[started as usize].a;
        let called = (started + 1..code.len() as u32).find(|&op| code[op as usize].code.info().calls && code[op as usize].a == window)?;
        let entered = self.what.form.entries.iter().any(|entry| started < entry.op && entry.op <= called);
        (!entered).then_some(callee)
    }

    /// The same for an op that has to do with the call in a window.
    pub fn certain_callee(&self, at: u32, window: u32) -> Option<Callee> {
        self.certain_function(self.start_of(at, window)?)
    }

    /// The slot that keeps the object of a call alive until that returns.
    pub fn lender(&self, started: u32, at: u32) -> Option<u32> {
        let code = &self.what.function.code;
        let op = &code[started as usize];
        if op.code == OpCode::New {
            return Some(op.a);
        }
        if op.code == OpCode::InitStaticCall || op.b == THIS {
            return Some(THIS);
        }
        let is_local = (op.b as usize) < self.what.function.locals.len();
        let only_read = |other: &Op| {
            let reads = matches!(other.code, OpCode::Copy | OpCode::FetchProp) && other.a != op.b;
            let named = other.code.info().operands.iter().zip(other.operands()).any(|(kind, slot)| kind.is_slot() && slot == op.b);
            reads || !named
        };
        let kept = op.flags & flag::CONSUME_B == 0 && is_local && code[started as usize + 1..at as usize].iter().all(only_read);
        kept.then_some(op.b)
    }
}
