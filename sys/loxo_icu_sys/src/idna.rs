//! Domain names of any letters, by UTS #46.

use crate::{call, filled, handle, raw};

handle! {
    /// The rules with options.
    Idna, uidna_close
}

/// What was found on the way.
#[derive(Clone, Copy, Default)]
pub struct IdnaInfo {
    pub transitional_different: bool,
    pub errors: u32,
}

impl Idna {
    pub fn open(options: u32, status: &mut i32) -> Option<Idna> {
        Idna::own(call!(uidna_openUTS46(options, status)))
    }

    /// UTF-8 to ASCII, or back.
    pub fn convert(&self, name: &[u8], to_ascii: bool, status: &mut i32) -> (Vec<u8>, IdnaInfo) {
        let length = i32::try_from(name.len()).unwrap_or(i32::MAX);
        let name = name.as_ptr().cast();
        let mut found = raw::UIdnaInfo { size: 16, transitional_different: 0, reserved_byte: 0, errors: 0, reserved: [0; 2] };
        let converted = filled::<u8>(status, |out, cap, status| {
            let (out, info) = (out.cast(), &raw mut found);
            if to_ascii {
                call!(uidna_nameToASCII_UTF8(self.ptr(), name, length, out, cap, info, status))
            } else {
                call!(uidna_nameToUnicodeUTF8(self.ptr(), name, length, out, cap, info, status))
            }
        });
        (converted, IdnaInfo { transitional_different: found.transitional_different != 0, errors: found.errors })
    }
}
