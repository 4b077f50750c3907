<?php

namespace Dom;

const INDEX_SIZE_ERR = 1;
const STRING_SIZE_ERR = 2;
const HIERARCHY_REQUEST_ERR = 3;
const WRONG_DOCUMENT_ERR = 4;
const INVALID_CHARACTER_ERR = 5;
const NO_DATA_ALLOWED_ERR = 6;
const NO_MODIFICATION_ALLOWED_ERR = 7;
const NOT_FOUND_ERR = 8;
const NOT_SUPPORTED_ERR = 9;
const INUSE_ATTRIBUTE_ERR = 10;
const INVALID_STATE_ERR = 11;
const SYNTAX_ERR = 12;
const INVALID_MODIFICATION_ERR = 13;
const NAMESPACE_ERR = 14;
const VALIDATION_ERR = 16;
const HTML_NO_DEFAULT_NS = 2147483648;

/** The element or attribute behind a SimpleXML object. @body functions::import_simplexml */
function import_simplexml(object $node): Attr|Element {}

/** What can have children. */
interface ParentNode
{
    public function append(Node|string ...$nodes): void;
    public function prepend(Node|string ...$nodes): void;
    public function replaceChildren(Node|string ...$nodes): void;
    public function querySelector(string $selectors): ?Element;
    public function querySelectorAll(string $selectors): NodeList;
}

/** What can be a child. */
interface ChildNode
{
    public function remove(): void;
    public function before(Node|string ...$nodes): void;
    public function after(Node|string ...$nodes): void;
    public function replaceWith(Node|string ...$nodes): void;
}

/** Makes documents. @object-handlers modern::implementation::object_handlers @module modern::implementation */
class Implementation
{
    public function createDocumentType(string $qualifiedName, string $publicId, string $systemId): DocumentType {}
    public function createDocument(?string $namespace, string $qualifiedName, ?DocumentType $doctype = null): XMLDocument {}
    public function createHTMLDocument(?string $title = null): HTMLDocument {}
}

/** A node of a document. @object-handlers object::object_handlers @module modern::node @virtual */
class Node
{
    public const int DOCUMENT_POSITION_DISCONNECTED = 1;
    public const int DOCUMENT_POSITION_PRECEDING = 2;
    public const int DOCUMENT_POSITION_FOLLOWING = 4;
    public const int DOCUMENT_POSITION_CONTAINS = 8;
    public const int DOCUMENT_POSITION_CONTAINED_BY = 16;
    public const int DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC = 32;
    public int $nodeType;
    public string $nodeName;
    public string $baseURI;
    public bool $isConnected;
    public ?Document $ownerDocument;
    public ?Node $parentNode;
    public ?Element $parentElement;
    public NodeList $childNodes;
    public ?Node $firstChild;
    public ?Node $lastChild;
    public ?Node $previousSibling;
    public ?Node $nextSibling;
    public ?string $nodeValue;
    public ?string $textContent;
    /** @body modern::object::no_constructor */
    private final function __construct() {}
    public function getRootNode(array $options = []): Node {}
    /** @body node::has_child_nodes */
    public function hasChildNodes(): bool {}
    /** @body node::normalize */
    public function normalize(): void {}
    public function cloneNode(bool $deep = false): Node {}
    /** @body node::is_equal_node */
    public function isEqualNode(?Node $otherNode): bool {}
    public function isSameNode(?Node $otherNode): bool {}
    /** @body node::compare_document_position */
    public function compareDocumentPosition(Node $other): int {}
    public function contains(?Node $other): bool {}
    public function lookupPrefix(?string $namespace): ?string {}
    public function lookupNamespaceURI(?string $prefix): ?string {}
    public function isDefaultNamespace(?string $namespace): bool {}
    public function insertBefore(Node $node, ?Node $child): Node {}
    public function appendChild(Node $node): Node {}
    public function replaceChild(Node $node, Node $child): Node {}
    public function removeChild(Node $child): Node {}
    /** @body node::get_line_no */
    public function getLineNo(): int {}
    public function getNodePath(): string {}
    /** @body node::c14n */
    public function C14N(bool $exclusive = false, bool $withComments = false, ?array $xpath = null, ?array $nsPrefixes = null): string|false {}
    /** @body node::c14n_file */
    public function C14NFile(string $uri, bool $exclusive = false, bool $withComments = false, ?array $xpath = null, ?array $nsPrefixes = null): int|false {}
    /** @body node::sleep */
    public function __sleep(): array {}
    /** @body node::wakeup */
    public function __wakeup(): void {}
}

