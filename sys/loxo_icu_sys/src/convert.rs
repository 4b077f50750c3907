//! Converts between UTF-16 and other encodings by ICU, with callbacks for what cannot be converted.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};

use crate::{call, failed, handle, kept, raw};

handle! {
    Handle, ucnv_close
}

/// A converter between UTF-16 and one encoding.
pub struct Converter {
    handle: Handle,
}

type ToUnicode<'a> = dyn FnMut(i32, &[u8], &[u8], &mut i32) -> Vec<u16> + 'a;
type FromUnicode<'a> = dyn FnMut(i32, &[u16], i32, &mut i32) -> Vec<u8> + 'a;

/// A callback that is lent to ICU while a conversion runs.
struct Lent<'a, F: ?Sized>(RefCell<&'a mut F>);

impl Converter {
    pub fn open(name: &CStr, status: &mut i32) -> Option<Converter> {
        Some(Converter { handle: Handle::own(call!(ucnv_open(name.as_ptr(), status)))? })
    }

    pub fn try_clone(&self, status: &mut i32) -> Option<Converter> {
        let copy = call!(ucnv_safeClone(self.handle.ptr(), null_mut(), null_mut(), status));
        Some(Converter { handle: Handle::own(copy)? })
    }

    pub fn name(&self, status: &mut i32) -> Option<String> {
        kept(call!(ucnv_getName(self.handle.ptr(), status)))
    }

    pub fn kind(&self) -> i32 {
        call!(ucnv_getType(self.handle.ptr()))
    }

    pub fn set_substitute(&mut self, bytes: &[u8], status: &mut i32) {
        let length = i8::try_from(bytes.len()).unwrap_or(i8::MAX);
        call!(ucnv_setSubstChars(self.handle.ptr(), bytes.as_ptr().cast(), length, status));
    }

    pub fn substitute(&self, status: &mut i32) -> Vec<u8> {
        let (mut buffer, mut length) = ([0u8; 127], 127i8);
        call!(ucnv_getSubstChars(self.handle.ptr(), buffer.as_mut_ptr().cast(), &raw mut length, status));
        if failed(*status) { Vec::new() } else { buffer[..usize::try_from(length).unwrap_or(0)].to_vec() }
    }

