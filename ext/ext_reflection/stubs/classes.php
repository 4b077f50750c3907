<?php

/** A class, interface, trait or enum. @module class @object-handlers subject::object_handlers */
class ReflectionClass implements Reflector
{
    public const int IS_IMPLICIT_ABSTRACT = 16;
    public const int IS_EXPLICIT_ABSTRACT = 64;
    public const int IS_FINAL = 32;
    public const int IS_READONLY = 65536;
    public const int SKIP_INITIALIZATION_ON_SERIALIZE = 8;
    public const int SKIP_DESTRUCTOR = 16;
    public string $name;

    /** @body subject::clone */
    private function __clone(): void {}

    public function __construct(object|string $objectOrClass) {}

    public function __toString(): string {}

    /** @tentative-return */
    public function getName(): string {}

    /** @tentative-return */
    public function isInternal(): bool {}

    /** @tentative-return */
    public function isUserDefined(): bool {}

    /** @tentative-return */
    public function isAnonymous(): bool {}

    /** @tentative-return */
    public function isInstantiable(): bool {}

    /** @tentative-return */
    public function isCloneable(): bool {}

    /** @tentative-return */
    public function getFileName(): string|false {}

    /** @tentative-return */
    public function getStartLine(): int|false {}

    /** @tentative-return */
    public function getEndLine(): int|false {}

    /** @tentative-return */
    public function getDocComment(): string|false {}

    /** @tentative-return */
    public function getConstructor(): ?ReflectionMethod {}

    /** @tentative-return */
    public function hasMethod(string $name): bool {}

    /** @tentative-return */
    public function getMethod(string $name): ReflectionMethod {}

    /** @tentative-return */
    public function getMethods(?int $filter = null): array {}

    /** @tentative-return */
    public function hasProperty(string $name): bool {}

    /** @tentative-return */
    public function getProperty(string $name): ReflectionProperty {}

    /** @tentative-return */
    public function getProperties(?int $filter = null): array {}

    /** @tentative-return */
    public function hasConstant(string $name): bool {}

    /** @tentative-return */
    public function getConstants(?int $filter = null): array {}

    /** @tentative-return */
    public function getReflectionConstants(?int $filter = null): array {}

    /** @tentative-return */
    public function getConstant(string $name): mixed {}

    /** @tentative-return */
    public function getReflectionConstant(string $name): ReflectionClassConstant|false {}

    /** @tentative-return */
    public function getInterfaces(): array {}

    /** @tentative-return */
    public function getInterfaceNames(): array {}

    /** @tentative-return */
    public function isInterface(): bool {}

    /** @tentative-return */
    public function getTraits(): array {}

    /** @tentative-return */
    public function getTraitNames(): array {}

    /** @tentative-return */
    public function getTraitAliases(): array {}

    /** @tentative-return */
    public function isTrait(): bool {}

    public function isEnum(): bool {}

    /** @tentative-return */
    public function isAbstract(): bool {}

    /** @tentative-return */
    public function isFinal(): bool {}

    public function isReadOnly(): bool {}

    /** @tentative-return */
    public function getModifiers(): int {}

    /** @tentative-return */
    public function isInstance(object $object): bool {}

    /** @tentative-return @named */
    public function newInstance(mixed ...$args): object {}

    /** @tentative-return */
    public function newInstanceWithoutConstructor(): object {}

    /** @tentative-return */
    public function newInstanceArgs(array $args = []): ?object {}

    /** @value $initializer */
    public function newLazyGhost(callable $initializer, int $options = 0): object {}

    /** @value $factory */
    public function newLazyProxy(callable $factory, int $options = 0): object {}

    /** @value $initializer */
    public function resetAsLazyGhost(object $object, callable $initializer, int $options = 0): void {}

    /** @value $factory */
    public function resetAsLazyProxy(object $object, callable $factory, int $options = 0): void {}

    public function initializeLazyObject(object $object): object {}

    public function isUninitializedLazyObject(object $object): bool {}

    public function markLazyObjectAsInitialized(object $object): object {}

    public function getLazyInitializer(object $object): ?callable {}

    /** @tentative-return */
    public function getParentClass(): ReflectionClass|false {}

    /** @tentative-return */
    public function isSubclassOf(ReflectionClass|string $class): bool {}

    /** @tentative-return */
    public function getStaticProperties(): array {}

    /** @tentative-return */
    public function getStaticPropertyValue(string $name, mixed $default = UNKNOWN): mixed {}

    /** @tentative-return */
    public function setStaticPropertyValue(string $name, mixed $value): void {}

    /** @tentative-return */
    public function getDefaultProperties(): array {}

    /** @tentative-return */
    public function isIterable(): bool {}

    /** @tentative-return @alias ReflectionClass::isIterable */
    public function isIterateable(): bool {}

    /** @tentative-return */
    public function implementsInterface(ReflectionClass|string $interface): bool {}

    /** @tentative-return */
    public function getExtension(): ?ReflectionExtension {}

    /** @tentative-return */
    public function getExtensionName(): string|false {}

    /** @tentative-return */
    public function inNamespace(): bool {}

    /** @tentative-return */
    public function getNamespaceName(): string {}

    /** @tentative-return */
    public function getShortName(): string {}

    public function getAttributes(?string $name = null, int $flags = 0): array {}
}

/** The class of an object, and its dynamic properties. @module class::object @object-handlers subject::object_handlers */
class ReflectionObject extends ReflectionClass
{
    public function __construct(object $object) {}
}
