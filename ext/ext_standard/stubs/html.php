<?php

/** @module strings::html */

const HTML_SPECIALCHARS = 0;
const HTML_ENTITIES = 1;
const ENT_COMPAT = 2;
const ENT_QUOTES = 3;
const ENT_NOQUOTES = 0;
const ENT_IGNORE = 4;
const ENT_SUBSTITUTE = 8;
const ENT_DISALLOWED = 128;
const ENT_HTML401 = 0;
const ENT_XML1 = 16;
const ENT_XHTML = 32;
const ENT_HTML5 = 48;

/** Special characters as entities. @pure */
function htmlspecialchars(string $string, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401, ?string $encoding = null, bool $double_encode = true): string {}

/** Entities of special characters as characters. @pure */
function htmlspecialchars_decode(string $string, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401): string {}

/** All characters that have names as entities. @pure */
function htmlentities(string $string, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401, ?string $encoding = null, bool $double_encode = true): string {}

/** Entities as characters. @pure */
function html_entity_decode(string $string, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401, ?string $encoding = null): string {}

/** The characters and their entities. */
function get_html_translation_table(int $table = HTML_SPECIALCHARS, int $flags = ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML401, string $encoding = "UTF-8"): array {}
