<?php

/** @module files::dir */

const DIRECTORY_SEPARATOR = '/';
const PATH_SEPARATOR = ':';
const GLOB_BRACE = 1024;
const GLOB_ERR = 1;
const GLOB_MARK = 2;
const GLOB_NOCHECK = 16;
const GLOB_NOESCAPE = 64;
const GLOB_NOSORT = 4;
const GLOB_ONLYDIR = 8192;
const GLOB_AVAILABLE_FLAGS = 9303;
const SCANDIR_SORT_ASCENDING = 0;
const SCANDIR_SORT_DESCENDING = 1;
const SCANDIR_SORT_NONE = 2;

/** Opens a directory. @path $directory */
function opendir(string $directory, $context = null) {}

/** Opens a directory as an object. @path $directory */
function dir(string $directory, $context = null): Directory|false {}

/** Closes a directory. */
function closedir($dir_handle = null): void {}

/** Goes to a directory. @path $directory */
function chdir(string $directory): bool {}

/** Makes a directory the root of all paths. @path $directory */
function chroot(string $directory): bool {}

/** The current directory. */
function getcwd(): string|false {}

/** Starts the listing again. */
function rewinddir($dir_handle = null): void {}

/** The next name. */
function readdir($dir_handle = null): string|false {}

/** All names of a directory, sorted. @path $directory */
function scandir(string $directory, int $sorting_order = SCANDIR_SORT_ASCENDING, $context = null): array|false {}

/** Names that match a shell's pattern. @path $pattern */
function glob(string $pattern, int $flags = 0): array|false {}

class Directory
{
    public readonly string $path;

    public readonly mixed $handle;

    /** Closes the directory. @tentative-return */
    public function close(): void {}

    /** Starts the listing again. @tentative-return */
    public function rewind(): void {}

    /** The next name. @tentative-return */
    public function read(): string|false {}
}
