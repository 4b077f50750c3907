<?php

/** What the tree does not allow. */
final class DOMException extends \Exception
{
    public  $code = 0;
}

/** What can have children. */
interface DOMParentNode
{
    public function append(...$nodes): void;
    public function prepend(...$nodes): void;
    public function replaceChildren(...$nodes): void;
}

/** What can be a child. */
interface DOMChildNode
{
    public function remove(): void;
    public function before(...$nodes): void;
    public function after(...$nodes): void;
    public function replaceWith(...$nodes): void;
}

/** What can be done without a document. @module implementation */
class DOMImplementation
{
    /** @tentative-return */
    public function hasFeature(string $feature, string $version): bool {}
    public function createDocumentType(string $qualifiedName, string $publicId = "", string $systemId = "") {}
    /** @tentative-return */
    public function createDocument(?string $namespace = null, string $qualifiedName = "", ?DOMDocumentType $doctype = null): DOMDocument {}
}

/** A node of a document. @object-handlers object::object_handlers @module node @virtual */
class DOMNode
{
    public const DOCUMENT_POSITION_DISCONNECTED = 1;
    public const DOCUMENT_POSITION_PRECEDING = 2;
    public const DOCUMENT_POSITION_FOLLOWING = 4;
    public const DOCUMENT_POSITION_CONTAINS = 8;
    public const DOCUMENT_POSITION_CONTAINED_BY = 16;
    public const DOCUMENT_POSITION_IMPLEMENTATION_SPECIFIC = 32;
    public string $nodeName;
    public ?string $nodeValue;
    public int $nodeType;
    public ?DOMNode $parentNode;
    public ?DOMElement $parentElement;
    public DOMNodeList $childNodes;
    public ?DOMNode $firstChild;
    public ?DOMNode $lastChild;
    public ?DOMNode $previousSibling;
    public ?DOMNode $nextSibling;
    public ?DOMNamedNodeMap $attributes;
    public bool $isConnected;
    public ?DOMDocument $ownerDocument;
    public ?string $namespaceURI;
    public string $prefix;
    public ?string $localName;
    public ?string $baseURI;
    public string $textContent;
    public function appendChild(DOMNode $node) {}
    /** @tentative-return */
    public function C14N(bool $exclusive = false, bool $withComments = false, ?array $xpath = null, ?array $nsPrefixes = null): string|false {}
    /** @tentative-return */
    public function C14NFile(string $uri, bool $exclusive = false, bool $withComments = false, ?array $xpath = null, ?array $nsPrefixes = null): int|false {}
    public function cloneNode(bool $deep = false) {}
    /** @tentative-return */
    public function getLineNo(): int {}
    /** @tentative-return */
    public function getNodePath(): ?string {}
    /** @tentative-return */
    public function hasAttributes(): bool {}
    /** @tentative-return */
    public function hasChildNodes(): bool {}
    public function insertBefore(DOMNode $node, ?DOMNode $child = null) {}
    /** @tentative-return */
    public function isDefaultNamespace(string $namespace): bool {}
    /** @tentative-return */
    public function isSameNode(DOMNode $otherNode): bool {}
    public function isEqualNode(?DOMNode $otherNode): bool {}
    /** @tentative-return */
    public function isSupported(string $feature, string $version): bool {}
    /** @tentative-return */
    public function lookupNamespaceURI(?string $prefix): ?string {}
    /** @tentative-return */
    public function lookupPrefix(string $namespace): ?string {}
    /** @tentative-return */
    public function normalize(): void {}
    public function removeChild(DOMNode $child) {}
    public function replaceChild(DOMNode $node, DOMNode $child) {}
    /** @value $other */
    public function contains(DOMNode|DOMNameSpaceNode|null $other): bool {}
    public function getRootNode(?array $options = null): DOMNode {}
    public function compareDocumentPosition(DOMNode $other): int {}
    public function __sleep(): array {}
    public function __wakeup(): void {}
}

