<?php

/** @module functions */

function simplexml_load_file(string $filename, ?string $class_name = "SimpleXMLElement", int $options = 0, string $namespace_or_prefix = "", bool $is_prefix = false): SimpleXMLElement|false {}

function simplexml_load_string(string $data, ?string $class_name = "SimpleXMLElement", int $options = 0, string $namespace_or_prefix = "", bool $is_prefix = false): SimpleXMLElement|false {}

function simplexml_import_dom(object $node, ?string $class_name = "SimpleXMLElement"): ?SimpleXMLElement {}

/** An element, its attributes or its children. @object-handlers object::object_handlers @module methods */
class SimpleXMLElement implements \Stringable, \Countable, \RecursiveIterator
{
    /** @tentative-return */
    public function xpath(string $expression): array|false|null {}
    /** @tentative-return */
    public function registerXPathNamespace(string $prefix, string $namespace): bool {}
    /** @tentative-return */
    public function asXML(?string $filename = null): string|bool {}
    /** @tentative-return @body methods::as_xml */
    public function saveXML(?string $filename = null): string|bool {}
    /** @tentative-return */
    public function getNamespaces(bool $recursive = false): array {}
    /** @tentative-return */
    public function getDocNamespaces(bool $recursive = false, bool $fromRoot = true): array|false {}
    /** @tentative-return */
    public function children(?string $namespaceOrPrefix = null, bool $isPrefix = false): ?SimpleXMLElement {}
    /** @tentative-return */
    public function attributes(?string $namespaceOrPrefix = null, bool $isPrefix = false): ?SimpleXMLElement {}
    public function __construct(string $data, int $options = 0, bool $dataIsURL = false, string $namespaceOrPrefix = "", bool $isPrefix = false) {}
    /** @tentative-return */
    public function addChild(string $qualifiedName, ?string $value = null, ?string $namespace = null): ?SimpleXMLElement {}
    /** @tentative-return */
    public function addAttribute(string $qualifiedName, string $value, ?string $namespace = null): void {}
    /** @tentative-return */
    public function getName(): string {}
    public function __toString(): string {}
    public function __debugInfo(): ?array {}
    /** @tentative-return */
    public function count(): int {}
    /** @tentative-return @body iterate::rewind */
    public function rewind(): void {}
    /** @tentative-return @body iterate::valid */
    public function valid(): bool {}
    /** @tentative-return @body iterate::current */
    public function current(): SimpleXMLElement {}
    /** @tentative-return @body iterate::key */
    public function key(): string {}
    /** @tentative-return @body iterate::next */
    public function next(): void {}
    /** @tentative-return @body iterate::has_children */
    public function hasChildren(): bool {}
    /** @tentative-return @body iterate::get_children */
    public function getChildren(): ?SimpleXMLElement {}
}

/** The same. */
class SimpleXMLIterator extends \SimpleXMLElement
{
}