/** Nodes in order. @object-handlers list::object_handlers @module list */
class NodeList implements \IteratorAggregate, \Countable
{
    public int $length;
    public function count(): int {}
    public function getIterator(): \Iterator {}
    public function item(int $index): ?Node {}
}

/** Attributes by name. @object-handlers list::object_handlers @module modern::map */
class NamedNodeMap implements \IteratorAggregate, \Countable
{
    public int $length;
    /** @body modern::map::item */
    public function item(int $index): ?Attr {}
    /** @body map::get_named_item */
    public function getNamedItem(string $qualifiedName): ?Attr {}
    /** @body map::get_named_item_ns */
    public function getNamedItemNS(?string $namespace, string $localName): ?Attr {}
    /** @body list::count */
    public function count(): int {}
    /** @body list::get_iterator */
    public function getIterator(): \Iterator {}
}

/** What a document type declares. @object-handlers list::object_handlers @module modern::map */
class DtdNamedNodeMap implements \IteratorAggregate, \Countable
{
    public int $length;
    /** @body modern::map::item */
    public function item(int $index): Entity|Notation|null {}
    /** @body map::get_named_item */
    public function getNamedItem(string $qualifiedName): Entity|Notation|null {}
    /** @body map::get_named_item_ns */
    public function getNamedItemNS(?string $namespace, string $localName): Entity|Notation|null {}
    /** @body list::count */
    public function count(): int {}
    /** @body list::get_iterator */
    public function getIterator(): \Iterator {}
}

/** Elements in order, and by id or name. @object-handlers modern::collection::object_handlers @module modern::collection */
class HTMLCollection implements \IteratorAggregate, \Countable
{
    public int $length;
    /** @body list::item */
    public function item(int $index): ?Element {}
    public function namedItem(string $key): ?Element {}
    /** @body list::count */
    public function count(): int {}
    /** @body list::get_iterator */
    public function getIterator(): \Iterator {}
}

/** Where something goes beside an element. */
enum AdjacentPosition: string
{
    case BeforeBegin = "beforebegin";
    case AfterBegin = "afterbegin";
    case BeforeEnd = "beforeend";
    case AfterEnd = "afterend";
}

