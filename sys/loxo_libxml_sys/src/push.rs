//! A parser that is fed piece by piece and says what it finds: libxml2's SAX interface, with the entities that expat's users expect.

use std::cell::Cell;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use crate::errors::ready;
use crate::input::{guarded, resume};
use crate::raw::{self, RawEntity, RawParser, RawSax, XmlStr};
use crate::text::bytes_of;

/// What is found. Texts are the parser's.
pub enum Found<'a> {
    Start {
        name: Name<'a>,
        attributes: &'a [Attribute<'a>],
        /// Prefixes and what they stand for, as far as this element says so.
        namespaces: &'a [(Option<&'a [u8]>, &'a [u8])],
    },
    End(Name<'a>),
    Characters(&'a [u8]),
    /// A reference to an entity in the text that is not an external one; without a value it is not known.
    Entity {
        name: &'a [u8],
        value: Option<&'a [u8]>,
        predefined: bool,
    },
    /// A reference to an entity that is somewhere else. The parser stops if the answer is `false`.
    ExternalEntity {
        name: &'a [u8],
        public: Option<&'a [u8]>,
        system: Option<&'a [u8]>,
    },
    Notation {
        name: &'a [u8],
        public: Option<&'a [u8]>,
        system: Option<&'a [u8]>,
    },
    UnparsedEntity {
        name: &'a [u8],
        public: Option<&'a [u8]>,
        system: Option<&'a [u8]>,
        notation: &'a [u8],
    },
    Instruction {
        target: &'a [u8],
        data: Option<&'a [u8]>,
    },
    Comment(&'a [u8]),
}

/// Of an element or attribute. Without namespaces the whole name is local.
#[derive(Clone, Copy)]
pub struct Name<'a> {
    pub local: &'a [u8],
    pub prefix: Option<&'a [u8]>,
    pub uri: Option<&'a [u8]>,
}

#[derive(Clone, Copy)]
pub struct Attribute<'a> {
    pub name: Name<'a>,
    pub value: &'a [u8],
}