    /// Bytes to UTF-16; the callback gets the reason, what is left, the bytes that it is about and the status, and answers what is written instead.
    /// It must not unwind.
    pub fn to_unicode(&mut self, bytes: &[u8], status: &mut i32, callback: Option<&mut ToUnicode<'_>>) -> Vec<u16> {
        extern "C" fn action(context: raw::ConstPtr, args: raw::Ptr, bytes: *const c_char, length: i32, reason: i32, status: raw::Status) {
            // SAFETY: the context is what is lent below for the time of the conversion, the status is ICU's own place.
            let (lent, status) = unsafe { (&*context.cast::<Lent<'_, ToUnicode<'_>>>(), &mut *status) };
            let length = usize::try_from(length).unwrap_or(0);
            let bytes = if bytes.is_null() {
                &[]
            } else {
                // SAFETY: ICU passes so many bytes.
                unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length) }
            };
            // SAFETY: ICU's arguments live as long as this call, and the source runs from the place to the limit.
            let rest = unsafe {
                let args = &*args.cast::<raw::ToUnicodeArgs>();
                let left = (args.limit as usize).saturating_sub(args.source as usize);
                if args.source.is_null() { &[] } else { std::slice::from_raw_parts(args.source, left) }
            };
            let Ok(mut callback) = lent.0.try_borrow_mut() else { return };
            let written = callback(reason, rest, bytes, status);
            if !written.is_empty() && !failed(*status) {
                let (text, length) = crate::text(&written);
                call!(ucnv_cbToUWriteUChars(args, text, length, 0, status));
            }
        }
        call!(ucnv_reset(self.handle.ptr()));
        let lent = callback.map(|callback| Lent(RefCell::new(callback)));
        // What was set before comes back afterwards: nothing that was lent stays behind.
        let mut before: (Option<raw::ToUnicodeAction>, raw::ConstPtr) = (None, null());
        if let Some(lent) = &lent {
            let context = std::ptr::from_ref(lent).cast::<c_void>();
            let (old, old_context) = ((&raw mut before.0).cast(), (&raw mut before.1).cast());
            call!(ucnv_setToUCallBack(self.handle.ptr(), Some(action), context, old, old_context, status));
        }
        let (mut all, mut buffer) = (Vec::new(), [0u16; 1024]);
        let range = bytes.as_ptr_range();
        let (mut source, end) = (range.start.cast::<c_char>(), range.end.cast::<c_char>());
        while !failed(*status) {
            let out = buffer.as_mut_ptr_range();
            let mut target = out.start;
            call!(ucnv_toUnicode(self.handle.ptr(), &raw mut target, out.end, &raw mut source, end, null_mut(), 1, status));
            let written = (target as usize - out.start as usize) / 2;
            all.extend_from_slice(&buffer[..written]);
            if *status != crate::status::BUFFER_OVERFLOW {
                break;
            }
            *status = 0;
        }
        if lent.is_some() {
            let mut ignored = 0;
            call!(ucnv_setToUCallBack(self.handle.ptr(), before.0, before.1, null_mut(), null_mut(), &raw mut ignored));
        }
        all
    }

    /// UTF-16 to bytes; the callback gets the reason, the units, the character and the status. It must not unwind.
    pub fn from_unicode(&mut self, units: &[u16], status: &mut i32, callback: Option<&mut FromUnicode<'_>>) -> Vec<u8> {
        extern "C" fn action(
            context: raw::ConstPtr,
            args: raw::Ptr,
            units: *const u16,
            length: i32,
            c: i32,
            reason: i32,
            status: raw::Status,
        ) {
            // SAFETY: the context is what is lent below for the time of the conversion, the status is ICU's own place.
            let (lent, status) = unsafe { (&*context.cast::<Lent<'_, FromUnicode<'_>>>(), &mut *status) };
            let units = crate::kept16(units, length).unwrap_or_default();
            let Ok(mut callback) = lent.0.try_borrow_mut() else { return };
            let written = callback(reason, &units, c, status);
            if !written.is_empty() && !failed(*status) {
                let length = i32::try_from(written.len()).unwrap_or(i32::MAX);
                call!(ucnv_cbFromUWriteBytes(args, written.as_ptr().cast(), length, 0, status));
            }
        }
        call!(ucnv_reset(self.handle.ptr()));
        let lent = callback.map(|callback| Lent(RefCell::new(callback)));
        // What was set before comes back afterwards: nothing that was lent stays behind.
        let mut before: (Option<raw::FromUnicodeAction>, raw::ConstPtr) = (None, null());
        if let Some(lent) = &lent {
            let context = std::ptr::from_ref(lent).cast::<c_void>();
            let (old, old_context) = ((&raw mut before.0).cast(), (&raw mut before.1).cast());
            call!(ucnv_setFromUCallBack(self.handle.ptr(), Some(action), context, old, old_context, status));
        }
        let (mut all, mut buffer) = (Vec::new(), [0u8; 1024]);
        let range = units.as_ptr_range();
        let (mut source, end) = (range.start, range.end);
        while !failed(*status) {
            let out = buffer.as_mut_ptr_range();
            let mut target = out.start.cast::<c_char>();
            call!(ucnv_fromUnicode(
                self.handle.ptr(),
                &raw mut target,
                out.end.cast_const().cast(),
                &raw mut source,
                end,
                null_mut(),
                1,
                status
            ));
            let written = target as usize - out.start as usize;
            all.extend_from_slice(&buffer[..written]);
            if *status != crate::status::BUFFER_OVERFLOW {
                break;
            }
            *status = 0;
        }
        if lent.is_some() {
            let mut ignored = 0;
            call!(ucnv_setFromUCallBack(self.handle.ptr(), before.0, before.1, null_mut(), null_mut(), &raw mut ignored));
        }
        all
    }
}

pub fn available_converters() -> Vec<String> {
    (0..call!(ucnv_countAvailable())).filter_map(|at| kept(call!(ucnv_getAvailableName(at)))).collect()
}

pub fn aliases(name: &CStr, status: &mut i32) -> Vec<String> {
    let count = call!(ucnv_countAliases(name.as_ptr(), status));
    let count = if failed(*status) { 0 } else { count };
    (0..count).filter_map(|at| kept(call!(ucnv_getAlias(name.as_ptr(), at, status)))).collect()
}

pub fn standards(status: &mut i32) -> Vec<String> {
    (0..call!(ucnv_countStandards())).filter_map(|at| kept(call!(ucnv_getStandard(at, status)))).collect()
}