/** An element. @module modern::element @virtual @stored $classList */
class Element extends Node implements ParentNode, ChildNode
{
    public ?string $namespaceURI;
    public ?string $prefix;
    public string $localName;
    public string $tagName;
    public string $id;
    public string $className;
    public TokenList $classList;
    public NamedNodeMap $attributes;
    public ?Element $firstElementChild;
    public ?Element $lastElementChild;
    public int $childElementCount;
    public ?Element $previousElementSibling;
    public ?Element $nextElementSibling;
    public string $innerHTML;
    public string $substitutedNodeValue;
    /** @body node::has_attributes */
    public function hasAttributes(): bool {}
    public function getAttributeNames(): array {}
    public function getAttribute(string $qualifiedName): ?string {}
    public function getAttributeNS(?string $namespace, string $localName): ?string {}
    public function setAttribute(string $qualifiedName, string $value): void {}
    public function setAttributeNS(?string $namespace, string $qualifiedName, string $value): void {}
    public function removeAttribute(string $qualifiedName): void {}
    public function removeAttributeNS(?string $namespace, string $localName): void {}
    public function toggleAttribute(string $qualifiedName, ?bool $force = null): bool {}
    public function hasAttribute(string $qualifiedName): bool {}
    public function hasAttributeNS(?string $namespace, string $localName): bool {}
    public function getAttributeNode(string $qualifiedName): ?Attr {}
    public function getAttributeNodeNS(?string $namespace, string $localName): ?Attr {}
    public function setAttributeNode(Attr $attr): ?Attr {}
    public function setAttributeNodeNS(Attr $attr): ?Attr {}
    public function removeAttributeNode(Attr $attr): Attr {}
    /** @body modern::collection::get_elements_by_tag_name */
    public function getElementsByTagName(string $qualifiedName): HTMLCollection {}
    /** @body modern::collection::get_elements_by_tag_name_ns */
    public function getElementsByTagNameNS(?string $namespace, string $localName): HTMLCollection {}
    public function insertAdjacentElement(AdjacentPosition $where, Element $element): ?Element {}
    public function insertAdjacentText(AdjacentPosition $where, string $data): void {}
    public function setIdAttribute(string $qualifiedName, bool $isId): void {}
    public function setIdAttributeNS(?string $namespace, string $qualifiedName, bool $isId): void {}
    public function setIdAttributeNode(Attr $attr, bool $isId): void {}
    /** @body modern::child_node::remove */
    public function remove(): void {}
    /** @body modern::child_node::before @unchecked $nodes */
    public function before(Node|string ...$nodes): void {}
    /** @body modern::child_node::after @unchecked $nodes */
    public function after(Node|string ...$nodes): void {}
    /** @body modern::child_node::replace_with @unchecked $nodes */
    public function replaceWith(Node|string ...$nodes): void {}
    /** @body modern::parent_node::append @unchecked $nodes */
    public function append(Node|string ...$nodes): void {}
    /** @body modern::parent_node::prepend @unchecked $nodes */
    public function prepend(Node|string ...$nodes): void {}
    /** @body modern::parent_node::replace_children @unchecked $nodes */
    public function replaceChildren(Node|string ...$nodes): void {}
    /** @body modern::parent_node::query_selector */
    public function querySelector(string $selectors): ?Element {}
    /** @body modern::parent_node::query_selector_all */
    public function querySelectorAll(string $selectors): NodeList {}
    public function closest(string $selectors): ?Element {}
    public function matches(string $selectors): bool {}
    public function getInScopeNamespaces(): array {}
    public function getDescendantNamespaces(): array {}
    /** @body modern::element::rename */
    public function rename(?string $namespaceURI, string $qualifiedName): void {}
}

/** An element of HTML. */
class HTMLElement extends Element
{
}

/** An attribute. @module modern::element @virtual */
class Attr extends Node
{
    public ?string $namespaceURI;
    public ?string $prefix;
    public string $localName;
    public string $name;
    public string $value;
    public ?Element $ownerElement;
    public bool $specified;
    /** @body attr::is_id */
    public function isId(): bool {}
    /** @body modern::element::rename */
    public function rename(?string $namespaceURI, string $qualifiedName): void {}
}

/** What has text of its own. @module modern::character_data @virtual */
class CharacterData extends Node implements ChildNode
{
    public ?Element $previousElementSibling;
    public ?Element $nextElementSibling;
    public string $data;
    public int $length;
    public function substringData(int $offset, int $count): string {}
    public function appendData(string $data): void {}
    public function insertData(int $offset, string $data): void {}
    public function deleteData(int $offset, int $count): void {}
    public function replaceData(int $offset, int $count, string $data): void {}
    /** @body modern::child_node::remove */
    public function remove(): void {}
    /** @body modern::child_node::before @unchecked $nodes */
    public function before(Node|string ...$nodes): void {}
    /** @body modern::child_node::after @unchecked $nodes */
    public function after(Node|string ...$nodes): void {}
    /** @body modern::child_node::replace_with @unchecked $nodes */
    public function replaceWith(Node|string ...$nodes): void {}
}

/** Text. @module modern::character_data @virtual */
class Text extends CharacterData
{
    public string $wholeText;
    public function splitText(int $offset): Text {}
}

/** Text that is not escaped. */
class CDATASection extends Text
{
}

/** A processing instruction. @virtual */
class ProcessingInstruction extends CharacterData
{
    public string $target;
}

/** A comment. */
class Comment extends CharacterData
{
}