type Visit<'v> = dyn for<'f> FnMut(Found<'f>) -> bool + 'v;

/// What the callbacks get.
struct State {
    ctxt: Cell<*mut RawParser>,
    /// The receiver of events; set while a piece is read and no event is being handled. Its lifetime ends with [`PushParser::feed`], which takes it out again.
    visit: Cell<Option<*mut Visit<'static>>>,
}

/// A push parser.
pub struct PushParser {
    /// What callbacks get a pointer to: it stays where it is.
    state: Box<State>,
    feeding: Cell<bool>,
}

/// Why [`PushParser::error`] is not 0 when the receiver refuses an external entity.
const EXTERNAL_ENTITY_HANDLING: c_int = 21;
/// `XML_PARSE_NOENT`, `XML_PARSE_OLDSAX`
const OPTIONS: c_int = 1 << 1 | 1 << 20;
/// `XML_PARSE_HUGE`
const HUGE: c_int = 1 << 19;
/// Bytes that names may take up in all (`XML_MAX_DICTIONARY_LIMIT`).
const NAMES: usize = 10_000_000;
/// `XML_SAX2_MAGIC`
const SAX2: c_uint = 0xDEED_BEAF;
/// `XML_PARSER_CONTENT`
const CONTENT: c_int = 7;
/// `XML_ERR_WARNING`
const WARNING: c_int = 1;

impl PushParser {
    /// `None`: there is no memory. With `namespaces` names come in parts.
    pub fn new(namespaces: bool) -> Option<PushParser> {
        ready();
        let state = Box::new(State { ctxt: Cell::new(ptr::null_mut()), visit: Cell::new(None) });
        let mut sax = handlers();
        // SAFETY: libxml2 copies the handlers; what it passes them lives as long as the context, which `drop` frees.
        unsafe {
            let ctxt = raw::xmlCreatePushParserCtxt(&raw mut sax, ptr::from_ref(&*state).cast_mut().cast(), ptr::null(), 0, ptr::null());
            let context = ctxt.as_mut()?;
            raw::xmlCtxtUseOptions(ctxt, OPTIONS);
            context.well_formed = 0;
            if !namespaces {
                (*context.sax).initialized = 1;
            }
            state.ctxt.set(ctxt);
        }
        Some(PushParser { state, feeding: Cell::new(false) })
    }

    fn ctxt(&self) -> *mut RawParser {
        self.state.ctxt.get()
    }

    /// Limits are for documents that nobody trusts; they can be lifted.
    pub fn set_huge(&self, huge: bool) {
        // SAFETY: the context is alive.
        unsafe {
            let ctxt = self.ctxt();
            (*ctxt).options = if huge { (*ctxt).options | HUGE } else { (*ctxt).options & !HUGE };
            raw::xmlDictSetLimit((*ctxt).dict, if huge { 0 } else { NAMES });
        }
    }

    /// Reads a piece and tells `visit` what is in it, which may ask where the parser stands. Whether all is well so far; a parser that is
    /// reading already reads nothing.
    pub fn feed(&self, piece: &[u8], last: bool, visit: &mut dyn for<'f> FnMut(Found<'f>) -> bool) -> bool {
        let Ok(length) = c_int::try_from(piece.len()) else { return false };
        if self.feeding.replace(true) {
            return false;
        }
        // SAFETY: only the lifetime changes; the pointer is taken out of the cell below, before the borrow ends.
        let erased = unsafe { std::mem::transmute::<*mut Visit<'_>, *mut Visit<'static>>(visit) };
        self.state.visit.set(Some(erased));
        // SAFETY: the context is alive; the callbacks get the state, whose address it was made with.
        let well = unsafe {
            let code = raw::xmlParseChunk(self.ctxt(), piece.as_ptr().cast(), length, c_int::from(last));
            let error = raw::xmlCtxtGetLastError(self.ctxt().cast());
            code == 0 && error.as_ref().is_none_or(|error| error.level <= WARNING)
        };
        self.state.visit.set(None);
        self.feeding.set(false);
        resume();
        well
    }

    /// `xmlParserErrors`: the last one; 0 is none.
    pub fn error(&self) -> i32 {
        // SAFETY: the context is alive.
        unsafe { (*self.ctxt()).err_no }
    }

    /// The line where the parser stands, from 1 on.
    pub fn line(&self) -> i32 {
        // SAFETY: the context is alive, and its input, if it has one.
        unsafe { (*self.ctxt()).input.as_ref().map_or(0, |input| input.line) }
    }

    /// The column where the parser stands, from 1 on.
    pub fn column(&self) -> i32 {
        // SAFETY: as for `line`.
        unsafe { (*self.ctxt()).input.as_ref().map_or(0, |input| input.col) }
    }

    /// How many bytes of the document, in UTF-8, lie behind the parser.
    pub fn position(&self) -> u64 {
        // SAFETY: as for `line`; an input's pointers are into its text.
        unsafe { (*self.ctxt()).input.as_ref().map_or(0, |input| input.consumed + input.cur.offset_from(input.base) as u64) }
    }

    /// While the start of an element is reported: the tag as it is written, without the slash of an element that ends in it.
    pub fn tag(&self) -> Vec<u8> {
        // SAFETY: as for `position`; the text reaches from `base` to `end`.
        let (text, at) = unsafe {
            let Some(input) = (*self.ctxt()).input.as_ref() else { return Vec::new() };
            let length = input.end.offset_from(input.base) as usize;
            (std::slice::from_raw_parts(input.base, length), input.cur.offset_from(input.base) as usize)
        };
        let Some(start) = text[..at].iter().rposition(|byte| *byte == b'<') else { return Vec::new() };
        let mut tag = text[start..at].to_vec();
        tag.push(b'>');
        tag
    }
}

