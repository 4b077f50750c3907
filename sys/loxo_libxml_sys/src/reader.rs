//! `xmlTextReader`, over a text in memory.

use std::ffi::{c_int, c_void};

use crate::errors::ready;
use crate::input::resume;
use crate::node::Node;
use crate::raw;
use crate::text::{c_text, copied, opt_ptr, owned, ptr};
use crate::validate::RelaxNg;

/// A reader. What it reads from and checks against lives as long.
pub struct Reader {
    raw: *mut c_void,
    schema: Option<RelaxNg>,
    _text: Box<[u8]>,
}

macro_rules! numbers {
    ($($name:ident = $function:ident;)*) => {
        $(pub fn $name(&self) -> i32 {
            // SAFETY: the reader is alive.
            unsafe { raw::$function(self.raw) }
        })*
    };
}

macro_rules! texts {
    ($($name:ident = $function:ident;)*) => {
        $(pub fn $name(&self) -> Option<Vec<u8>> {
            // SAFETY: the reader is alive; the text is its own and copied.
            unsafe { copied(raw::$function(self.raw)) }
        })*
    };
}

macro_rules! gifts {
    ($($name:ident = $function:ident;)*) => {
        $(pub fn $name(&self) -> Option<Vec<u8>> {
            // SAFETY: the reader is alive; the text is given to us.
            let text = unsafe { owned(raw::$function(self.raw)) };
            resume();
            text
        })*
    };
}

impl Reader {
    pub fn new(text: Vec<u8>, name: Option<&[u8]>, encoding: Option<&[u8]>, options: i32) -> Option<Reader> {
        ready();
        let text = text.into_boxed_slice();
        let length = c_int::try_from(text.len()).ok()?;
        let (name, encoding) = (name.map(c_text), encoding.map(c_text));
        // SAFETY: the text does not move and lives as long as the reader.
        let raw = unsafe {
            raw::xmlReaderForMemory(text.as_ptr().cast(), length, opt_ptr(name.as_ref()).cast(), opt_ptr(encoding.as_ref()).cast(), options)
        };
        (!raw.is_null()).then_some(Reader { raw, schema: None, _text: text })
    }

    /// Goes on to the next node: 1, 0 at the end, -1 on failure.
    pub fn read(&mut self) -> i32 {
        // SAFETY: the reader is alive.
        let status = unsafe { raw::xmlTextReaderRead(self.raw) };
        resume();
        status
    }

    /// Goes on behind what is below the node.
    pub fn skip(&mut self) -> i32 {
        // SAFETY: the reader is alive.
        let status = unsafe { raw::xmlTextReaderNext(self.raw) };
        resume();
        status
    }

    numbers! {
        attribute_count = xmlTextReaderAttributeCount;
        depth = xmlTextReaderDepth;
        has_attributes = xmlTextReaderHasAttributes;
        has_value = xmlTextReaderHasValue;
        is_default = xmlTextReaderIsDefault;
        is_empty_element = xmlTextReaderIsEmptyElement;
        node_type = xmlTextReaderNodeType;
        read_state = xmlTextReaderReadState;
        is_valid = xmlTextReaderIsValid;
        move_to_first_attribute = xmlTextReaderMoveToFirstAttribute;
        move_to_next_attribute = xmlTextReaderMoveToNextAttribute;
        move_to_element = xmlTextReaderMoveToElement;
    }

    texts! {
        base_uri = xmlTextReaderConstBaseUri;
        local_name = xmlTextReaderConstLocalName;
        name = xmlTextReaderConstName;
        namespace_uri = xmlTextReaderConstNamespaceUri;
        prefix = xmlTextReaderConstPrefix;
        xml_lang = xmlTextReaderConstXmlLang;
        value = xmlTextReaderConstValue;
    }

    gifts! {
        inner_xml = xmlTextReaderReadInnerXml;
        outer_xml = xmlTextReaderReadOuterXml;
        string = xmlTextReaderReadString;
    }

