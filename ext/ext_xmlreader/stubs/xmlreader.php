<?php

/** Reads XML node by node. @object-handlers reader::object_handlers @module reader */
class XMLReader
{
    public const NONE = 0;
    public const ELEMENT = 1;
    public const ATTRIBUTE = 2;
    public const TEXT = 3;
    public const CDATA = 4;
    public const ENTITY_REF = 5;
    public const ENTITY = 6;
    public const PI = 7;
    public const COMMENT = 8;
    public const DOC = 9;
    public const DOC_TYPE = 10;
    public const DOC_FRAGMENT = 11;
    public const NOTATION = 12;
    public const WHITESPACE = 13;
    public const SIGNIFICANT_WHITESPACE = 14;
    public const END_ELEMENT = 15;
    public const END_ENTITY = 16;
    public const XML_DECLARATION = 17;
    public const LOADDTD = 1;
    public const DEFAULTATTRS = 2;
    public const VALIDATE = 3;
    public const SUBST_ENTITIES = 4;
    public int $attributeCount;
    public string $baseURI;
    public int $depth;
    public bool $hasAttributes;
    public bool $hasValue;
    public bool $isDefault;
    public bool $isEmptyElement;
    public string $localName;
    public string $name;
    public string $namespaceURI;
    public int $nodeType;
    public string $prefix;
    public string $value;
    public string $xmlLang;
    /** @tentative-return */
    public function close(): true {}
    /** @tentative-return */
    public function getAttribute(string $name): ?string {}
    /** @tentative-return */
    public function getAttributeNo(int $index): ?string {}
    /** @tentative-return */
    public function getAttributeNs(string $name, string $namespace): ?string {}
    /** @tentative-return */
    public function getParserProperty(int $property): bool {}
    /** @tentative-return */
    public function isValid(): bool {}
    /** @tentative-return */
    public function lookupNamespace(string $prefix): ?string {}
    /** @tentative-return */
    public function moveToAttribute(string $name): bool {}
    /** @tentative-return */
    public function moveToAttributeNo(int $index): bool {}
    /** @tentative-return */
    public function moveToAttributeNs(string $name, string $namespace): bool {}
    /** @tentative-return */
    public function moveToElement(): bool {}
    /** @tentative-return */
    public function moveToFirstAttribute(): bool {}
    /** @tentative-return */
    public function moveToNextAttribute(): bool {}
    /** @tentative-return */
    public function read(): bool {}
    /** @tentative-return */
    public function next(?string $name = null): bool {}
    /** @keeps-this */
    public static function open(string $uri, ?string $encoding = null, int $flags = 0) {}
    public static function fromUri(string $uri, ?string $encoding = null, int $flags = 0): static {}
    public static function fromStream($stream, ?string $encoding = null, int $flags = 0, ?string $documentUri = null): static {}
    /** @tentative-return */
    public function readInnerXml(): string {}
    /** @tentative-return */
    public function readOuterXml(): string {}
    /** @tentative-return */
    public function readString(): string {}
    /** @tentative-return */
    public function setSchema(?string $filename): bool {}
    /** @tentative-return */
    public function setParserProperty(int $property, bool $value): bool {}
    /** @tentative-return */
    public function setRelaxNGSchema(?string $filename): bool {}
    /** @tentative-return */
    public function setRelaxNGSchemaSource(?string $source): bool {}
    /** @body reader::xml @keeps-this */
    public static function XML(string $source, ?string $encoding = null, int $flags = 0) {}
    public static function fromString(string $source, ?string $encoding = null, int $flags = 0): static {}
    /** @tentative-return */
    public function expand(?DOMNode $baseNode = null): DOMNode|false {}
}
