//! Memory for the machine code of functions, mapped twice, once to write and once to execute, and descriptions of that code for the unwinder.

use std::ffi::c_void;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use cranelift_codegen::gimli::write::{Address, CallFrameInstruction, EhFrame, EndianVec, FrameDescriptionEntry, FrameTable, Writer};
use cranelift_codegen::gimli::{LittleEndian, Register};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::isa::unwind::UnwindInfo;
use loxo_codegen::FrameStep;

/// Bytes for all code: behind that nothing is compiled any more.
const MOST: usize = 64 << 20;
/// Bytes of a huge page. Code of a page of an application is spread over megabytes, of which a processor keeps few small pages in mind.
const HUGE: usize = 2 << 20;
/// `MADV_COLLAPSE`, since Linux 6.1; not in all headers.
const MADV_COLLAPSE: libc::c_int = 25;
/// Functions begin at multiples of this.
const ALIGNMENT: usize = 32;

unsafe extern "C" {
    /// Of the unwinder that Rust's panics use: from here on it knows the functions that a section describes.
    fn __register_frame(section: *const u8);
}

/// How far a displacement of 32 bits reaches.
const REACH: usize = 1 << 31;
/// The engine's text may be so long, and lie anywhere in it what is known to be part of it.
const TEXT: usize = 256 << 20;

/// A place in code that wants the address of a function: all of it, or four bytes that say how far it is from there.
pub struct Call {
    pub at: usize,
    pub to: usize,
    pub is_relative: bool,
    /// It is counted from the code's own beginning.
    pub is_own: bool,
}

/// Where code is put: the same memory at two addresses. It is never freed, since other threads may be running what lies there. A process and those that it
/// forks have it in common, so that only the one that made it may write there.
pub struct CodeMemory {
    owner: u32,
    write: *mut u8,
    execute: *mut u8,
    used: usize,
}

impl CodeMemory {
    /// `None`: the system does not allow it.
    pub fn new() -> Option<CodeMemory> {
        // SAFETY: plain system calls on a file of this process's own; the mappings are checked.
        unsafe {
            let file = libc::memfd_create(c"loxo-code".as_ptr(), libc::MFD_CLOEXEC);
            if file < 0 {
                return None;
            }
            let file = OwnedFd::from_raw_fd(file);
            // What is not written takes no memory.
            if libc::ftruncate(file.as_raw_fd(), MOST as libc::off_t) != 0 {
                return None;
            }
            let map = |space: *mut c_void, protection| {
                let start = space.wrapping_add(space.align_offset(HUGE));
                let place = libc::mmap(start, MOST, protection, libc::MAP_SHARED | libc::MAP_FIXED, file.as_raw_fd(), 0);
                (place != libc::MAP_FAILED).then_some(place.cast::<u8>())
            };
            let write = map(reserve(0)?, libc::PROT_READ | libc::PROT_WRITE)?;
            let execute = map(reserve_near(CodeMemory::new as *const () as usize)?, libc::PROT_READ | libc::PROT_EXEC)?;
            Some(CodeMemory { owner: std::process::id(), write, execute, used: 0 })
        }
    }

    /// This process may put code there.
    pub fn is_own(&self) -> bool {
        self.owner == std::process::id()
    }

    /// A function at this address can be called by its distance from wherever code may be put.
    pub fn reaches(&self, address: usize) -> bool {
        let start = self.execute as usize;
        address.abs_diff(start) < REACH && address.abs_diff(start + MOST) < REACH
    }

