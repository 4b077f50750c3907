//! Memory for the machine code of functions: regions that are mapped twice, once to write and once to execute, and their descriptions for the unwinder.

use std::ffi::c_void;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use cranelift_codegen::gimli::LittleEndian;
use cranelift_codegen::gimli::write::{Address, EhFrame, EndianVec, FrameTable, Writer};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::isa::unwind::UnwindInfo;

/// Bytes of a region.
const REGION: usize = 2 << 20;
/// All regions together: behind that nothing is compiled any more.
const MOST: usize = 64 << 20;
/// Functions begin at multiples of this.
const ALIGNMENT: usize = 32;

unsafe extern "C" {
    /// Of the unwinder that Rust's panics use: from here on it knows the functions that a section describes.
    fn __register_frame(section: *const u8);
}

/// One region: the same memory at two addresses.
struct Region {
    write: *mut u8,
    execute: *const u8,
    used: usize,
}

/// Where code is put; it is never freed, since other threads may be running it.
#[derive(Default)]
pub struct CodeMemory {
    regions: Vec<Region>,
}

impl Region {
    /// `None`: the system does not allow it.
    fn new() -> Option<Region> {
        // SAFETY: plain system calls on a file of this process's own; the mappings are checked.
        unsafe {
            let file = libc::memfd_create(c"loxo-code".as_ptr(), libc::MFD_CLOEXEC);
            if file < 0 {
                return None;
            }
            let file = OwnedFd::from_raw_fd(file);
            if libc::ftruncate(file.as_raw_fd(), REGION as libc::off_t) != 0 {
                return None;
            }
            let map = |protection| {
                let place = libc::mmap(std::ptr::null_mut::<c_void>(), REGION, protection, libc::MAP_SHARED, file.as_raw_fd(), 0);
                (place != libc::MAP_FAILED).then_some(place.cast::<u8>())
            };
            let write = map(libc::PROT_READ | libc::PROT_WRITE)?;
            let execute = map(libc::PROT_READ | libc::PROT_EXEC)?;
            Some(Region { write, execute, used: 0 })
        }
    }
}

impl CodeMemory {
    /// Puts code there; gives its address. `None`: there is no more memory for it.
    pub fn place(&mut self, code: &[u8]) -> Option<*const u8> {
        if code.len() > REGION {
            return None;
        }
        let fits = |region: &Region| region.used + code.len() <= REGION;
        if !self.regions.last().is_some_and(fits) {
            if (self.regions.len() + 1) * REGION > MOST {
                return None;
            }
            self.regions.push(Region::new()?);
        }
        let region = self.regions.last_mut()?;
        // SAFETY: the region reaches that far, and nobody runs what lies there yet.
        unsafe {
            std::ptr::copy_nonoverlapping(code.as_ptr(), region.write.add(region.used), code.len());
            let place = region.execute.add(region.used);
            region.used = (region.used + code.len()).next_multiple_of(ALIGNMENT).min(REGION);
            Some(place)
        }
    }
}

/// Tells the unwinder how frames of a function are left. False: that is not possible, and the code must not run.
pub fn register_unwinding(isa: &dyn TargetIsa, info: &UnwindInfo, code: *const u8) -> bool {
    let UnwindInfo::SystemV(info) = info else { return false };
    let Some(cie) = isa.create_systemv_cie() else { return false };
    let mut table = FrameTable::default();
    let cie = table.add_cie(cie);
    table.add_fde(cie, info.to_fde(Address::Constant(code as u64)));
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
