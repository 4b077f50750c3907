//! Writes XML piece by piece into memory by libxml2's `xmlTextWriter`.

use std::ffi::c_void;

use crate::errors::ready;
use crate::raw::{self, RawBuffer};
use crate::text::{c_text, opt_ptr, ptr};

/// A writer and its buffer. Functions answer with the bytes written, negative on failure.
pub struct Writer {
    raw: *mut c_void,
    buffer: *mut RawBuffer,
}

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),*) $(opt($($optional:ident),*))? = $function:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&mut self, $($arg: &[u8],)* $($($optional: Option<&[u8]>),*)?) -> i32 {
            $(let $arg = c_text($arg);)*
            $($(let $optional = $optional.map(c_text);)*)?
            // SAFETY: the writer is alive, the texts end in NUL.
            unsafe { raw::$function(self.raw, $(ptr(&$arg),)* $($(opt_ptr($optional.as_ref())),*)?) }
        })*
    };
}

impl Writer {
    pub fn new() -> Option<Writer> {
        ready();
        // SAFETY: the buffer outlives the writer.
        unsafe {
            let buffer = raw::xmlBufferCreate();
            if buffer.is_null() {
                return None;
            }
            let raw = raw::xmlNewTextWriterMemory(buffer, 0);
            if raw.is_null() {
                raw::xmlBufferFree(buffer);
                return None;
            }
            Some(Writer { raw, buffer })
        }
    }

    /// What has been written; with `empty` it is forgotten.
    pub fn output(&mut self, empty: bool) -> Vec<u8> {
        // SAFETY: the writer is alive.
        unsafe { raw::xmlTextWriterFlush(self.raw) };
        self.buffered(empty)
    }

    /// What libxml2 has passed on by itself since the last time: it does so at the end of a document and every 4,000 bytes.
    pub fn passed_on(&mut self) -> Vec<u8> {
        self.buffered(true)
    }

    fn buffered(&mut self, empty: bool) -> Vec<u8> {
        // SAFETY: the buffer is alive and has that many bytes.
        unsafe {
            let buffer = &*self.buffer;
            let bytes = if buffer.content.is_null() {
                Vec::new()
            } else {
                std::slice::from_raw_parts(buffer.content, buffer.used as usize).to_vec()
            };
            if empty && !bytes.is_empty() {
                raw::xmlBufferEmpty(self.buffer);
            }
            bytes
        }
    }

    pub fn set_indent(&mut self, on: bool) -> i32 {
        // SAFETY: the writer is alive.
        unsafe { raw::xmlTextWriterSetIndent(self.raw, i32::from(on)) }
    }

    pub fn start_document(&mut self, version: Option<&[u8]>, encoding: Option<&[u8]>, standalone: Option<&[u8]>) -> i32 {
        let (version, encoding, standalone) = (version.map(c_text), encoding.map(c_text), standalone.map(c_text));
        // SAFETY: the writer is alive, the texts end in NUL.
        unsafe {
            raw::xmlTextWriterStartDocument(
                self.raw,
                opt_ptr(version.as_ref()).cast(),
                opt_ptr(encoding.as_ref()).cast(),
                opt_ptr(standalone.as_ref()).cast(),
            )
        }
    }

    pub fn start_dtd_entity(&mut self, parameter: bool, name: &[u8]) -> i32 {
        let name = c_text(name);
        // SAFETY: the writer is alive, the name ends in NUL.
        unsafe { raw::xmlTextWriterStartDTDEntity(self.raw, i32::from(parameter), ptr(&name)) }
    }

    pub fn write_dtd_entity(
        &mut self,
        parameter: bool,
        name: &[u8],
        public: Option<&[u8]>,
        system: Option<&[u8]>,
        ndata: Option<&[u8]>,
        content: Option<&[u8]>,
    ) -> i32 {
        let name = c_text(name);
        let (public, system, ndata, content) = (public.map(c_text), system.map(c_text), ndata.map(c_text), content.map(c_text));
        // SAFETY: the writer is alive, the texts end in NUL.
        unsafe {
            raw::xmlTextWriterWriteDTDEntity(
                self.raw,
                i32::from(parameter),
                ptr(&name),
                opt_ptr(public.as_ref()),
                opt_ptr(system.as_ref()),
                opt_ptr(ndata.as_ref()),
                opt_ptr(content.as_ref()),
            )
        }
    }