impl Drop for PushParser {
    fn drop(&mut self) {
        // SAFETY: the context and its document are nobody else's; no piece is being read, for that borrows the parser.
        unsafe {
            let ctxt = self.ctxt();
            let doc = std::mem::replace(&mut (*ctxt).my_doc, ptr::null_mut());
            if !doc.is_null() {
                raw::xmlFreeDoc(doc);
            }
            raw::xmlFreeParserCtxt(ctxt);
        }
    }
}

fn handlers() -> RawSax {
    RawSax {
        get_entity: Some(get_entity),
        notation_decl: Some(notation),
        unparsed_entity_decl: Some(unparsed_entity),
        start_element: Some(start_element),
        end_element: Some(end_element),
        characters: Some(characters),
        processing_instruction: Some(instruction),
        comment: Some(comment),
        cdata_block: Some(characters),
        initialized: SAX2,
        start_element_ns: Some(start_element_ns),
        end_element_ns: Some(end_element_ns),
        ..RawSax::default()
    }
}

/// Calls the receiver, unless it is still handling another event.
///
/// # Safety
/// `user` is what the context was made with.
unsafe fn tell(user: *mut c_void, found: Found<'_>) -> bool {
    // SAFETY: the state lives as long as the context; the receiver is there until `feed` returns, and taken out of the cell, borrowed once.
    unsafe {
        let state = &*user.cast::<State>();
        let Some(visit) = state.visit.take() else { return true };
        let answer = guarded(|| (*visit)(found));
        state.visit.set(Some(visit));
        answer.unwrap_or(false)
    }
}

/// # Safety
/// Null or a text that ends in NUL and stays for as long as the result is used.
unsafe fn maybe<'a>(text: XmlStr) -> Option<&'a [u8]> {
    // SAFETY: by the contract.
    (!text.is_null()).then(|| unsafe { bytes_of(text) })
}

unsafe extern "C" fn start_element(user: *mut c_void, name: XmlStr, pairs: *mut XmlStr) {
    // SAFETY: libxml2 passes texts that end in NUL, and names and values of attributes by turns, with null behind them, or none.
    unsafe {
        let mut attributes = Vec::new();
        let mut at = pairs;
        while !at.is_null() && !(*at).is_null() {
            attributes.push(Attribute { name: Name { local: bytes_of(*at), prefix: None, uri: None }, value: bytes_of(*at.add(1)) });
            at = at.add(2);
        }
        let name = Name { local: bytes_of(name), prefix: None, uri: None };
        tell(user, Found::Start { name, attributes: &attributes, namespaces: &[] });
    }
}

unsafe extern "C" fn end_element(user: *mut c_void, name: XmlStr) {
    // SAFETY: as for `start_element`.
    unsafe { tell(user, Found::End(Name { local: bytes_of(name), prefix: None, uri: None })) };
}

unsafe extern "C" fn start_element_ns(
    user: *mut c_void,
    local: XmlStr,
    prefix: XmlStr,
    uri: XmlStr,
    namespace_count: c_int,
    namespaces: *mut XmlStr,
    attribute_count: c_int,
    _: c_int,
    attributes: *mut XmlStr,
) {
    // SAFETY: libxml2 passes texts that end in NUL or are null; two for each namespace; five for each attribute, of which the last two are where
    // its value begins and ends.
    unsafe {
        let namespaces: Vec<_> =
            (0..namespace_count as usize).map(|i| (maybe(*namespaces.add(2 * i)), bytes_of(*namespaces.add(2 * i + 1)))).collect();
        let attributes: Vec<_> = (0..attribute_count as usize)
            .map(|i| {
                let five = attributes.add(5 * i);
                let name = Name { local: bytes_of(*five), prefix: maybe(*five.add(1)), uri: maybe(*five.add(2)) };
                let (from, to) = (*five.add(3), *five.add(4));
                Attribute { name, value: std::slice::from_raw_parts(from, to.offset_from(from) as usize) }
            })
            .collect();
        let name = Name { local: bytes_of(local), prefix: maybe(prefix), uri: maybe(uri) };
        tell(user, Found::Start { name, attributes: &attributes, namespaces: &namespaces });
    }
}