/** A declaration of a namespace, as XPath sees it. @object-handlers namespace_node::object_handlers @module namespace_node */
class DOMNameSpaceNode
{
    public string $nodeName;
    public ?string $nodeValue;
    public int $nodeType;
    public string $prefix;
    public ?string $localName;
    public ?string $namespaceURI;
    public bool $isConnected;
    public ?DOMDocument $ownerDocument;
    public ?DOMNode $parentNode;
    public ?DOMElement $parentElement;
    public function __sleep(): array {}
    public function __wakeup(): void {}
}

/** Nodes without a parent. @module fragment @virtual */
class DOMDocumentFragment extends \DOMNode implements \DOMParentNode
{
    public ?DOMElement $firstElementChild;
    public ?DOMElement $lastElementChild;
    public int $childElementCount;
    public function __construct() {}
    /** @tentative-return */
    public function appendXML(string $data): bool {}
    /** @body parent_node::append */
    public function append(...$nodes): void {}
    /** @body parent_node::prepend */
    public function prepend(...$nodes): void {}
    /** @body parent_node::replace_children */
    public function replaceChildren(...$nodes): void {}
}

/** A document. @module document @virtual */
class DOMDocument extends \DOMNode implements \DOMParentNode
{
    public ?DOMDocumentType $doctype;
    public DOMImplementation $implementation;
    public ?DOMElement $documentElement;
    public ?string $actualEncoding;
    public ?string $encoding;
    public ?string $xmlEncoding;
    public bool $standalone;
    public bool $xmlStandalone;
    public ?string $version;
    public ?string $xmlVersion;
    public bool $strictErrorChecking;
    public ?string $documentURI;
    public mixed $config;
    public bool $formatOutput;
    public bool $validateOnParse;
    public bool $resolveExternals;
    public bool $preserveWhiteSpace;
    public bool $recover;
    public bool $substituteEntities;
    public ?DOMElement $firstElementChild;
    public ?DOMElement $lastElementChild;
    public int $childElementCount;
    public function __construct(string $version = "1.0", string $encoding = "") {}
    public function createAttribute(string $localName) {}
    public function createAttributeNS(?string $namespace, string $qualifiedName) {}
    public function createCDATASection(string $data) {}
    /** @tentative-return */
    public function createComment(string $data): DOMComment {}
    /** @tentative-return */
    public function createDocumentFragment(): DOMDocumentFragment {}
    public function createElement(string $localName, string $value = "") {}
    public function createElementNS(?string $namespace, string $qualifiedName, string $value = "") {}
    public function createEntityReference(string $name) {}
    public function createProcessingInstruction(string $target, string $data = "") {}
    /** @tentative-return */
    public function createTextNode(string $data): DOMText {}
    /** @tentative-return */
    public function getElementById(string $elementId): ?DOMElement {}
    /** @tentative-return @body list::get_elements_by_tag_name */
    public function getElementsByTagName(string $qualifiedName): DOMNodeList {}
    /** @tentative-return @body list::get_elements_by_tag_name_ns */
    public function getElementsByTagNameNS(?string $namespace, string $localName): DOMNodeList {}
    public function importNode(DOMNode $node, bool $deep = false) {}
    /** @tentative-return */
    public function load(string $filename, int $options = 0): bool {}
    /** @tentative-return */
    public function loadXML(string $source, int $options = 0): bool {}
    /** @tentative-return */
    public function normalizeDocument(): void {}
    /** @tentative-return */
    public function registerNodeClass(string $baseClass, ?string $extendedClass): true {}
    /** @tentative-return */
    public function save(string $filename, int $options = 0): int|false {}
    /** @tentative-return */
    public function loadHTML(string $source, int $options = 0): bool {}
    /** @tentative-return */
    public function loadHTMLFile(string $filename, int $options = 0): bool {}
    /** @tentative-return */
    public function saveHTML(?DOMNode $node = null): string|false {}
    /** @tentative-return */
    public function saveHTMLFile(string $filename): int|false {}
    /** @tentative-return */
    public function saveXML(?DOMNode $node = null, int $options = 0): string|false {}
    /** @tentative-return */
    public function schemaValidate(string $filename, int $flags = 0): bool {}
    /** @tentative-return */
    public function schemaValidateSource(string $source, int $flags = 0): bool {}
    /** @tentative-return */
    public function relaxNGValidate(string $filename): bool {}
    /** @tentative-return */
    public function relaxNGValidateSource(string $source): bool {}
    /** @tentative-return */
    public function validate(): bool {}
    /** @tentative-return */
    public function xinclude(int $options = 0): int|false {}
    /** @tentative-return */
    public function adoptNode(DOMNode $node): DOMNode|false {}
    /** @body parent_node::append */
    public function append(...$nodes): void {}
    /** @body parent_node::prepend */
    public function prepend(...$nodes): void {}
    /** @body parent_node::replace_children */
    public function replaceChildren(...$nodes): void {}
}

