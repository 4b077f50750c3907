//! libxml2's own declarations, as far as they are used: layouts of `tree.h`, `parser.h`, `xmlerror.h`, `xpath.h`, and functions.

use std::ffi::{c_char, c_double, c_int, c_long, c_uint, c_ulong, c_ushort, c_void};

pub type XmlStr = *const u8;

/// What all nodes begin with: no kind is shorter.
#[repr(C)]
pub struct RawNode {
    pub private: *mut c_void,
    pub kind: c_int,
    pub name: XmlStr,
    pub children: *mut RawNode,
    pub last: *mut RawNode,
    pub parent: *mut RawNode,
    pub next: *mut RawNode,
    pub prev: *mut RawNode,
    pub doc: *mut RawDoc,
    /// Attributes and elements have it; others have something else here.
    pub ns: *mut RawNs,
}

/// Elements, text, comments, instructions and fragments.
#[repr(C)]
pub struct RawElement {
    pub node: RawNode,
    pub content: *mut u8,
    pub properties: *mut RawNode,
    pub ns_def: *mut RawNs,
    pub psvi: *mut c_void,
    pub line: c_ushort,
    pub extra: c_ushort,
}

#[repr(C)]
pub struct RawAttr {
    pub private: *mut c_void,
    pub kind: c_int,
    pub name: XmlStr,
    pub children: *mut RawNode,
    pub last: *mut RawNode,
    pub parent: *mut RawNode,
    pub next: *mut RawNode,
    pub prev: *mut RawNode,
    pub doc: *mut RawDoc,
    pub ns: *mut RawNs,
    pub atype: c_int,
    pub psvi: *mut c_void,
}

#[repr(C)]
pub struct RawNs {
    pub next: *mut RawNs,
    pub kind: c_int,
    pub href: XmlStr,
    pub prefix: XmlStr,
    pub private: *mut c_void,
    pub context: *mut RawDoc,
}

#[repr(C)]
pub struct RawDoc {
    pub private: *mut c_void,
    pub kind: c_int,
    pub name: *mut c_char,
    pub children: *mut RawNode,
    pub last: *mut RawNode,
    pub parent: *mut RawNode,
    pub next: *mut RawNode,
    pub prev: *mut RawNode,
    pub doc: *mut RawDoc,
    pub compression: c_int,
    pub standalone: c_int,
    pub int_subset: *mut RawDtd,
    pub ext_subset: *mut RawDtd,
    pub old_ns: *mut RawNs,
    pub version: XmlStr,
    pub encoding: XmlStr,
    pub ids: *mut c_void,
    pub refs: *mut c_void,
    pub url: XmlStr,
    pub charset: c_int,
    pub dict: *mut c_void,
    pub psvi: *mut c_void,
    pub parse_flags: c_int,
    pub properties: c_int,
}

#[repr(C)]
pub struct RawDtd {
    pub private: *mut c_void,
    pub kind: c_int,
    pub name: XmlStr,
    pub children: *mut RawNode,
    pub last: *mut RawNode,
    pub parent: *mut RawDoc,
    pub next: *mut RawNode,
    pub prev: *mut RawNode,
    pub doc: *mut RawDoc,
    pub notations: *mut c_void,
    pub elements: *mut c_void,
    pub attributes: *mut c_void,
    pub entities: *mut c_void,
    pub external_id: XmlStr,
    pub system_id: XmlStr,
    pub pentities: *mut c_void,
}

#[repr(C)]
pub struct RawEntity {
    pub private: *mut c_void,
    pub kind: c_int,
    pub name: XmlStr,
    pub children: *mut RawNode,
    pub last: *mut RawNode,
    pub parent: *mut RawDtd,
    pub next: *mut RawNode,
    pub prev: *mut RawNode,
    pub doc: *mut RawDoc,
    pub orig: *mut u8,
    pub content: *mut u8,
    pub length: c_int,
    pub etype: c_int,
    pub external_id: XmlStr,
    pub system_id: XmlStr,
}

#[repr(C)]
pub struct RawNotation {
    pub name: XmlStr,
    pub public_id: XmlStr,
    pub system_id: XmlStr,
}