    pub fn attribute(&self, name: &[u8]) -> Option<Vec<u8>> {
        let name = c_text(name);
        // SAFETY: the reader is alive; the text is given to us.
        unsafe { owned(raw::xmlTextReaderGetAttribute(self.raw, ptr(&name))) }
    }

    pub fn attribute_at(&self, number: i32) -> Option<Vec<u8>> {
        // SAFETY: as in `attribute`.
        unsafe { owned(raw::xmlTextReaderGetAttributeNo(self.raw, number)) }
    }

    pub fn attribute_ns(&self, name: &[u8], uri: &[u8]) -> Option<Vec<u8>> {
        let (name, uri) = (c_text(name), c_text(uri));
        // SAFETY: as in `attribute`.
        unsafe { owned(raw::xmlTextReaderGetAttributeNs(self.raw, ptr(&name), ptr(&uri))) }
    }

    pub fn lookup_namespace(&self, prefix: Option<&[u8]>) -> Option<Vec<u8>> {
        let prefix = prefix.map(c_text);
        // SAFETY: as in `attribute`.
        unsafe { owned(raw::xmlTextReaderLookupNamespace(self.raw, opt_ptr(prefix.as_ref()))) }
    }

    pub fn move_to_attribute(&self, name: &[u8]) -> i32 {
        let name = c_text(name);
        // SAFETY: the reader is alive.
        unsafe { raw::xmlTextReaderMoveToAttribute(self.raw, ptr(&name)) }
    }

    pub fn move_to_attribute_at(&self, number: i32) -> i32 {
        // SAFETY: the reader is alive.
        unsafe { raw::xmlTextReaderMoveToAttributeNo(self.raw, number) }
    }

    pub fn move_to_attribute_ns(&self, name: &[u8], uri: &[u8]) -> i32 {
        let (name, uri) = (c_text(name), c_text(uri));
        // SAFETY: the reader is alive.
        unsafe { raw::xmlTextReaderMoveToAttributeNs(self.raw, ptr(&name), ptr(&uri)) }
    }

    pub fn parser_property(&self, property: i32) -> i32 {
        // SAFETY: the reader is alive.
        unsafe { raw::xmlTextReaderGetParserProp(self.raw, property) }
    }

    pub fn set_parser_property(&self, property: i32, on: bool) -> i32 {
        // SAFETY: the reader is alive.
        unsafe { raw::xmlTextReaderSetParserProp(self.raw, property, c_int::from(on)) }
    }

    /// Checks what is read against a schema that the loader finds; without a name, no more.
    pub fn set_schema(&mut self, name: Option<&[u8]>) -> i32 {
        let name = name.map(c_text);
        // SAFETY: the reader is alive.
        let status = unsafe { raw::xmlTextReaderSchemaValidate(self.raw, opt_ptr(name.as_ref()).cast()) };
        resume();
        status
    }

    /// Checks what is read against a RELAX NG schema; without one, no more.
    pub fn set_relax_ng(&mut self, schema: Option<RelaxNg>) -> i32 {
        // SAFETY: the reader is alive, and keeps the schema that it uses below.
        let status = unsafe { raw::xmlTextReaderRelaxNGSetSchema(self.raw, schema.as_ref().map_or(std::ptr::null_mut(), RelaxNg::raw)) };
        if status == 0 {
            self.schema = schema;
        }
        status
    }

    /// A copy of the current node with all below it, for a document.
    pub fn expand(&mut self, target: &Node) -> Option<Node> {
        // SAFETY: the node is the reader's and alive until it is moved; the copy is nobody else's.
        let copy = unsafe {
            let node = raw::xmlTextReaderExpand(self.raw);
            if node.is_null() { None } else { Some(raw::xmlDocCopyNode(node, target.shared().raw, 1)) }
        };
        resume();
        // SAFETY: the copy is a node of the target's document.
        unsafe { target.near(copy?) }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        // SAFETY: nobody else has it; text and schema are freed behind it.
        unsafe { raw::xmlFreeTextReader(self.raw) }
    }
}
