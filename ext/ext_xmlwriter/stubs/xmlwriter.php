<?php

/** @module writer */

function xmlwriter_open_uri(string $uri): XMLWriter|false {}

function xmlwriter_open_memory(): XMLWriter|false {}

/** @body writer::set_indent */
function xmlwriter_set_indent(XMLWriter $writer, bool $enable): bool {}

/** @body writer::set_indent_string */
function xmlwriter_set_indent_string(XMLWriter $writer, string $indentation): bool {}

/** @body writer::start_comment */
function xmlwriter_start_comment(XMLWriter $writer): bool {}

/** @body writer::end_comment */
function xmlwriter_end_comment(XMLWriter $writer): bool {}

/** @body writer::start_attribute */
function xmlwriter_start_attribute(XMLWriter $writer, string $name): bool {}

/** @body writer::end_attribute */
function xmlwriter_end_attribute(XMLWriter $writer): bool {}

/** @body writer::write_attribute */
function xmlwriter_write_attribute(XMLWriter $writer, string $name, string $value): bool {}

/** @body writer::start_attribute_ns */
function xmlwriter_start_attribute_ns(XMLWriter $writer, ?string $prefix, string $name, ?string $namespace): bool {}

/** @body writer::write_attribute_ns */
function xmlwriter_write_attribute_ns(XMLWriter $writer, ?string $prefix, string $name, ?string $namespace, string $value): bool {}

/** @body writer::start_element */
function xmlwriter_start_element(XMLWriter $writer, string $name): bool {}

/** @body writer::end_element */
function xmlwriter_end_element(XMLWriter $writer): bool {}

/** @body writer::full_end_element */
function xmlwriter_full_end_element(XMLWriter $writer): bool {}

/** @body writer::start_element_ns */
function xmlwriter_start_element_ns(XMLWriter $writer, ?string $prefix, string $name, ?string $namespace): bool {}

/** @body writer::write_element */
function xmlwriter_write_element(XMLWriter $writer, string $name, ?string $content = null): bool {}

/** @body writer::write_element_ns */
function xmlwriter_write_element_ns(XMLWriter $writer, ?string $prefix, string $name, ?string $namespace, ?string $content = null): bool {}

/** @body writer::start_pi */
function xmlwriter_start_pi(XMLWriter $writer, string $target): bool {}

/** @body writer::end_pi */
function xmlwriter_end_pi(XMLWriter $writer): bool {}

/** @body writer::write_pi */
function xmlwriter_write_pi(XMLWriter $writer, string $target, string $content): bool {}

/** @body writer::start_cdata */
function xmlwriter_start_cdata(XMLWriter $writer): bool {}

/** @body writer::end_cdata */
function xmlwriter_end_cdata(XMLWriter $writer): bool {}

/** @body writer::write_cdata */
function xmlwriter_write_cdata(XMLWriter $writer, string $content): bool {}

/** @body writer::text */
function xmlwriter_text(XMLWriter $writer, string $content): bool {}

/** @body writer::write_raw */
function xmlwriter_write_raw(XMLWriter $writer, string $content): bool {}

/** @body writer::start_document */
function xmlwriter_start_document(XMLWriter $writer, ?string $version = "1.0", ?string $encoding = null, ?string $standalone = null): bool {}

/** @body writer::end_document */
function xmlwriter_end_document(XMLWriter $writer): bool {}

/** @body writer::write_comment */
function xmlwriter_write_comment(XMLWriter $writer, string $content): bool {}

/** @body writer::start_dtd */
function xmlwriter_start_dtd(XMLWriter $writer, string $qualifiedName, ?string $publicId = null, ?string $systemId = null): bool {}

/** @body writer::end_dtd */
function xmlwriter_end_dtd(XMLWriter $writer): bool {}

/** @body writer::write_dtd */
function xmlwriter_write_dtd(XMLWriter $writer, string $name, ?string $publicId = null, ?string $systemId = null, ?string $content = null): bool {}

/** @body writer::start_dtd_element */
function xmlwriter_start_dtd_element(XMLWriter $writer, string $qualifiedName): bool {}

/** @body writer::end_dtd_element */
function xmlwriter_end_dtd_element(XMLWriter $writer): bool {}

/** @body writer::write_dtd_element */
function xmlwriter_write_dtd_element(XMLWriter $writer, string $name, string $content): bool {}

/** @body writer::start_dtd_attlist */
function xmlwriter_start_dtd_attlist(XMLWriter $writer, string $name): bool {}

/** @body writer::end_dtd_attlist */
function xmlwriter_end_dtd_attlist(XMLWriter $writer): bool {}