    /// Puts code there; gives its address. `None`: there is no more memory for it.
    pub fn place(&mut self, code: &[u8], calls: &[Call]) -> Option<*const u8> {
        let (start, end) = (self.used, self.used + code.len());
        if end > MOST {
            return None;
        }
        let mut code = code.to_vec();
        for call in calls {
            let to = if call.is_own { call.to.wrapping_add(self.execute as usize + start) } else { call.to };
            if call.is_relative {
                let distance = to.wrapping_sub(self.execute as usize + start + call.at) as isize;
                code.get_mut(call.at..call.at + 4)?.copy_from_slice(&i32::try_from(distance).ok()?.to_le_bytes());
            } else {
                code.get_mut(call.at..call.at + 8)?.copy_from_slice(&to.to_le_bytes());
            }
        }
        self.used = end.next_multiple_of(ALIGNMENT);
        // SAFETY: the mappings reach that far, and nobody runs what lies there yet. The advice moves pages that are full, and changes no byte.
        unsafe {
            std::ptr::copy_nonoverlapping(code.as_ptr(), self.write.add(start), code.len());
            // A program with little code does not pay for a huge page. Where there are none to be had, small ones are as good but for the time.
            for page in (start / HUGE * HUGE..end / HUGE * HUGE).step_by(HUGE) {
                _ = libc::madvise(self.execute.add(page).cast(), HUGE, MADV_COLLAPSE);
            }
            Some(self.execute.add(start))
        }
    }
}

/// Addresses for code and to spare, from this one on if they are free. What is kept for nothing costs nothing.
fn reserve(wanted: usize) -> Option<*mut c_void> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: the system chooses other addresses where something is; the mapping is checked.
    let space = unsafe { libc::mmap(wanted as *mut c_void, MOST + HUGE, libc::PROT_NONE, flags, -1, 0) };
    (space != libc::MAP_FAILED).then_some(space)
}

/// The same, where functions around an address can be called by their distance, and otherwise anywhere in that reach; wherever something is free if there is
/// no space.
fn reserve_near(function: usize) -> Option<*mut c_void> {
    const TRIES: usize = 8;
    let places = (REACH - 4 * TEXT) / HUGE;
    for _ in 0..TRIES {
        let wanted = (function / HUGE + TEXT / HUGE + chance() % places) * HUGE;
        let Some(space) = reserve(wanted) else { continue };
        if function.abs_diff(space as usize) < REACH - 2 * TEXT {
            return Some(space);
        }
        // SAFETY: it was just mapped, and nobody knows of it.
        unsafe { libc::munmap(space, MOST + HUGE) };
    }
    reserve(0)
}

/// A number that nobody outside can tell.
fn chance() -> usize {
    let mut bytes = [0; size_of::<usize>()];
    // SAFETY: the system writes into the array at most. Where it does not, code lies where it would without this.
    unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    usize::from_ne_bytes(bytes)
}

/// How frames of a function are left, as Cranelift says it.
pub fn frame_description(info: &UnwindInfo, code: *const u8) -> Option<FrameDescriptionEntry> {
    let UnwindInfo::SystemV(info) = info else { return None };
    Some(info.to_fde(Address::Constant(code as u64)))
}

/// The same of code that was made in one pass.
pub fn frame_of_steps(made: &loxo_codegen::Code, code: *const u8) -> FrameDescriptionEntry {
    const WORD: i32 = 8;
    let mut entry = FrameDescriptionEntry::new(Address::Constant(code as u64), made.bytes.len() as u32);
    // The return address is there already.
    let mut size = WORD;
    for &(at, step) in &made.frame {
        match step {
            FrameStep::Push(reg) => {
                size += WORD;
                entry.add_instruction(at, CallFrameInstruction::CfaOffset(size));
                entry.add_instruction(at, CallFrameInstruction::Offset(Register(reg), -size));
            }
            FrameStep::Grow(bytes) => {
                size += bytes as i32;
                entry.add_instruction(at, CallFrameInstruction::CfaOffset(size));
            }
        }
    }
    entry
}

/// Tells the unwinder how frames of a function are left. False: that is not possible, and the code must not run.
pub fn register_unwinding(isa: &dyn TargetIsa, entry: FrameDescriptionEntry) -> bool {
    let Some(cie) = isa.create_systemv_cie() else { return false };
    let mut table = FrameTable::default();
    let cie = table.add_cie(cie);
    table.add_fde(cie, entry);
    let mut section = EhFrame(EndianVec::new(LittleEndian));
    // The section ends with an entry of no length.
    if table.write_eh_frame(&mut section).is_err() || section.0.write_u32(0).is_err() {
        return false;
    }
    let section: &'static [u8] = Box::leak(section.0.into_vec().into_boxed_slice());
    // SAFETY: the section is complete, describes code that is never freed, and is never freed itself.
    unsafe { __register_frame(section.as_ptr()) };
    true
}
