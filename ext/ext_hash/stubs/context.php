<?php

/** Keyed digests are asked for. */
const HASH_HMAC = 1;

/** A digest in the making. @module context @object-handlers context::object_handlers */
final class HashContext
{
    private function __construct() {}

    public function __serialize(): array {}

    public function __unserialize(array $data): void {}

    public function __debugInfo(): array {}
}