/** @body writer::write_dtd_attlist */
function xmlwriter_write_dtd_attlist(XMLWriter $writer, string $name, string $content): bool {}

/** @body writer::start_dtd_entity */
function xmlwriter_start_dtd_entity(XMLWriter $writer, string $name, bool $isParam): bool {}

/** @body writer::end_dtd_entity */
function xmlwriter_end_dtd_entity(XMLWriter $writer): bool {}

/** @raw */
function xmlwriter_write_dtd_entity(XMLWriter $writer, string $name, string $content, bool $isParam = false, ?string $publicId = null, ?string $systemId = null, ?string $notationData = null): bool {}

/** @body writer::output_memory */
function xmlwriter_output_memory(XMLWriter $writer, bool $flush = true): string {}

/** @body writer::flush */
function xmlwriter_flush(XMLWriter $writer, bool $empty = true): string|int {}

/** Writes XML piece by piece. @object-handlers writer::object_handlers @module writer */
class XMLWriter
{
    /** @tentative-return */
    public function openUri(string $uri): bool {}
    public static function toUri(string $uri): static {}
    /** @tentative-return */
    public function openMemory(): bool {}
    public static function toMemory(): static {}
    public static function toStream($stream): static {}
    /** @tentative-return */
    public function setIndent(bool $enable): bool {}
    /** @tentative-return */
    public function setIndentString(string $indentation): bool {}
    /** @tentative-return */
    public function startComment(): bool {}
    /** @tentative-return */
    public function endComment(): bool {}
    /** @tentative-return */
    public function startAttribute(string $name): bool {}
    /** @tentative-return */
    public function endAttribute(): bool {}
    /** @tentative-return */
    public function writeAttribute(string $name, string $value): bool {}
    /** @tentative-return */
    public function startAttributeNs(?string $prefix, string $name, ?string $namespace): bool {}
    /** @tentative-return */
    public function writeAttributeNs(?string $prefix, string $name, ?string $namespace, string $value): bool {}
    /** @tentative-return */
    public function startElement(string $name): bool {}
    /** @tentative-return */
    public function endElement(): bool {}
    /** @tentative-return */
    public function fullEndElement(): bool {}
    /** @tentative-return */
    public function startElementNs(?string $prefix, string $name, ?string $namespace): bool {}
    /** @tentative-return */
    public function writeElement(string $name, ?string $content = null): bool {}
    /** @tentative-return */
    public function writeElementNs(?string $prefix, string $name, ?string $namespace, ?string $content = null): bool {}
    /** @tentative-return */
    public function startPi(string $target): bool {}
    /** @tentative-return */
    public function endPi(): bool {}
    /** @tentative-return */
    public function writePi(string $target, string $content): bool {}
    /** @tentative-return */
    public function startCdata(): bool {}
    /** @tentative-return */
    public function endCdata(): bool {}
    /** @tentative-return */
    public function writeCdata(string $content): bool {}
    /** @tentative-return */
    public function text(string $content): bool {}
    /** @tentative-return */
    public function writeRaw(string $content): bool {}
    /** @tentative-return */
    public function startDocument(?string $version = "1.0", ?string $encoding = null, ?string $standalone = null): bool {}
    /** @tentative-return */
    public function endDocument(): bool {}
    /** @tentative-return */
    public function writeComment(string $content): bool {}
    /** @tentative-return */
    public function startDtd(string $qualifiedName, ?string $publicId = null, ?string $systemId = null): bool {}
    /** @tentative-return */
    public function endDtd(): bool {}
    /** @tentative-return */
    public function writeDtd(string $name, ?string $publicId = null, ?string $systemId = null, ?string $content = null): bool {}
    /** @tentative-return */
    public function startDtdElement(string $qualifiedName): bool {}
    /** @tentative-return */
    public function endDtdElement(): bool {}
    /** @tentative-return */
    public function writeDtdElement(string $name, string $content): bool {}
    /** @tentative-return */
    public function startDtdAttlist(string $name): bool {}
    /** @tentative-return */
    public function endDtdAttlist(): bool {}
    /** @tentative-return */
    public function writeDtdAttlist(string $name, string $content): bool {}
    /** @tentative-return */
    public function startDtdEntity(string $name, bool $isParam): bool {}
    /** @tentative-return */
    public function endDtdEntity(): bool {}
    /** @tentative-return @raw */
    public function writeDtdEntity(string $name, string $content, bool $isParam = false, ?string $publicId = null, ?string $systemId = null, ?string $notationData = null): bool {}
    /** @tentative-return */
    public function outputMemory(bool $flush = true): string {}
    /** @tentative-return */
    public function flush(bool $empty = true): string|int {}
}
