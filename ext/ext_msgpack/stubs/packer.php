<?php

/** Packs and unpacks with options of its own. @object-handlers packer::object_handlers @module packer */
class MessagePack
{
    public const OPT_PHPONLY = -1001;
    public const OPT_ASSOC = -1002;

    /** @unchecked $opt */
    public function __construct($opt = UNKNOWN) {}

    /** @unchecked $option */
    public function setOption($option, $value) {}

    public function pack($value) {}

    /** @unchecked $str */
    public function unpack($str, $object = UNKNOWN) {}

    /** Arguments are not counted. @raw @any-count */
    public function unpacker() {}
}