/** Nodes in order. @object-handlers list::object_handlers @module list */
class DOMNodeList implements \IteratorAggregate, \Countable
{
    public int $length;
    /** @tentative-return */
    public function count(): int {}
    public function getIterator(): Iterator {}
    public function item(int $index) {}
}

/** Nodes by name. @object-handlers list::object_handlers @module map */
class DOMNamedNodeMap implements \IteratorAggregate, \Countable
{
    public int $length;
    /** @tentative-return */
    public function getNamedItem(string $qualifiedName): ?DOMNode {}
    /** @tentative-return */
    public function getNamedItemNS(?string $namespace, string $localName): ?DOMNode {}
    /** @tentative-return */
    public function item(int $index): ?DOMNode {}
    /** @tentative-return @body list::count */
    public function count(): int {}
    /** @body list::get_iterator */
    public function getIterator(): Iterator {}
}

/** What has text of its own. @module character_data @virtual */
class DOMCharacterData extends \DOMNode implements \DOMChildNode
{
    public string $data;
    public int $length;
    public ?DOMElement $previousElementSibling;
    public ?DOMElement $nextElementSibling;
    /** @tentative-return */
    public function appendData(string $data): true {}
    public function substringData(int $offset, int $count) {}
    /** @tentative-return */
    public function insertData(int $offset, string $data): bool {}
    /** @tentative-return */
    public function deleteData(int $offset, int $count): bool {}
    /** @tentative-return */
    public function replaceData(int $offset, int $count, string $data): bool {}
    /** @body child_node::replace_with */
    public function replaceWith(...$nodes): void {}
    /** @body child_node::remove */
    public function remove(): void {}
    /** @body child_node::before */
    public function before(...$nodes): void {}
    /** @body child_node::after */
    public function after(...$nodes): void {}
}

/** An attribute. @module attr @virtual */
class DOMAttr extends \DOMNode
{
    public string $name;
    public bool $specified;
    public string $value;
    public ?DOMElement $ownerElement;
    public mixed $schemaTypeInfo;
    public function __construct(string $name, string $value = "") {}
    /** @tentative-return */
    public function isId(): bool {}
}