/** A document type. @module modern::child_node @virtual */
class DocumentType extends Node implements ChildNode
{
    public string $name;
    public DtdNamedNodeMap $entities;
    public DtdNamedNodeMap $notations;
    public string $publicId;
    public string $systemId;
    public ?string $internalSubset;
    /** @body modern::child_node::remove */
    public function remove(): void {}
    /** @body modern::child_node::before @unchecked $nodes */
    public function before(Node|string ...$nodes): void {}
    /** @body modern::child_node::after @unchecked $nodes */
    public function after(Node|string ...$nodes): void {}
    /** @body modern::child_node::replace_with @unchecked $nodes */
    public function replaceWith(Node|string ...$nodes): void {}
}

/** Nodes without a parent. @module modern::fragment @virtual */
class DocumentFragment extends Node implements ParentNode
{
    public ?Element $firstElementChild;
    public ?Element $lastElementChild;
    public int $childElementCount;
    public function appendXml(string $data): bool {}
    /** @body modern::parent_node::append @unchecked $nodes */
    public function append(Node|string ...$nodes): void {}
    /** @body modern::parent_node::prepend @unchecked $nodes */
    public function prepend(Node|string ...$nodes): void {}
    /** @body modern::parent_node::replace_children @unchecked $nodes */
    public function replaceChildren(Node|string ...$nodes): void {}
    /** @body modern::parent_node::query_selector */
    public function querySelector(string $selectors): ?Element {}
    /** @body modern::parent_node::query_selector_all */
    public function querySelectorAll(string $selectors): NodeList {}
}

/** An entity. @virtual */
class Entity extends Node
{
    public ?string $publicId;
    public ?string $systemId;
    public ?string $notationName;
}

/** A reference to an entity. */
class EntityReference extends Node
{
}

/** A notation. @virtual */
class Notation extends Node
{
    public string $publicId;
    public string $systemId;
}

/** A document. @module modern::document @virtual @stored $implementation */
abstract class Document extends Node implements ParentNode
{
    public Implementation $implementation;
    public string $URL;
    public string $documentURI;
    public string $characterSet;
    public string $charset;
    public string $inputEncoding;
    public ?DocumentType $doctype;
    public ?Element $documentElement;
    public ?Element $firstElementChild;
    public ?Element $lastElementChild;
    public int $childElementCount;
    public ?HTMLElement $body;
    public ?HTMLElement $head;
    public string $title;
    /** @body modern::collection::get_elements_by_tag_name */
    public function getElementsByTagName(string $qualifiedName): HTMLCollection {}
    /** @body modern::collection::get_elements_by_tag_name_ns */
    public function getElementsByTagNameNS(?string $namespace, string $localName): HTMLCollection {}
    public function createElement(string $localName): Element {}
    public function createElementNS(?string $namespace, string $qualifiedName): Element {}
    /** @body document::create_document_fragment */
    public function createDocumentFragment(): DocumentFragment {}
    /** @body document::create_text_node */
    public function createTextNode(string $data): Text {}
    public function createCDATASection(string $data): CDATASection {}
    /** @body document::create_comment */
    public function createComment(string $data): Comment {}
    public function createProcessingInstruction(string $target, string $data): ProcessingInstruction {}
    public function importNode(?Node $node, bool $deep = false): Node {}
    public function adoptNode(Node $node): Node {}
    public function createAttribute(string $localName): Attr {}
    public function createAttributeNS(?string $namespace, string $qualifiedName): Attr {}
    /** @body modern::document::get_element_by_id */
    public function getElementById(string $elementId): ?Element {}
    /** @body modern::document::register_node_class */
    public function registerNodeClass(string $baseClass, ?string $extendedClass): void {}
    /** @body load::schema_validate */
    public function schemaValidate(string $filename, int $flags = 0): bool {}
    /** @body load::schema_validate_source */
    public function schemaValidateSource(string $source, int $flags = 0): bool {}
    /** @body load::relax_ng_validate */
    public function relaxNgValidate(string $filename): bool {}
    /** @body load::relax_ng_validate_source */
    public function relaxNgValidateSource(string $source): bool {}
    /** @body modern::parent_node::append @unchecked $nodes */
    public function append(Node|string ...$nodes): void {}
    /** @body modern::parent_node::prepend @unchecked $nodes */
    public function prepend(Node|string ...$nodes): void {}
    /** @body modern::parent_node::replace_children @unchecked $nodes */
    public function replaceChildren(Node|string ...$nodes): void {}
    public function importLegacyNode(\DOMNode $node, bool $deep = false): Node {}
    /** @body modern::parent_node::query_selector */
    public function querySelector(string $selectors): ?Element {}
    /** @body modern::parent_node::query_selector_all */
    public function querySelectorAll(string $selectors): NodeList {}
}

