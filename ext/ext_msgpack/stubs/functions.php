<?php

/**
 * @ini msgpack.error_display "1" all
 * @ini msgpack.php_only "1" all
 * @ini msgpack.assoc "1" all
 * @ini msgpack.illegal_key_insert "0" all
 * @ini msgpack.use_str8_serialization "1" all
 */

const MESSAGEPACK_OPT_PHPONLY = -1001;

const MESSAGEPACK_OPT_ASSOC = -1002;

/** A value as MessagePack. @body functions::pack */
function msgpack_serialize($value) {}

/** The value that MessagePack describes, perhaps in the form of a template. @unchecked $str @body functions::unpack */
function msgpack_unserialize($str, $object = UNKNOWN) {}

/** A value as MessagePack. @body functions::pack */
function msgpack_pack($value) {}

/** The value that MessagePack describes, perhaps in the form of a template. @unchecked $str @body functions::unpack */
function msgpack_unpack($str, $object = UNKNOWN) {}
