<?php

/** Unpacks values whose bytes come in pieces. @object-handlers unpacker::object_handlers @module unpacker */
class MessagePackUnpacker
{
    /** @unchecked $opt */
    public function __construct($opt = UNKNOWN) {}

    /** Arguments are not counted. @raw @any-count */
    public function __destruct() {}

    /** @unchecked $option */
    public function setOption($option, $value) {}

    /** @unchecked $str */
    public function feed($str) {}

    /** @unchecked $str */
    public function execute($str = UNKNOWN, &$offset = UNKNOWN) {}

    public function data($object = UNKNOWN) {}

    /** Arguments are not counted. @raw @any-count */
    public function reset() {}
}