    pub fn start_element_ns(&mut self, prefix: Option<&[u8]>, name: &[u8], uri: Option<&[u8]>) -> i32 {
        let (prefix, name, uri) = (prefix.map(c_text), c_text(name), uri.map(c_text));
        // SAFETY: the writer is alive, the texts end in NUL.
        unsafe { raw::xmlTextWriterStartElementNS(self.raw, opt_ptr(prefix.as_ref()), ptr(&name), opt_ptr(uri.as_ref())) }
    }

    pub fn write_element_ns(&mut self, prefix: Option<&[u8]>, name: &[u8], uri: Option<&[u8]>, content: &[u8]) -> i32 {
        let (prefix, name, uri, content) = (prefix.map(c_text), c_text(name), uri.map(c_text), c_text(content));
        // SAFETY: the writer is alive, the texts end in NUL.
        unsafe { raw::xmlTextWriterWriteElementNS(self.raw, opt_ptr(prefix.as_ref()), ptr(&name), opt_ptr(uri.as_ref()), ptr(&content)) }
    }

    pub fn start_attribute_ns(&mut self, prefix: Option<&[u8]>, name: &[u8], uri: Option<&[u8]>) -> i32 {
        let (prefix, name, uri) = (prefix.map(c_text), c_text(name), uri.map(c_text));
        // SAFETY: the writer is alive, the texts end in NUL.
        unsafe { raw::xmlTextWriterStartAttributeNS(self.raw, opt_ptr(prefix.as_ref()), ptr(&name), opt_ptr(uri.as_ref())) }
    }

    pub fn write_attribute_ns(&mut self, prefix: Option<&[u8]>, name: &[u8], uri: Option<&[u8]>, content: &[u8]) -> i32 {
        let (prefix, name, uri, content) = (prefix.map(c_text), c_text(name), uri.map(c_text), c_text(content));
        // SAFETY: the writer is alive, the texts end in NUL.
        unsafe { raw::xmlTextWriterWriteAttributeNS(self.raw, opt_ptr(prefix.as_ref()), ptr(&name), opt_ptr(uri.as_ref()), ptr(&content)) }
    }

    calls! {
        set_indent_string(content) = xmlTextWriterSetIndentString;
        end_document() = xmlTextWriterEndDocument;
        start_comment() = xmlTextWriterStartComment;
        end_comment() = xmlTextWriterEndComment;
        write_comment(content) = xmlTextWriterWriteComment;
        start_element(name) = xmlTextWriterStartElement;
        end_element() = xmlTextWriterEndElement;
        full_end_element() = xmlTextWriterFullEndElement;
        write_element(name, content) = xmlTextWriterWriteElement;
        raw(content) = xmlTextWriterWriteRaw;
        text(content) = xmlTextWriterWriteString;
        start_attribute(name) = xmlTextWriterStartAttribute;
        end_attribute() = xmlTextWriterEndAttribute;
        write_attribute(name, content) = xmlTextWriterWriteAttribute;
        start_pi(target) = xmlTextWriterStartPI;
        end_pi() = xmlTextWriterEndPI;
        write_pi(target, content) = xmlTextWriterWritePI;
        start_cdata() = xmlTextWriterStartCDATA;
        end_cdata() = xmlTextWriterEndCDATA;
        write_cdata(content) = xmlTextWriterWriteCDATA;
        start_dtd(name) opt(public, system) = xmlTextWriterStartDTD;
        end_dtd() = xmlTextWriterEndDTD;
        write_dtd(name) opt(public, system, subset) = xmlTextWriterWriteDTD;
        start_dtd_element(name) = xmlTextWriterStartDTDElement;
        end_dtd_element() = xmlTextWriterEndDTDElement;
        write_dtd_element(name, content) = xmlTextWriterWriteDTDElement;
        start_dtd_attlist(name) = xmlTextWriterStartDTDAttlist;
        end_dtd_attlist() = xmlTextWriterEndDTDAttlist;
        write_dtd_attlist(name, content) = xmlTextWriterWriteDTDAttlist;
        end_dtd_entity() = xmlTextWriterEndDTDEntity;
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // SAFETY: nobody else has them; the writer goes first, since it still writes.
        unsafe {
            raw::xmlFreeTextWriter(self.raw);
            raw::xmlBufferFree(self.buffer);
        }
    }
}