#[repr(C)]
pub struct RawError {
    pub domain: c_int,
    pub code: c_int,
    pub message: *mut c_char,
    pub level: c_int,
    pub file: *mut c_char,
    pub line: c_int,
    pub str1: *mut c_char,
    pub str2: *mut c_char,
    pub str3: *mut c_char,
    pub int1: c_int,
    pub int2: c_int,
    pub ctxt: *mut c_void,
    pub node: *mut c_void,
}

#[repr(C)]
pub struct RawInput {
    pub buf: *mut c_void,
    pub filename: *const c_char,
    pub directory: *const c_char,
    pub base: *const u8,
    pub cur: *const u8,
    pub end: *const u8,
    pub length: c_int,
    pub line: c_int,
    pub col: c_int,
    pub consumed: c_ulong,
}

/// `void (*)(void *, const char *, ...)`
pub type MessageFn = unsafe extern "C" fn(*mut c_void, *const c_char, ...);
pub type UnusedFn = unsafe extern "C" fn();

/// Which function gets what of a document; those that nobody here sets have no types.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct RawSax {
    pub internal_subset: Option<UnusedFn>,
    pub is_standalone: Option<UnusedFn>,
    pub has_internal_subset: Option<UnusedFn>,
    pub has_external_subset: Option<UnusedFn>,
    pub resolve_entity: Option<UnusedFn>,
    pub get_entity: Option<unsafe extern "C" fn(*mut c_void, XmlStr) -> *mut RawEntity>,
    pub entity_decl: Option<UnusedFn>,
    pub notation_decl: Option<unsafe extern "C" fn(*mut c_void, XmlStr, XmlStr, XmlStr)>,
    pub attribute_decl: Option<UnusedFn>,
    pub element_decl: Option<UnusedFn>,
    pub unparsed_entity_decl: Option<unsafe extern "C" fn(*mut c_void, XmlStr, XmlStr, XmlStr, XmlStr)>,
    pub set_document_locator: Option<UnusedFn>,
    pub start_document: Option<UnusedFn>,
    pub end_document: Option<UnusedFn>,
    pub start_element: Option<unsafe extern "C" fn(*mut c_void, XmlStr, *mut XmlStr)>,
    pub end_element: Option<unsafe extern "C" fn(*mut c_void, XmlStr)>,
    pub reference: Option<UnusedFn>,
    pub characters: Option<unsafe extern "C" fn(*mut c_void, XmlStr, c_int)>,
    pub ignorable_whitespace: Option<UnusedFn>,
    pub processing_instruction: Option<unsafe extern "C" fn(*mut c_void, XmlStr, XmlStr)>,
    pub comment: Option<unsafe extern "C" fn(*mut c_void, XmlStr)>,
    pub warning: Option<MessageFn>,
    pub error: Option<MessageFn>,
    pub fatal_error: Option<MessageFn>,
    pub get_parameter_entity: Option<UnusedFn>,
    pub cdata_block: Option<unsafe extern "C" fn(*mut c_void, XmlStr, c_int)>,
    pub external_subset: Option<UnusedFn>,
    pub initialized: c_uint,
    pub private: usize,
    pub start_element_ns: Option<unsafe extern "C" fn(*mut c_void, XmlStr, XmlStr, XmlStr, c_int, *mut XmlStr, c_int, c_int, *mut XmlStr)>,
    pub end_element_ns: Option<unsafe extern "C" fn(*mut c_void, XmlStr, XmlStr, XmlStr)>,
    pub structured_error: Option<ErrorFn>,
}

