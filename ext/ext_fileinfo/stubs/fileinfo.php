<?php

/** @module fileinfo */

const FILEINFO_NONE = 0;
const FILEINFO_SYMLINK = 2;
const FILEINFO_MIME = 1040;
const FILEINFO_MIME_TYPE = 16;
const FILEINFO_MIME_ENCODING = 1024;
const FILEINFO_DEVICES = 8;
const FILEINFO_CONTINUE = 32;
const FILEINFO_PRESERVE_ATIME = 128;
const FILEINFO_RAW = 256;
const FILEINFO_APPLE = 2048;
const FILEINFO_EXTENSION = 16777216;

/** Rules to look at files with. @path $magic_database */
function finfo_open(int $flags = FILEINFO_NONE, ?string $magic_database = null): finfo|false {}

/** Does nothing. */
function finfo_close(finfo $finfo): bool {}

/** What answers look like. */
function finfo_set_flags(finfo $finfo, int $flags): true {}

/** What a file is. @param resource|null $context */
function finfo_file(finfo $finfo, string $filename, int $flags = FILEINFO_NONE, $context = null): string|false {}

/** What bytes are. @param resource|null $context */
function finfo_buffer(finfo $finfo, string $string, int $flags = FILEINFO_NONE, $context = null): string|false {}

/** The MIME type of a file. @unchecked $filename */
function mime_content_type($filename): string|false {}

/** @module fileinfo @object-handlers fileinfo::object_handlers */
class finfo
{
    /** @path $magic_database */
    public function __construct(int $flags = FILEINFO_NONE, ?string $magic_database = null) {}

    /** @param resource|null $context @body fileinfo::finfo_file @tentative-return */
    public function file(string $filename, int $flags = FILEINFO_NONE, $context = null): string|false {}

    /** @param resource|null $context @body fileinfo::finfo_buffer @tentative-return */
    public function buffer(string $string, int $flags = FILEINFO_NONE, $context = null): string|false {}

    /** @body fileinfo::finfo_set_flags @tentative-return */
    public function set_flags(int $flags): true {}
}