unsafe extern "C" fn end_element_ns(user: *mut c_void, local: XmlStr, prefix: XmlStr, uri: XmlStr) {
    // SAFETY: as for `start_element_ns`.
    unsafe { tell(user, Found::End(Name { local: bytes_of(local), prefix: maybe(prefix), uri: maybe(uri) })) };
}

unsafe extern "C" fn characters(user: *mut c_void, text: XmlStr, length: c_int) {
    // SAFETY: libxml2 passes a text of that length.
    unsafe { tell(user, Found::Characters(std::slice::from_raw_parts(text, length as usize))) };
}

unsafe extern "C" fn instruction(user: *mut c_void, target: XmlStr, data: XmlStr) {
    // SAFETY: as for `notation`.
    unsafe { tell(user, Found::Instruction { target: bytes_of(target), data: maybe(data) }) };
}

unsafe extern "C" fn comment(user: *mut c_void, text: XmlStr) {
    // SAFETY: as for `notation`.
    unsafe { tell(user, Found::Comment(bytes_of(text))) };
}

unsafe extern "C" fn notation(user: *mut c_void, name: XmlStr, public: XmlStr, system: XmlStr) {
    // SAFETY: libxml2 passes texts that end in NUL or are null.
    unsafe { tell(user, Found::Notation { name: bytes_of(name), public: maybe(public), system: maybe(system) }) };
}

unsafe extern "C" fn unparsed_entity(user: *mut c_void, name: XmlStr, public: XmlStr, system: XmlStr, notation: XmlStr) {
    // SAFETY: as for `notation`.
    unsafe {
        tell(
            user,
            Found::UnparsedEntity { name: bytes_of(name), public: maybe(public), system: maybe(system), notation: bytes_of(notation) },
        );
    }
}

/// Looks an entity up. As with expat, who reads the text gets it from here.
unsafe extern "C" fn get_entity(user: *mut c_void, name: XmlStr) -> *mut RawEntity {
    // SAFETY: libxml2 passes what the context was made with, and a name that ends in NUL; its entities live as long as the document.
    unsafe {
        let ctxt = (*user.cast::<State>()).ctxt.get();
        if (*ctxt).in_subset != 0 {
            return ptr::null_mut();
        }
        let mut entity = raw::xmlGetPredefinedEntity(name);
        if entity.is_null() {
            entity = raw::xmlGetDocEntity((*ctxt).my_doc, name).cast();
        }
        let found = match entity.as_ref() {
            None => Found::Entity { name: bytes_of(name), value: None, predefined: false },
            Some(_) if (*ctxt).state != CONTENT => return entity,
            Some(known) if matches!(known.etype, entity_kind::INTERNAL | entity_kind::PARAMETER | entity_kind::PREDEFINED) => {
                Found::Entity {
                    name: bytes_of(name),
                    value: Some(bytes_of(known.content)),
                    predefined: known.etype == entity_kind::PREDEFINED,
                }
            }
            Some(known) if known.etype == entity_kind::EXTERNAL => {
                Found::ExternalEntity { name: bytes_of(known.name), public: maybe(known.external_id), system: maybe(known.system_id) }
            }
            Some(_) => return entity,
        };
        let external = matches!(found, Found::ExternalEntity { .. });
        if !tell(user, found) && external {
            raw::xmlStopParser(ctxt);
            (*ctxt).err_no = EXTERNAL_ENTITY_HANDLING;
        }
        entity
    }
}

/// `xmlEntityType`
mod entity_kind {
    use std::ffi::c_int;

    pub const INTERNAL: c_int = 1;
    pub const EXTERNAL: c_int = 2;
    pub const PARAMETER: c_int = 4;
    pub const PREDEFINED: c_int = 6;
}
