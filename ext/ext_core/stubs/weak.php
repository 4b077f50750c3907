<?php

/** @module weak::reference @object-handlers weak::reference::object_handlers */
final class WeakReference
{
    public function __construct() {}

    public static function create(object $object): WeakReference {}

    public function get(): ?object {}
}

/** @module weak::map @object-handlers weak::map::object_handlers */
final class WeakMap implements ArrayAccess, Countable, IteratorAggregate
{
    public function offsetGet($object): mixed {}

    public function offsetSet($object, mixed $value): void {}

    public function offsetExists($object): bool {}

    public function offsetUnset($object): void {}

    public function count(): int {}

    public function getIterator(): Iterator {}
}
