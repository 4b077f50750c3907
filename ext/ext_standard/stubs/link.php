<?php

/** @module files::link */

/** Where a symbolic link leads. @path $path */
function readlink(string $path): string|false {}

/** The device of a link; -1 if there is none. @path $path */
function linkinfo(string $path): int|false {}

/** Makes a symbolic link. @path $target, $link */
function symlink(string $target, string $link): bool {}

/** Makes a hard link. @path $target, $link */
function link(string $target, string $link): bool {}
