<?php

/**
 * @module functions
 * @ini igbinary.compact_strings "1" all
 */

/** A value as bytes. */
function igbinary_serialize($value) {}

/** The value that bytes stand for. @unchecked $str */
function igbinary_unserialize($str) {}
