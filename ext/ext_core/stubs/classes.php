<?php

/** The name of an object's class. */
function get_class(object $object = UNKNOWN): string {}

/** The late-static-binding class of the calling method. */
function get_called_class(): string {}

/** The name of the parent class. @unchecked $object_or_class */
function get_parent_class(object|string $object_or_class = UNKNOWN): string|false {}

/** Whether the class is a descendant of the other one, or implements it. */
function is_subclass_of(mixed $object_or_class, string $class, bool $allow_string = true): bool {}

/** Whether the class is the other one, a descendant of it, or implements it. */
function is_a(mixed $object_or_class, string $class, bool $allow_string = false): bool {}

/** Default values of the properties that the caller may see. */
function get_class_vars(string $class): array {}

/** The properties that the caller may see. */
function get_object_vars(object $object): array {}

/** All properties under their internal names. */
function get_mangled_object_vars(object $object): array {}

/** Names of the methods that the caller may see. @unchecked $object_or_class */
function get_class_methods(object|string $object_or_class): array {}

/** Whether the class has the method, visible or not. */
function method_exists($object_or_class, string $method): bool {}

/** Whether the class or object has the property, visible or not. @frameless 2 */
function property_exists($object_or_class, string $property): bool {}

/** Whether a class of that name exists; enums are classes. @frameless 1, 2 */
function class_exists(string $class, bool $autoload = true): bool {}

/** Whether an interface of that name exists. */
function interface_exists(string $interface, bool $autoload = true): bool {}

/** Whether a trait of that name exists. */
function trait_exists(string $trait, bool $autoload = true): bool {}

/** Whether an enum of that name exists. */
function enum_exists(string $enum, bool $autoload = true): bool {}

/** Gives a class a second name. */
function class_alias(string $class, string $alias, bool $autoload = true): bool {}

/** Names of all classes, enums included. */
function get_declared_classes(): array {}

/** Names of all traits. */
function get_declared_traits(): array {}

/** Names of all interfaces. */
function get_declared_interfaces(): array {}
