//! The text of this program: where it lies, and other memory in its place.

use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};
use std::ptr;

use crate::{Advice, HUGE, Range, advise, check};

/// What a huge page has before and behind the text: an instruction that stops the process (`int3`).
pub const FILLING: u8 = 0xcc;
const PAGE: usize = 4096;
/// Without these, a file could change after it was compared.
const SEALS: libc::c_int = libc::F_SEAL_WRITE | libc::F_SEAL_SHRINK;

/// The executable segment of the program that this code is in, in whole pages: BOLT leaves the linker's text behind as another one, of which nothing runs. It is mapped as long as the process lives.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    range: Range,
    /// Where it begins in the program's file.
    offset: usize,
}

/// For `dl_iterate_phdr`: the program itself comes first, and nothing else is looked at.
///
/// # Safety
/// `info` is what the linker gives, `found` an `Option<Text>`.
unsafe extern "C" fn first_program(info: *mut libc::dl_phdr_info, _size: libc::size_t, found: *mut c_void) -> libc::c_int {
    // SAFETY: the linker gives a description that holds until this returns, with as many headers as it says.
    let (base, headers) =
        unsafe { ((*info).dlpi_addr as usize, std::slice::from_raw_parts((*info).dlpi_phdr, usize::from((*info).dlpi_phnum))) };
    let own = (first_program as *const ()).addr();
    let is_text = |header: &&libc::Elf64_Phdr| {
        let start = base + header.p_vaddr as usize;
        header.p_type == libc::PT_LOAD && header.p_flags & libc::PF_X != 0 && (start..start + header.p_memsz as usize).contains(&own)
    };
    let text = headers.iter().find(is_text).map(|header| {
        let start = base + header.p_vaddr as usize;
        let shift = start % PAGE;
        let end = (start + header.p_memsz as usize).next_multiple_of(PAGE);
        Text { range: Range { start: start - shift, end }, offset: header.p_offset as usize - shift }
    });
    // SAFETY: by contract.
    unsafe { *found.cast::<Option<Text>>() = text };
    1
}

impl Text {
    /// `None`: the program has no executable segment that the linker knows.
    pub fn find() -> Option<Text> {
        let mut found: Option<Text> = None;
        // SAFETY: the function and what it is given fit each other, and `found` outlives the call.
        unsafe { libc::dl_iterate_phdr(Some(first_program), (&raw mut found).cast()) };
        found
    }

    pub fn range(&self) -> Range {
        self.range
    }

    /// Where it begins in the program's file.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Its bytes in `part`, with [`FILLING`] where `part` reaches beyond it.
    pub fn copy(&self, part: Range) -> Vec<u8> {
        let mut bytes = vec![FILLING; part.len()];
        let own = self.common(part);
        if !own.is_empty() {
            bytes[own.start - part.start..own.end - part.start].copy_from_slice(self.bytes(own));
        }
        bytes
    }

    /// Where `part` begins in a file that holds a copy of it: where it does in the program's file if that is a multiple of a huge page. Tools then find
    /// an address of the copy in the program's file.
    pub fn place_in_copy(&self, part: Range) -> usize {
        let place = (self.offset + part.start).checked_sub(self.range.start);
        place.filter(|place| place.is_multiple_of(HUGE)).unwrap_or(0)
    }

    /// `bytes` is what [`Text::copy`] gives.
    fn is_same(&self, part: Range, bytes: &[u8]) -> bool {
        let own = self.common(part);
        let (before, rest) = bytes.split_at(own.start - part.start);
        let (text, behind) = rest.split_at(own.len());
        text == self.bytes(own) && before.iter().chain(behind).all(|byte| *byte == FILLING)
    }

    fn common(&self, part: Range) -> Range {
        Range { start: part.start.max(self.range.start), end: part.end.min(self.range.end) }
    }

