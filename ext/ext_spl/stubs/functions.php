<?php

/** Names of all interfaces of a class. */
function class_implements($object_or_class, bool $autoload = true): array|false {}

/** Names of all parents of a class. */
function class_parents($object_or_class, bool $autoload = true): array|false {}

/** Names of the traits that a class itself uses. */
function class_uses($object_or_class, bool $autoload = true): array|false {}

/** Names of this extension's classes. */
function spl_classes(): array {}

/** A string that no other living object has. */
function spl_object_hash(object $object): string {}

/** A number that no other living object has. */
function spl_object_id(object $object): int {}

/** Calls a function for each element until it does not return true. */
function iterator_apply(Traversable $iterator, callable $callback, ?array $args = null): int {}

/** Counts the elements by walking over them. */
function iterator_count(Traversable|array $iterator): int {}

/** Collects the elements. @value $iterator */
function iterator_to_array(Traversable|array $iterator, bool $preserve_keys = true): array {}