/// A parser context's beginning.
#[repr(C)]
pub struct RawParser {
    pub sax: *mut RawSax,
    pub user_data: *mut c_void,
    pub my_doc: *mut RawDoc,
    pub well_formed: c_int,
    pub replace_entities: c_int,
    pub version: XmlStr,
    pub encoding: XmlStr,
    pub standalone: c_int,
    pub html: c_int,
    pub input: *mut RawInput,
    pub input_nr: c_int,
    pub input_max: c_int,
    pub input_tab: *mut *mut RawInput,
    pub node: *mut RawNode,
    pub node_nr: c_int,
    pub node_max: c_int,
    pub node_tab: *mut *mut RawNode,
    pub record_info: c_int,
    pub node_seq: [c_ulong; 3],
    pub err_no: c_int,
    pub has_external_subset: c_int,
    pub has_pe_refs: c_int,
    pub external: c_int,
    pub valid: c_int,
    pub validate: c_int,
    pub validity: [*mut c_void; 14],
    pub state: c_int,
    pub token: c_int,
    pub directory: *mut c_char,
    pub name: XmlStr,
    pub name_nr: c_int,
    pub name_max: c_int,
    pub name_tab: *mut XmlStr,
    pub characters: c_long,
    pub check_index: c_long,
    pub keep_blanks: c_int,
    pub disable_sax: c_int,
    pub in_subset: c_int,
    pub int_subset_name: XmlStr,
    pub ext_subset_uri: XmlStr,
    pub ext_subset_system: XmlStr,
    pub space: *mut c_int,
    pub space_nr: c_int,
    pub space_max: c_int,
    pub space_tab: *mut c_int,
    pub depth: c_int,
    pub entity: *mut RawInput,
    pub charset: c_int,
    pub node_length: c_int,
    pub node_room: c_int,
    pub pedantic: c_int,
    pub private: *mut c_void,
    pub load_subset: c_int,
    pub line_numbers: c_int,
    pub catalogs: *mut c_void,
    pub recovery: c_int,
    pub progressive: c_int,
    pub dict: *mut c_void,
    pub atts: *mut XmlStr,
    pub max_atts: c_int,
    pub doc_dict: c_int,
    pub known_names: [XmlStr; 3],
    pub sax2: c_int,
    pub ns_nr: c_int,
    pub ns_max: c_int,
    pub ns_tab: *mut XmlStr,
    pub att_allocs: *mut c_int,
    pub push_tab: *mut c_void,
    pub atts_default: *mut c_void,
    pub atts_special: *mut c_void,
    pub ns_well_formed: c_int,
    pub options: c_int,
}

// Where 64-bit builds of libxml2 2.10 have it.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(std::mem::offset_of!(RawParser, options) == 564);

#[repr(C)]
pub struct RawNodeSet {
    pub count: c_int,
    pub max: c_int,
    pub nodes: *mut *mut RawNode,
}

#[repr(C)]
pub struct RawXPathObject {
    pub kind: c_int,
    pub nodes: *mut RawNodeSet,
    pub boolean: c_int,
    pub float: c_double,
    pub string: *mut u8,
}

/// An XPath context's beginning.
#[repr(C)]
pub struct RawXPath {
    pub doc: *mut RawDoc,
    pub node: *mut RawNode,
    pub nb_variables: c_int,
    pub max_variables: c_int,
    pub var_hash: *mut c_void,
    pub nb_types: c_int,
    pub max_types: c_int,
    pub types: *mut c_void,
    pub nb_funcs: c_int,
    pub max_funcs: c_int,
    pub func_hash: *mut c_void,
    pub nb_axis: c_int,
    pub max_axis: c_int,
    pub axis: *mut c_void,
    pub namespaces: *mut *mut RawNs,
    pub ns_nr: c_int,
    pub user: *mut c_void,
    pub context_size: c_int,
    pub proximity: c_int,
    pub xptr: c_int,
    pub here: *mut RawNode,
    pub origin: *mut RawNode,
    pub ns_hash: *mut c_void,
    pub var_lookup: *mut c_void,
    pub var_lookup_data: *mut c_void,
    pub extra: *mut c_void,
    pub function: XmlStr,
    pub function_uri: XmlStr,
}

/// The beginning of an XPath evaluation.
#[repr(C)]
pub struct RawXPathParser {
    pub cur: XmlStr,
    pub base: XmlStr,
    pub error: c_int,
    pub context: *mut RawXPath,
}

#[repr(C)]
pub struct RawBuffer {
    pub content: *mut u8,
    pub used: c_uint,
    pub size: c_uint,
    pub alloc: c_int,
    pub content_io: *mut u8,
}