/** An element. @module element @virtual */
class DOMElement extends \DOMNode implements \DOMParentNode, \DOMChildNode
{
    public string $tagName;
    public string $className;
    public string $id;
    public mixed $schemaTypeInfo;
    public ?DOMElement $firstElementChild;
    public ?DOMElement $lastElementChild;
    public int $childElementCount;
    public ?DOMElement $previousElementSibling;
    public ?DOMElement $nextElementSibling;
    public function __construct(string $qualifiedName, ?string $value = null, string $namespace = "") {}
    /** @tentative-return */
    public function getAttribute(string $qualifiedName): string {}
    public function getAttributeNames(): array {}
    /** @tentative-return */
    public function getAttributeNS(?string $namespace, string $localName): string {}
    public function getAttributeNode(string $qualifiedName) {}
    public function getAttributeNodeNS(?string $namespace, string $localName) {}
    /** @tentative-return @body list::get_elements_by_tag_name */
    public function getElementsByTagName(string $qualifiedName): DOMNodeList {}
    /** @tentative-return @body list::get_elements_by_tag_name_ns */
    public function getElementsByTagNameNS(?string $namespace, string $localName): DOMNodeList {}
    /** @tentative-return */
    public function hasAttribute(string $qualifiedName): bool {}
    /** @tentative-return */
    public function hasAttributeNS(?string $namespace, string $localName): bool {}
    /** @tentative-return */
    public function removeAttribute(string $qualifiedName): bool {}
    /** @tentative-return */
    public function removeAttributeNS(?string $namespace, string $localName): void {}
    public function removeAttributeNode(DOMAttr $attr) {}
    public function setAttribute(string $qualifiedName, string $value) {}
    /** @tentative-return */
    public function setAttributeNS(?string $namespace, string $qualifiedName, string $value): void {}
    public function setAttributeNode(DOMAttr $attr) {}
    public function setAttributeNodeNS(DOMAttr $attr) {}
    /** @tentative-return */
    public function setIdAttribute(string $qualifiedName, bool $isId): void {}
    /** @tentative-return */
    public function setIdAttributeNS(string $namespace, string $qualifiedName, bool $isId): void {}
    /** @tentative-return */
    public function setIdAttributeNode(DOMAttr $attr, bool $isId): void {}
    public function toggleAttribute(string $qualifiedName, ?bool $force = null): bool {}
    /** @body child_node::remove */
    public function remove(): void {}
    /** @body child_node::before */
    public function before(...$nodes): void {}
    /** @body child_node::after */
    public function after(...$nodes): void {}
    /** @body child_node::replace_with */
    public function replaceWith(...$nodes): void {}
    /** @body parent_node::append */
    public function append(...$nodes): void {}
    /** @body parent_node::prepend */
    public function prepend(...$nodes): void {}
    /** @body parent_node::replace_children */
    public function replaceChildren(...$nodes): void {}
    public function insertAdjacentElement(string $where, DOMElement $element): ?DOMElement {}
    public function insertAdjacentText(string $where, string $data): void {}
}

/** Text. @module text @virtual */
class DOMText extends \DOMCharacterData
{
    public string $wholeText;
    public function __construct(string $data = "") {}
    /** @tentative-return */
    public function isWhitespaceInElementContent(): bool {}
    /** @tentative-return @body text::is_whitespace_in_element_content */
    public function isElementContentWhitespace(): bool {}
    public function splitText(int $offset) {}
}

/** A comment. @module leaves::comment */
class DOMComment extends \DOMCharacterData
{
    public function __construct(string $data = "") {}
}

/** Text that is not escaped. @module leaves::cdata */
class DOMCdataSection extends \DOMText
{
    public function __construct(string $data) {}
}

/** A document type. @module leaves::doctype @virtual */
class DOMDocumentType extends \DOMNode
{
    public string $name;
    public DOMNamedNodeMap $entities;
    public DOMNamedNodeMap $notations;
    public string $publicId;
    public string $systemId;
    public ?string $internalSubset;
}

/** A notation. @module leaves::notation @virtual */
class DOMNotation extends \DOMNode
{
    public string $publicId;
    public string $systemId;
}

/** An entity. @module leaves::entity @virtual */
class DOMEntity extends \DOMNode
{
    public ?string $publicId;
    public ?string $systemId;
    public ?string $notationName;
    public ?string $actualEncoding;
    public ?string $encoding;
    public ?string $version;
}

/** A reference to an entity. @module leaves::reference */
class DOMEntityReference extends \DOMNode
{
    public function __construct(string $name) {}
}

/** A processing instruction. @module leaves::instruction @virtual */
class DOMProcessingInstruction extends \DOMNode
{
    public string $target;
    public string $data;
    public function __construct(string $name, string $value = "") {}
}

/** XPath over a document. @object-handlers xpath::object_handlers @module xpath */
class DOMXPath
{
    public DOMDocument $document;
    public bool $registerNodeNamespaces;
    public function __construct(DOMDocument $document, bool $registerNodeNS = true) {}
    /** @tentative-return */
    public function evaluate(string $expression, ?DOMNode $contextNode = null, bool $registerNodeNS = true): mixed {}
    /** @tentative-return */
    public function query(string $expression, ?DOMNode $contextNode = null, bool $registerNodeNS = true): mixed {}
    /** @tentative-return */
    public function registerNamespace(string $prefix, string $namespace): bool {}
    /** @tentative-return @value $restrict */
    public function registerPhpFunctions(array|string|null $restrict = null): void {}
    /** @value $callable */
    public function registerPhpFunctionNS(string $namespaceURI, string $name, callable $callable): void {}
    public static function quote(string $str): string {}
}