/** A document of HTML. @module modern::html_document */
final class HTMLDocument extends Document
{
    public static function createEmpty(string $encoding = "UTF-8"): HTMLDocument {}
    public static function createFromFile(string $path, int $options = 0, ?string $overrideEncoding = null): HTMLDocument {}
    public static function createFromString(string $source, int $options = 0, ?string $overrideEncoding = null): HTMLDocument {}
    /** @body modern::xml_document::save_xml */
    public function saveXml(?Node $node = null, int $options = 0): string|false {}
    /** @body modern::xml_document::save_xml_file */
    public function saveXmlFile(string $filename, int $options = 0): int|false {}
    public function saveHtml(?Node $node = null): string {}
    public function saveHtmlFile(string $filename): int|false {}
}

/** A document of XML. @module modern::xml_document @virtual */
final class XMLDocument extends Document
{
    public string $xmlEncoding;
    public bool $xmlStandalone;
    public string $xmlVersion;
    public bool $formatOutput;
    public static function createEmpty(string $version = "1.0", string $encoding = "UTF-8"): XMLDocument {}
    public static function createFromFile(string $path, int $options = 0, ?string $overrideEncoding = null): XMLDocument {}
    public static function createFromString(string $source, int $options = 0, ?string $overrideEncoding = null): XMLDocument {}
    public function createEntityReference(string $name): EntityReference {}
    /** @body load::validate */
    public function validate(): bool {}
    public function xinclude(int $options = 0): int {}
    public function saveXml(?Node $node = null, int $options = 0): string|false {}
    public function saveXmlFile(string $filename, int $options = 0): int|false {}
}

/** The words of an attribute. @object-handlers modern::token_list::object_handlers @module modern::token_list */
final class TokenList implements \IteratorAggregate, \Countable
{
    public int $length;
    public string $value;
    /** @body modern::object::no_constructor */
    private function __construct() {}
    public function item(int $index): ?string {}
    public function contains(string $token): bool {}
    /** @unchecked $tokens */
    public function add(string ...$tokens): void {}
    /** @unchecked $tokens */
    public function remove(string ...$tokens): void {}
    public function toggle(string $token, ?bool $force = null): bool {}
    public function replace(string $token, string $newToken): bool {}
    public function supports(string $token): bool {}
    public function count(): int {}
    public function getIterator(): \Iterator {}
}

/** A namespace in scope somewhere. @object-handlers modern::namespaces::object_handlers @module modern::namespaces */
readonly final class NamespaceInfo
{
    public ?string $prefix;
    public ?string $namespaceURI;
    public Element $element;
    /** @body modern::object::no_constructor */
    private function __construct() {}
}

/** XPath over a document. @object-handlers xpath::object_handlers @module xpath */
final class XPath
{
    public Document $document;
    public bool $registerNodeNamespaces;
    /** @body xpath::construct */
    public function __construct(Document $document, bool $registerNodeNS = true) {}
    public function evaluate(string $expression, ?Node $contextNode = null, bool $registerNodeNS = true): NodeList|string|float|bool|null {}
    public function query(string $expression, ?Node $contextNode = null, bool $registerNodeNS = true): NodeList {}
    /** @body xpath::register_namespace */
    public function registerNamespace(string $prefix, string $namespace): bool {}
    /** @value $restrict */
    public function registerPhpFunctions(array|string|null $restrict = null): void {}
    /** @value $callable */
    public function registerPhpFunctionNS(string $namespaceURI, string $name, callable $callable): void {}
    public static function quote(string $str): string {}
}