pub type ErrorFn = unsafe extern "C" fn(*mut c_void, *mut RawError);
pub type GenericErrorFn = unsafe extern "C" fn(*mut c_void, *const c_char);
pub type LoaderFn = unsafe extern "C" fn(*const c_char, *const c_char, *mut RawParser) -> *mut RawInput;
pub type XPathFn = unsafe extern "C" fn(*mut RawXPathParser, c_int);
pub type VisibleFn = unsafe extern "C" fn(*mut c_void, *mut RawNode, *mut RawNode) -> c_int;
pub type MallocFn = unsafe extern "C" fn(usize) -> *mut c_void;
pub type ReallocFn = unsafe extern "C" fn(*mut c_void, usize) -> *mut c_void;
pub type StrdupFn = unsafe extern "C" fn(*const c_char) -> *mut c_char;
pub type FreeFn = unsafe extern "C" fn(*mut c_void);

unsafe extern "C" {
    pub static xmlFree: FreeFn;

    pub fn xmlMemSetup(free: Option<FreeFn>, malloc: Option<MallocFn>, realloc: Option<ReallocFn>, strdup: Option<StrdupFn>) -> c_int;
    pub fn xmlInitParser();
    pub fn xmlSetStructuredErrorFunc(ctx: *mut c_void, handler: Option<ErrorFn>);
    pub fn xmlSetGenericErrorFunc(ctx: *mut c_void, handler: Option<GenericErrorFn>);
    pub fn xmlSetExternalEntityLoader(loader: Option<LoaderFn>);

    pub fn xmlCreateMemoryParserCtxt(buffer: *const c_char, size: c_int) -> *mut RawParser;
    pub fn xmlCreatePushParserCtxt(
        sax: *mut RawSax,
        user: *mut c_void,
        chunk: *const c_char,
        size: c_int,
        name: *const c_char,
    ) -> *mut RawParser;
    pub fn xmlParseChunk(ctxt: *mut RawParser, chunk: *const c_char, size: c_int, terminate: c_int) -> c_int;
    pub fn xmlStopParser(ctxt: *mut RawParser);
    pub fn xmlCtxtGetLastError(ctxt: *mut c_void) -> *mut RawError;
    pub fn xmlDictSetLimit(dict: *mut c_void, limit: usize) -> usize;
    pub fn xmlGetPredefinedEntity(name: XmlStr) -> *mut RawEntity;
    pub fn xmlFreeParserCtxt(ctxt: *mut RawParser);
    pub fn xmlCtxtUseOptions(ctxt: *mut RawParser, options: c_int) -> c_int;
    pub fn xmlParseDocument(ctxt: *mut RawParser) -> c_int;
    pub fn xmlFindCharEncodingHandler(name: *const c_char) -> *mut c_void;
    pub fn xmlSwitchToEncoding(ctxt: *mut RawParser, handler: *mut c_void) -> c_int;
    pub fn xmlParseBalancedChunkMemory(
        doc: *mut RawDoc,
        sax: *mut c_void,
        user: *mut c_void,
        depth: c_int,
        text: XmlStr,
        list: *mut *mut RawNode,
    ) -> c_int;
    pub fn xmlParserInputBufferCreateMem(mem: *const c_char, size: c_int, enc: c_int) -> *mut c_void;
    pub fn xmlNewIOInputStream(ctxt: *mut RawParser, input: *mut c_void, enc: c_int) -> *mut RawInput;

    pub fn htmlCreateMemoryParserCtxt(buffer: *const c_char, size: c_int) -> *mut RawParser;
    pub fn htmlCtxtUseOptions(ctxt: *mut RawParser, options: c_int) -> c_int;
    pub fn htmlParseDocument(ctxt: *mut RawParser) -> c_int;
    pub fn htmlNewDocNoDtD(uri: XmlStr, id: XmlStr) -> *mut RawDoc;
    pub fn htmlGetMetaEncoding(doc: *mut RawDoc) -> XmlStr;
    pub fn htmlSetMetaEncoding(doc: *mut RawDoc, encoding: XmlStr) -> c_int;
    pub fn htmlDocDumpMemoryFormat(doc: *mut RawDoc, mem: *mut *mut u8, size: *mut c_int, format: c_int);
    pub fn htmlNodeDumpFormatOutput(out: *mut c_void, doc: *mut RawDoc, node: *mut RawNode, encoding: *const c_char, format: c_int);

    pub fn xmlNewDoc(version: XmlStr) -> *mut RawDoc;
    pub fn xmlFreeDoc(doc: *mut RawDoc);
    pub fn xmlCopyDoc(doc: *mut RawDoc, recursive: c_int) -> *mut RawDoc;
    pub fn xmlNewDocNode(doc: *mut RawDoc, ns: *mut RawNs, name: XmlStr, content: XmlStr) -> *mut RawNode;
    pub fn xmlNewDocTextLen(doc: *mut RawDoc, content: XmlStr, len: c_int) -> *mut RawNode;
    pub fn xmlNewDocComment(doc: *mut RawDoc, content: XmlStr) -> *mut RawNode;
    pub fn xmlNewDocPI(doc: *mut RawDoc, name: XmlStr, content: XmlStr) -> *mut RawNode;
    pub fn xmlNewCDataBlock(doc: *mut RawDoc, content: XmlStr, len: c_int) -> *mut RawNode;
    pub fn xmlNewDocFragment(doc: *mut RawDoc) -> *mut RawNode;
    pub fn xmlNewReference(doc: *mut RawDoc, name: XmlStr) -> *mut RawNode;
    pub fn xmlNewDocProp(doc: *mut RawDoc, name: XmlStr, value: XmlStr) -> *mut RawNode;
    pub fn xmlCreateIntSubset(doc: *mut RawDoc, name: XmlStr, external: XmlStr, system: XmlStr) -> *mut RawDtd;
    pub fn xmlFreeDtd(dtd: *mut RawDtd);
    pub fn xmlFreeNode(node: *mut RawNode);
    pub fn xmlFreeNodeList(node: *mut RawNode);
    pub fn xmlFreeProp(attr: *mut RawNode);
    pub fn xmlUnlinkNode(node: *mut RawNode);
    pub fn xmlDocCopyNode(node: *mut RawNode, doc: *mut RawDoc, extended: c_int) -> *mut RawNode;
    pub fn xmlCopyDtd(dtd: *mut RawDtd) -> *mut RawDtd;
    pub fn xmlNodeGetContent(node: *const RawNode) -> *mut u8;
    pub fn xmlNodeSetContentLen(node: *mut RawNode, content: XmlStr, len: c_int);
    pub fn xmlNodeAddContentLen(node: *mut RawNode, content: XmlStr, len: c_int);
    pub fn xmlFreeNs(ns: *mut RawNs);
    pub fn xmlNodeSetName(node: *mut RawNode, name: XmlStr);
    pub fn xmlGetNodePath(node: *const RawNode) -> *mut u8;
    pub fn xmlGetLineNo(node: *const RawNode) -> c_long;
    pub fn xmlNodeGetBase(doc: *const RawDoc, node: *const RawNode) -> *mut u8;
    pub fn xmlNewNs(node: *mut RawNode, href: XmlStr, prefix: XmlStr) -> *mut RawNs;
    pub fn xmlSearchNs(doc: *mut RawDoc, node: *mut RawNode, prefix: XmlStr) -> *mut RawNs;
    pub fn xmlSearchNsByHref(doc: *mut RawDoc, node: *mut RawNode, href: XmlStr) -> *mut RawNs;
    pub fn xmlReconciliateNs(doc: *mut RawDoc, tree: *mut RawNode) -> c_int;
    pub fn xmlAddID(ctxt: *mut c_void, doc: *mut RawDoc, value: XmlStr, attr: *mut RawNode) -> *mut c_void;
    pub fn xmlRemoveID(doc: *mut RawDoc, attr: *mut RawNode) -> c_int;
    pub fn xmlStringGetNodeList(doc: *const RawDoc, value: XmlStr) -> *mut RawNode;
    pub fn xmlGetDocEntity(doc: *const RawDoc, name: XmlStr) -> *mut RawNode;
    pub fn xmlHashScan(table: *mut c_void, f: unsafe extern "C" fn(*mut c_void, *mut c_void, XmlStr), data: *mut c_void);
    pub fn xmlValidateNCName(name: XmlStr, space: c_int) -> c_int;
    pub fn xmlValidateName(name: XmlStr, space: c_int) -> c_int;
    pub fn xmlValidateQName(name: XmlStr, space: c_int) -> c_int;
    pub fn xmlStrdup(text: XmlStr) -> *mut u8;

    pub fn xmlBufferCreate() -> *mut RawBuffer;
    pub fn xmlBufferFree(buffer: *mut RawBuffer);
    pub fn xmlBufferEmpty(buffer: *mut RawBuffer);
    pub fn xmlSaveToBuffer(buffer: *mut RawBuffer, encoding: *const c_char, options: c_int) -> *mut c_void;
    pub fn xmlSaveDoc(ctxt: *mut c_void, doc: *mut RawDoc) -> c_long;
    pub fn xmlSaveClose(ctxt: *mut c_void) -> c_int;
    pub fn xmlNodeDump(buffer: *mut RawBuffer, doc: *mut RawDoc, node: *mut RawNode, level: c_int, format: c_int) -> c_int;
    pub fn xmlOutputBufferCreateBuffer(buffer: *mut RawBuffer, encoder: *mut c_void) -> *mut c_void;
    pub fn xmlOutputBufferWrite(out: *mut c_void, len: c_int, text: *const c_char) -> c_int;
    pub fn xmlOutputBufferClose(out: *mut c_void) -> c_int;
    pub fn __xmlSaveNoEmptyTags() -> *mut c_int;
    pub fn xmlC14NExecute(
        doc: *mut RawDoc,
        visible: Option<VisibleFn>,
        user: *mut c_void,
        mode: c_int,
        prefixes: *mut *mut u8,
        comments: c_int,
        out: *mut c_void,
    ) -> c_int;

    pub fn xmlXPathNewContext(doc: *mut RawDoc) -> *mut RawXPath;
    pub fn xmlXPathFreeContext(ctxt: *mut RawXPath);
    pub fn xmlXPathRegisterNs(ctxt: *mut RawXPath, prefix: XmlStr, uri: XmlStr) -> c_int;
    pub fn xmlXPathRegisterFuncNS(ctxt: *mut RawXPath, name: XmlStr, uri: XmlStr, f: Option<XPathFn>) -> c_int;
    pub fn xmlXPathEvalExpression(text: XmlStr, ctxt: *mut RawXPath) -> *mut RawXPathObject;
    pub fn xmlXPathFreeObject(object: *mut RawXPathObject);
    pub fn xmlXPathNodeSetSort(set: *mut RawNodeSet);
    pub fn xmlXPathNodeSetCreate(node: *mut RawNode) -> *mut RawNodeSet;
    pub fn xmlXPathNodeSetAdd(set: *mut RawNodeSet, node: *mut RawNode) -> c_int;
    pub fn xmlXPathWrapNodeSet(set: *mut RawNodeSet) -> *mut RawXPathObject;
    pub fn xmlXPathNewString(text: XmlStr) -> *mut RawXPathObject;
    pub fn xmlXPathNewBoolean(value: c_int) -> *mut RawXPathObject;
    pub fn xmlXPathNewFloat(value: c_double) -> *mut RawXPathObject;
    pub fn xmlXPathCastToString(object: *mut RawXPathObject) -> *mut u8;
    pub fn valuePop(ctxt: *mut RawXPathParser) -> *mut RawXPathObject;
    pub fn valuePush(ctxt: *mut RawXPathParser, object: *mut RawXPathObject) -> c_int;

    pub fn xmlXIncludeProcessTreeFlags(tree: *mut RawNode, flags: c_int) -> c_int;
    pub fn xmlXIncludeProcessFlags(doc: *mut RawDoc, flags: c_int) -> c_int;

    pub fn xmlNewValidCtxt() -> *mut c_void;
    pub fn xmlFreeValidCtxt(ctxt: *mut c_void);
    pub fn xmlValidateDocument(ctxt: *mut c_void, doc: *mut RawDoc) -> c_int;
    pub fn xmlSchemaNewMemParserCtxt(buffer: *const c_char, size: c_int) -> *mut c_void;
    pub fn xmlSchemaNewParserCtxt(url: *const c_char) -> *mut c_void;
    pub fn xmlSchemaFreeParserCtxt(ctxt: *mut c_void);
    pub fn xmlSchemaParse(ctxt: *mut c_void) -> *mut c_void;
    pub fn xmlSchemaFree(schema: *mut c_void);
    pub fn xmlSchemaNewValidCtxt(schema: *mut c_void) -> *mut c_void;
    pub fn xmlSchemaFreeValidCtxt(ctxt: *mut c_void);
    pub fn xmlSchemaSetValidOptions(ctxt: *mut c_void, options: c_int) -> c_int;
    pub fn xmlSchemaValidateDoc(ctxt: *mut c_void, doc: *mut RawDoc) -> c_int;
    pub fn xmlRelaxNGNewMemParserCtxt(buffer: *const c_char, size: c_int) -> *mut c_void;
    pub fn xmlRelaxNGNewParserCtxt(url: *const c_char) -> *mut c_void;
    pub fn xmlRelaxNGFreeParserCtxt(ctxt: *mut c_void);
    pub fn xmlRelaxNGParse(ctxt: *mut c_void) -> *mut c_void;
    pub fn xmlRelaxNGFree(schema: *mut c_void);
    pub fn xmlRelaxNGNewValidCtxt(schema: *mut c_void) -> *mut c_void;
    pub fn xmlRelaxNGFreeValidCtxt(ctxt: *mut c_void);
    pub fn xmlRelaxNGValidateDoc(ctxt: *mut c_void, doc: *mut RawDoc) -> c_int;

    pub fn xmlReaderForMemory(buffer: *const c_char, size: c_int, url: *const c_char, enc: *const c_char, options: c_int) -> *mut c_void;
    pub fn xmlFreeTextReader(reader: *mut c_void);
    pub fn xmlTextReaderRead(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderNext(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderAttributeCount(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderDepth(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderHasAttributes(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderHasValue(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderIsDefault(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderIsEmptyElement(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderNodeType(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderConstBaseUri(reader: *mut c_void) -> XmlStr;
    pub fn xmlTextReaderConstLocalName(reader: *mut c_void) -> XmlStr;
    pub fn xmlTextReaderConstName(reader: *mut c_void) -> XmlStr;
    pub fn xmlTextReaderConstNamespaceUri(reader: *mut c_void) -> XmlStr;
    pub fn xmlTextReaderConstPrefix(reader: *mut c_void) -> XmlStr;
    pub fn xmlTextReaderConstXmlLang(reader: *mut c_void) -> XmlStr;
    pub fn xmlTextReaderConstValue(reader: *mut c_void) -> XmlStr;
    pub fn xmlTextReaderGetAttribute(reader: *mut c_void, name: XmlStr) -> *mut u8;
    pub fn xmlTextReaderGetAttributeNo(reader: *mut c_void, no: c_int) -> *mut u8;
    pub fn xmlTextReaderGetAttributeNs(reader: *mut c_void, name: XmlStr, uri: XmlStr) -> *mut u8;
    pub fn xmlTextReaderLookupNamespace(reader: *mut c_void, prefix: XmlStr) -> *mut u8;
    pub fn xmlTextReaderMoveToAttributeNo(reader: *mut c_void, no: c_int) -> c_int;
    pub fn xmlTextReaderMoveToAttribute(reader: *mut c_void, name: XmlStr) -> c_int;
    pub fn xmlTextReaderMoveToAttributeNs(reader: *mut c_void, name: XmlStr, uri: XmlStr) -> c_int;
    pub fn xmlTextReaderMoveToFirstAttribute(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderMoveToNextAttribute(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderMoveToElement(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderSetParserProp(reader: *mut c_void, prop: c_int, value: c_int) -> c_int;
    pub fn xmlTextReaderGetParserProp(reader: *mut c_void, prop: c_int) -> c_int;
    pub fn xmlTextReaderIsValid(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderReadInnerXml(reader: *mut c_void) -> *mut u8;
    pub fn xmlTextReaderReadOuterXml(reader: *mut c_void) -> *mut u8;
    pub fn xmlTextReaderReadString(reader: *mut c_void) -> *mut u8;
    pub fn xmlTextReaderExpand(reader: *mut c_void) -> *mut RawNode;
    pub fn xmlTextReaderReadState(reader: *mut c_void) -> c_int;
    pub fn xmlTextReaderSchemaValidate(reader: *mut c_void, xsd: *const c_char) -> c_int;
    pub fn xmlTextReaderRelaxNGSetSchema(reader: *mut c_void, schema: *mut c_void) -> c_int;

    pub fn xmlNewTextWriterMemory(buffer: *mut RawBuffer, compression: c_int) -> *mut c_void;
    pub fn xmlFreeTextWriter(writer: *mut c_void);
    pub fn xmlTextWriterFlush(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterSetIndent(writer: *mut c_void, indent: c_int) -> c_int;
    pub fn xmlTextWriterSetIndentString(writer: *mut c_void, text: XmlStr) -> c_int;
    pub fn xmlTextWriterStartDocument(w: *mut c_void, version: *const c_char, enc: *const c_char, standalone: *const c_char) -> c_int;
    pub fn xmlTextWriterEndDocument(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterStartComment(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterEndComment(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterWriteComment(writer: *mut c_void, content: XmlStr) -> c_int;
    pub fn xmlTextWriterStartElement(writer: *mut c_void, name: XmlStr) -> c_int;
    pub fn xmlTextWriterStartElementNS(writer: *mut c_void, prefix: XmlStr, name: XmlStr, uri: XmlStr) -> c_int;
    pub fn xmlTextWriterEndElement(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterFullEndElement(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterWriteElement(writer: *mut c_void, name: XmlStr, content: XmlStr) -> c_int;
    pub fn xmlTextWriterWriteElementNS(writer: *mut c_void, prefix: XmlStr, name: XmlStr, uri: XmlStr, content: XmlStr) -> c_int;
    pub fn xmlTextWriterWriteRaw(writer: *mut c_void, content: XmlStr) -> c_int;
    pub fn xmlTextWriterWriteString(writer: *mut c_void, content: XmlStr) -> c_int;
    pub fn xmlTextWriterStartAttribute(writer: *mut c_void, name: XmlStr) -> c_int;
    pub fn xmlTextWriterStartAttributeNS(writer: *mut c_void, prefix: XmlStr, name: XmlStr, uri: XmlStr) -> c_int;
    pub fn xmlTextWriterEndAttribute(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterWriteAttribute(writer: *mut c_void, name: XmlStr, content: XmlStr) -> c_int;
    pub fn xmlTextWriterWriteAttributeNS(w: *mut c_void, prefix: XmlStr, name: XmlStr, uri: XmlStr, content: XmlStr) -> c_int;
    pub fn xmlTextWriterStartPI(writer: *mut c_void, target: XmlStr) -> c_int;
    pub fn xmlTextWriterEndPI(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterWritePI(writer: *mut c_void, target: XmlStr, content: XmlStr) -> c_int;
    pub fn xmlTextWriterStartCDATA(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterEndCDATA(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterWriteCDATA(writer: *mut c_void, content: XmlStr) -> c_int;
    pub fn xmlTextWriterStartDTD(writer: *mut c_void, name: XmlStr, public: XmlStr, system: XmlStr) -> c_int;
    pub fn xmlTextWriterEndDTD(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterWriteDTD(writer: *mut c_void, name: XmlStr, public: XmlStr, system: XmlStr, subset: XmlStr) -> c_int;
    pub fn xmlTextWriterStartDTDElement(writer: *mut c_void, name: XmlStr) -> c_int;
    pub fn xmlTextWriterEndDTDElement(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterWriteDTDElement(writer: *mut c_void, name: XmlStr, content: XmlStr) -> c_int;
    pub fn xmlTextWriterStartDTDAttlist(writer: *mut c_void, name: XmlStr) -> c_int;
    pub fn xmlTextWriterEndDTDAttlist(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterWriteDTDAttlist(writer: *mut c_void, name: XmlStr, content: XmlStr) -> c_int;
    pub fn xmlTextWriterStartDTDEntity(writer: *mut c_void, parameter: c_int, name: XmlStr) -> c_int;
    pub fn xmlTextWriterEndDTDEntity(writer: *mut c_void) -> c_int;
    pub fn xmlTextWriterWriteDTDEntity(
        writer: *mut c_void,
        parameter: c_int,
        name: XmlStr,
        public: XmlStr,
        system: XmlStr,
        ndata: XmlStr,
        content: XmlStr,
    ) -> c_int;
}
