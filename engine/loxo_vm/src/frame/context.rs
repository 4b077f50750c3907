//! What the running code is in: its function, its class scope, `$this`, the class it was called for, and what names of classes mean there.

use loxo_bytecode::{ClassOperand, FnFlags, OperandKind};
use loxo_runtime::{Class, ClassId, PhpResult, convert};
use loxo_value::{PhpObject, Value};

use crate::Vm;
use crate::code::code_of;
use crate::frame::{flags, header, slot};

/// The innermost PHP function from frame `fp` on, which may be null.
///
/// # Safety
/// It is a live frame, or null.
pub(super) unsafe fn user_frame_from(mut fp: *mut Value) -> Option<*mut Value> {
    // SAFETY: as the caller promises; the chain of frames ends in the root frame, whose `prev` is null.
    unsafe {
        while !fp.is_null() && (header(fp).flags & flags::REENTRY != 0 || !(*header(fp).func).is_user()) {
            fp = header(fp).prev;
        }
    }
    (!fp.is_null()).then_some(fp)
}

impl Vm {
    /// The innermost PHP function, skipping frames that stand for Rust code.
    pub(crate) fn user_frame(&self) -> Option<*mut Value> {
        // SAFETY: the running frame.
        unsafe { user_frame_from(self.fp) }
    }

    /// Class scope of the running PHP code.
    pub(crate) fn scope(&self) -> Option<&'static Class> {
        // A builtin method called by Rust code (array_map over a builtin callable) has its own scope.
        // SAFETY: a live frame.
        self.user_frame().and_then(|fp| unsafe { (*header(fp).func).class })
    }

    /// # Safety
    /// `fp` is a live frame of a user function.
    #[inline]
    pub(crate) unsafe fn scope_of(&self, fp: *mut Value) -> Option<&'static Class> {
        // SAFETY: as the caller promises.
        unsafe { (*header(fp).func).class }
    }

    /// # Safety
    /// `fp` is a live frame of a user function.
    pub(crate) unsafe fn is_strict(&self, fp: *mut Value) -> bool {
        // SAFETY: as the caller promises.
        unsafe { (*header(fp).func).flags.has(FnFlags::STRICT_TYPES) }
    }

    /// The late-static-binding class of the running code.
    pub(crate) fn called(&self) -> Option<&'static Class> {
        let fp = self.user_frame()?;
        // SAFETY: a live frame.
        unsafe {
            let head = header(fp);
            if let Some(this) = head.this.as_object() {
                return Some(self.cx.class_of(this));
            }
            if head.class.is_null() { (*head.func).class } else { Some(&*head.class) }
        }
    }

    /// `$this` of the running code.
    pub(crate) fn this_object(&self) -> Option<PhpObject> {
        // SAFETY: a live frame.
        self.user_frame().and_then(|fp| unsafe { header(fp).this.as_object().cloned() })
    }

    /// The class that an op's operand names.
    ///
    /// # Safety
    /// `fp` is the running frame.
    #[inline]
    pub(crate) unsafe fn class_operand(&mut self, fp: *mut Value, operand: u32) -> PhpResult<&'static Class> {
        // SAFETY: as the caller promises.
        match unsafe { self.declared_class(fp, operand) } {
            Some(class) => Ok(class),
            None => self.find_class_operand(operand),
        }
    }

    /// The class that an op's operand names, if it is declared already.
    ///
    /// # Safety
    /// `fp` is the running frame.
    #[inline(always)]
    pub(crate) unsafe fn declared_class(&self, fp: *mut Value, operand: u32) -> Option<&'static Class> {
        // SAFETY: as the caller promises; class temporaries hold the class's address as an int.
        unsafe {
            match ClassOperand::decode(operand) {
                ClassOperand::Name(id) => self.cx.class_by_id(ClassId(id)),
                ClassOperand::Slot(slot) => (slot::int(fp.add(slot as usize)) as *const Class).as_ref(),
                ClassOperand::SelfClass => self.scope_of(fp),
                ClassOperand::Parent => self.scope_of(fp)?.parent,
                ClassOperand::Static => {
                    let head = header(fp);
                    self.scope_of(fp)?;
                    match slot::tag(&raw const head.this) {
                        slot::OBJECT => Some(&*(*slot::object(&raw const head.this)).class.cast::<Class>()),
                        _ if head.class.is_null() => (*head.func).class,
                        _ => Some(&*head.class),
                    }
                }
            }
        }
    }

    #[cold]
    fn find_class_operand(&mut self, operand: u32) -> PhpResult<&'static Class> {
        match ClassOperand::decode(operand) {
            ClassOperand::Name(id) => {
                let name = self.spelled_class(ClassId(id));
                match crate::request::hooks::load_class(&mut self.cx, &name, ClassId(id))? {
                    Some(class) => Ok(class),
                    None => Err(self.cx.throw_error([b"Class \"", convert::shown_name(&name), b"\" not found"].concat())),
                }
            }
            word => self.class_of_word(word),
        }
    }

    /// A class's name as the running op spells it: autoloaders look for files, and other code may have spelled it in another case before.
    pub(crate) fn spelled_class(&self, id: ClassId) -> Vec<u8> {
        let spelled = self.user_frame().and_then(|fp| {
            // SAFETY: a live frame of a user function.
            let head = unsafe { header(fp) };
            if head.pc.is_null() {
                return None;
            }
            // SAFETY: as above.
            let code = code_of(unsafe { &*head.func });
            let op = code.op_at(head.pc);
            let operands = op.code.info().operands.iter().zip(op.operands());
            let names = operands.filter(|(kind, _)| matches!(kind, OperandKind::Class)).filter_map(|(_, bits)| {
                let ClassOperand::Name(k) = ClassOperand::decode(bits) else { return None };
                code.const_value(k).as_str().map(|name| name.as_bytes())
            });
            let known = id.name();
            let is_it = |name: &&[u8]| known.as_bytes() == *name || known.as_bytes().eq_ignore_ascii_case(name);
            names.into_iter().find(is_it).map(<[u8]>::to_vec)
        });
        spelled.unwrap_or_else(|| id.name().as_bytes().to_vec())
    }

    /// What `self`, `static` and `parent` mean in the running code, or PHP's error.
    fn class_of_word(&mut self, word: ClassOperand) -> PhpResult<&'static Class> {
        let (found, word) = match word {
            ClassOperand::Static => (self.called(), "static"),
            ClassOperand::Parent => match self.scope() {
                Some(scope) if scope.parent.is_none() => {
                    return Err(self.cx.throw_error("Cannot access \"parent\" when current class scope has no parent"));
                }
                scope => (scope.and_then(|scope| scope.parent), "parent"),
            },
            _ => (self.scope(), "self"),
        };
        found.ok_or_else(|| self.cx.throw_error(format!("Cannot access \"{word}\" when no class scope is active")))
    }

    /// The class of that name or PHP's error, which shows the name as the program spelled it. In names that are values, `self` is a name like others.
    pub(crate) fn class_or_error(&mut self, name: &[u8]) -> PhpResult<&'static Class> {
        match (self.cx.hooks.class)(&mut self.cx, name, true)? {
            Some(class) => Ok(class),
            None => Err(self.cx.throw_error([b"Class \"", convert::shown_name(name), b"\" not found"].concat())),
        }
    }
}