    /// `own` is a part of it.
    fn bytes(&self, own: Range) -> &'static [u8] {
        assert!(own.start >= self.range.start && own.end <= self.range.end, "a part of the text");
        // SAFETY: the segment is mapped, readable and never written as long as the process lives; replacing it leaves its bytes.
        unsafe { std::slice::from_raw_parts(own.start as *const u8, own.len()) }
    }

    /// What `part` has and the text has not.
    fn surroundings(&self, part: Range) -> [Range; 2] {
        let before = Range { start: part.start, end: self.range.start.max(part.start) };
        [before, Range { start: self.range.end.min(part.end), end: part.end }]
    }

    /// Takes the addresses around the text. An error: something else lies there.
    fn take_surroundings(&self, part: Range) -> io::Result<()> {
        let [before, behind] = self.surroundings(part);
        take(before)?;
        take(behind).inspect_err(|_| unmap(before.start, before.len()))
    }

    fn give_surroundings_back(&self, part: Range) {
        self.surroundings(part).iter().for_each(|gap| unmap(gap.start, gap.len()));
    }

    /// `part` has whole huge pages, holds text, and reaches less than one of them beyond it.
    fn accepts(&self, part: Range) -> io::Result<()> {
        let whole = part.start.is_multiple_of(HUGE) && part.end.is_multiple_of(HUGE) && !self.common(part).is_empty();
        let near = part.start + HUGE > self.range.start && part.end < self.range.end + HUGE;
        if whole && near { Ok(()) } else { Err(io::ErrorKind::InvalidInput.into()) }
    }

    /// Puts what [`Text::copy`] gave for `part`, in a sealed file in memory at [`Text::place_in_copy`], in the place of the text. Processes that do so
    /// share its pages.
    pub fn replace_by_file(&self, part: Range, file: BorrowedFd<'_>) -> io::Result<()> {
        self.accepts(part)?;
        // SAFETY: an open descriptor and integers.
        let seals = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) };
        if seals == -1 || seals & SEALS != SEALS {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let offset = self.place_in_copy(part);
        let place = map(0, part.len(), libc::PROT_READ, libc::MAP_PRIVATE, file.as_raw_fd(), offset)?;
        // A file that is too short ends the process when it is read: it can't get shorter, but may be so.
        let long_enough = File::from(file.try_clone_to_owned()?).metadata()?.len() >= (offset + part.len()) as u64;
        // SAFETY: just mapped, so long, as is the file, which is sealed: nobody writes it.
        let same = long_enough && self.is_same(part, unsafe { std::slice::from_raw_parts(place as *const u8, part.len()) });
        unmap(place, part.len());
        if !same {
            return Err(io::ErrorKind::InvalidData.into());
        }
        self.take_surroundings(part)?;
        // The same bytes at the same addresses, executable as before: what runs there goes on.
        let flags = libc::MAP_PRIVATE | libc::MAP_FIXED;
        let placed = map(part.start, part.len(), libc::PROT_READ | libc::PROT_EXEC, flags, file.as_raw_fd(), offset);
        placed.map(drop).inspect_err(|_| self.give_surroundings_back(part))
    }

    /// Puts a copy of `part` in anonymous memory in its place; `reserved`: of the huge pages that are set aside (`vm.nr_hugepages`).
    pub fn replace_by_copy(&self, part: Range, reserved: bool) -> io::Result<()> {
        self.accepts(part)?;
        let kind = if reserved { libc::MAP_HUGETLB } else { 0 };
        let length = part.len() + HUGE;
        let taken = if reserved { part.len() } else { length };
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | kind;
        let place = map(0, taken, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0)?;
        let start = place.next_multiple_of(HUGE);
        let copy = Range { start, end: start + part.len() };
        if !reserved {
            unmap(place, start - place);
            unmap(copy.end, place + taken - copy.end);
            // Without huge pages the copy would be of no use; whether there are some is seen afterwards.
            _ = advise(copy, Advice::Huge);
        }
        let bytes = self.copy(part);
        // SAFETY: mapped above for this, that long, writable, and known to nobody else.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), copy.start as *mut u8, bytes.len()) };
        let moved = self.move_there(part, copy);
        if moved.is_err() {
            unmap(copy.start, copy.len());
        }
        moved
    }

    fn move_there(&self, part: Range, copy: Range) -> io::Result<()> {
        // SAFETY: memory of `replace_by_copy` alone, of which nothing is borrowed.
        check(libc::c_long::from(unsafe { libc::mprotect(copy.start as *mut c_void, copy.len(), libc::PROT_READ | libc::PROT_EXEC) }))?;
        _ = advise(copy, Advice::Collapse);
        self.take_surroundings(part)?;
        let flags = libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED;
        // SAFETY: what lies at the target is text of the same bytes, or was taken for this; what runs there goes on with the copy.
        let moved = unsafe { libc::mremap(copy.start as *mut c_void, copy.len(), part.len(), flags, part.start as *mut c_void) };
        if moved == libc::MAP_FAILED {
            let error = io::Error::last_os_error();
            self.give_surroundings_back(part);
            return Err(error);
        }
        Ok(())
    }

    /// Puts the program's own file back, with pages of the usual size.
    pub fn restore(&self, part: Range) -> io::Result<()> {
        self.accepts(part)?;
        let own = self.common(part);
        // The system lets nobody write a file that a process was started from.
        let file = File::open("/proc/self/exe")?;
        let offset = self.offset + (own.start - self.range.start);
        let protection = libc::PROT_READ | libc::PROT_EXEC;
        map(own.start, own.len(), protection, libc::MAP_PRIVATE | libc::MAP_FIXED, file.as_raw_fd(), offset)?;
        self.give_surroundings_back(part);
        _ = advise(own, Advice::NoHuge);
        Ok(())
    }
}

/// Callers give a target of their own with `MAP_FIXED`: text of the same bytes, or what they have taken.
fn map(address: usize, length: usize, protection: libc::c_int, flags: libc::c_int, file: libc::c_int, offset: usize) -> io::Result<usize> {
    // SAFETY: without `MAP_FIXED` the system finds a place where nothing lies; with it, what lies there is replaced by the same bytes.
    let place = unsafe { libc::mmap(address as *mut c_void, length, protection, flags, file, offset as libc::off_t) };
    if place == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(place as usize) }
}

/// Takes addresses where nothing lies, so that nothing else gets them.
fn take(gap: Range) -> io::Result<()> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
    if gap.is_empty() { Ok(()) } else { map(gap.start, gap.len(), libc::PROT_NONE, flags, -1, 0).map(drop) }
}

/// Gives addresses back that the caller has mapped, and of which nothing is borrowed.
fn unmap(start: usize, length: usize) {
    if length > 0 {
        // SAFETY: as documented, the caller's own.
        unsafe { libc::munmap(start as *mut c_void, length) };
    }
}
