<?php

/** @module misc::highlight */

/** A program in colours. @path $filename */
function highlight_file(string $filename, bool $return = false): string|bool {}

/** @alias highlight_file */
function show_source(string $filename, bool $return = false): string|bool {}

/** A program in colours. */
function highlight_string(string $string, bool $return = false): string|true {}

/** A program without comments and white space. @path $filename */
function php_strip_whitespace(string $filename): string {}
