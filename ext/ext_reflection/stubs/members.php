<?php

/** A property. @module property @object-handlers subject::object_handlers */
class ReflectionProperty implements Reflector
{
    public const int IS_STATIC = 16;
    public const int IS_READONLY = 128;
    public const int IS_PUBLIC = 1;
    public const int IS_PROTECTED = 2;
    public const int IS_PRIVATE = 4;
    public const int IS_ABSTRACT = 64;
    public const int IS_PROTECTED_SET = 2048;
    public const int IS_PRIVATE_SET = 4096;
    public const int IS_VIRTUAL = 512;
    public const int IS_FINAL = 32;
    public string $name;
    public string $class;

    /** @body subject::clone */
    private function __clone(): void {}

    public function __construct(object|string $class, string $property) {}

    public function __toString(): string {}

    /** @tentative-return */
    public function getName(): string {}

    /** @tentative-return */
    public function getValue(?object $object = null): mixed {}

    /** @tentative-return @raw */
    public function setValue(mixed $objectOrValue, mixed $value = UNKNOWN): void {}

    public function getRawValue(object $object): mixed {}

    public function setRawValue(object $object, mixed $value): void {}

    public function setRawValueWithoutLazyInitialization(object $object, mixed $value): void {}

    public function skipLazyInitialization(object $object): void {}

    public function isLazy(object $object): bool {}

    /** @tentative-return */
    public function isInitialized(?object $object = null): bool {}

    /** @tentative-return */
    public function isPublic(): bool {}

    /** @tentative-return */
    public function isPrivate(): bool {}

    /** @tentative-return */
    public function isProtected(): bool {}

    public function isPrivateSet(): bool {}

    public function isProtectedSet(): bool {}

    /** @tentative-return */
    public function isStatic(): bool {}

    public function isReadOnly(): bool {}

    /** @tentative-return */
    public function isDefault(): bool {}

    public function isDynamic(): bool {}

    public function isAbstract(): bool {}

    public function isVirtual(): bool {}

    public function isPromoted(): bool {}

    /** @tentative-return */
    public function getModifiers(): int {}

    /** @tentative-return */
    public function getDeclaringClass(): ReflectionClass {}

    /** @tentative-return */
    public function getDocComment(): string|false {}

    /** @tentative-return */
    public function setAccessible(bool $accessible): void {}

    /** @tentative-return */
    public function getType(): ?ReflectionType {}

    public function getSettableType(): ?ReflectionType {}

    /** @tentative-return */
    public function hasType(): bool {}

    public function hasDefaultValue(): bool {}

    /** @tentative-return */
    public function getDefaultValue(): mixed {}

    public function getAttributes(?string $name = null, int $flags = 0): array {}

    public function hasHooks(): bool {}

    public function getHooks(): array {}

    public function hasHook(PropertyHookType $type): bool {}

    public function getHook(PropertyHookType $type): ?ReflectionMethod {}

    public function isFinal(): bool {}
}

/** A constant of a class. @module class_constant @object-handlers subject::object_handlers */
class ReflectionClassConstant implements Reflector
{
    public const int IS_PUBLIC = 1;
    public const int IS_PROTECTED = 2;
    public const int IS_PRIVATE = 4;
    public const int IS_FINAL = 32;
    public string $name;
    public string $class;

    /** @body subject::clone */
    private function __clone(): void {}

    public function __construct(object|string $class, string $constant) {}

    public function __toString(): string {}

    /** @tentative-return */
    public function getName(): string {}

    /** @tentative-return */
    public function getValue(): mixed {}

    /** @tentative-return */
    public function isPublic(): bool {}

    /** @tentative-return */
    public function isPrivate(): bool {}

    /** @tentative-return */
    public function isProtected(): bool {}

    public function isFinal(): bool {}

    /** @tentative-return */
    public function getModifiers(): int {}

    /** @tentative-return */
    public function getDeclaringClass(): ReflectionClass {}

    /** @tentative-return */
    public function getDocComment(): string|false {}

    public function getAttributes(?string $name = null, int $flags = 0): array {}

    public function isEnumCase(): bool {}

    public function isDeprecated(): bool {}

    public function hasType(): bool {}

    public function getType(): ?ReflectionType {}
}

/** An extension. @module extension @object-handlers subject::object_handlers */
class ReflectionExtension implements Reflector
{
    public string $name;

    /** @body subject::clone */
    private function __clone(): void {}

    public function __construct(string $name) {}

    public function __toString(): string {}

    /** @tentative-return */
    public function getName(): string {}

    /** @tentative-return */
    public function getVersion(): ?string {}

    /** @tentative-return */
    public function getFunctions(): array {}

    /** @tentative-return */
    public function getConstants(): array {}

    /** @tentative-return */
    public function getINIEntries(): array {}

    /** @tentative-return */
    public function getClasses(): array {}

    /** @tentative-return */
    public function getClassNames(): array {}

    /** @tentative-return */
    public function getDependencies(): array {}

    /** @tentative-return */
    public function info(): void {}

    /** @tentative-return */
    public function isPersistent(): bool {}

    /** @tentative-return */
    public function isTemporary(): bool {}
}

/** An extension of the engine, of which there are none. @module zend_extension @object-handlers subject::object_handlers */
class ReflectionZendExtension implements Reflector
{
    public string $name;

    /** @body subject::clone */
    private function __clone(): void {}

    public function __construct(string $name) {}

    public function __toString(): string {}

    /** @tentative-return */
    public function getName(): string {}

    /** @tentative-return */
    public function getVersion(): string {}

    /** @tentative-return */
    public function getAuthor(): string {}

    /** @tentative-return */
    public function getURL(): string {}

    /** @tentative-return */
    public function getCopyright(): string {}
}

/** A reference in an array. @module reference @object-handlers subject::object_handlers */
final class ReflectionReference
{
    public static function fromArrayElement(array $array, string|int $key): ?ReflectionReference {}

    public function getId(): string {}

    /** @body subject::clone */
    private function __clone(): void {}

    private function __construct() {}
}

/** An attribute where it is written. @module attribute @object-handlers subject::object_handlers */
class ReflectionAttribute implements Reflector
{
    public const int IS_INSTANCEOF = 2;
    public string $name;

    public function getName(): string {}

    public function getTarget(): int {}

    public function isRepeated(): bool {}

    public function getArguments(): array {}

    public function newInstance(): object {}

    public function __toString(): string {}

    /** @body subject::clone */
    private function __clone(): void {}

    /** @raw @any-count */
    private function __construct() {}
}
