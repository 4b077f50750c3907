<?php

/** What reflection throws. */
class ReflectionException extends Exception
{
}

/** Helpers. @module reflection */
class Reflection
{
    /** @tentative-return */
    public static function getModifierNames(int $modifiers): array {}
}

/** What can be shown as a text. */
interface Reflector extends Stringable
{
}

/** What functions and methods have in common. @module function_abstract @object-handlers subject::object_handlers */
abstract class ReflectionFunctionAbstract implements Reflector
{
    public string $name;

    /** @body subject::clone */
    private function __clone(): void {}

    /** @tentative-return */
    public function inNamespace(): bool {}

    /** @tentative-return */
    public function isClosure(): bool {}

    /** @tentative-return */
    public function isDeprecated(): bool {}

    /** @tentative-return */
    public function isInternal(): bool {}

    /** @tentative-return */
    public function isUserDefined(): bool {}

    /** @tentative-return */
    public function isGenerator(): bool {}

    /** @tentative-return */
    public function isVariadic(): bool {}

    /** @tentative-return */
    public function isStatic(): bool {}

    /** @tentative-return */
    public function getClosureThis(): ?object {}

    /** @tentative-return */
    public function getClosureScopeClass(): ?ReflectionClass {}

    /** @tentative-return */
    public function getClosureCalledClass(): ?ReflectionClass {}

    public function getClosureUsedVariables(): array {}

    /** @tentative-return */
    public function getDocComment(): string|false {}

    /** @tentative-return */
    public function getEndLine(): int|false {}

    /** @tentative-return */
    public function getExtension(): ?ReflectionExtension {}

    /** @tentative-return */
    public function getExtensionName(): string|false {}

    /** @tentative-return */
    public function getFileName(): string|false {}

    /** @tentative-return */
    public function getName(): string {}

    /** @tentative-return */
    public function getNamespaceName(): string {}

    /** @tentative-return */
    public function getNumberOfParameters(): int {}

    /** @tentative-return */
    public function getNumberOfRequiredParameters(): int {}

    /** @tentative-return */
    public function getParameters(): array {}

    /** @tentative-return */
    public function getShortName(): string {}

    /** @tentative-return */
    public function getStartLine(): int|false {}

    /** @tentative-return */
    public function getStaticVariables(): array {}

    /** @tentative-return */
    public function returnsReference(): bool {}

    /** @tentative-return */
    public function hasReturnType(): bool {}

    /** @tentative-return */
    public function getReturnType(): ?ReflectionType {}

    public function hasTentativeReturnType(): bool {}

    public function getTentativeReturnType(): ?ReflectionType {}

    public function getAttributes(?string $name = null, int $flags = 0): array {}
}

/** A function or closure. @module function @object-handlers subject::object_handlers */
class ReflectionFunction extends ReflectionFunctionAbstract
{
    public const int IS_DEPRECATED = 2048;

    public function __construct(Closure|string $function) {}

    public function __toString(): string {}

    public function isAnonymous(): bool {}

    /** @tentative-return @deprecated since 8.0, as ReflectionFunction can no longer be constructed for disabled functions */
    public function isDisabled(): bool {}

    /** @tentative-return @named */
    public function invoke(mixed ...$args): mixed {}

    /** @tentative-return */
    public function invokeArgs(array $args): mixed {}

    /** @tentative-return */
    public function getClosure(): Closure {}
}

/** A generator, running or suspended. @module generator @object-handlers subject::object_handlers */
final class ReflectionGenerator
{
    public function __construct(Generator $generator) {}

    /** @tentative-return */
    public function getExecutingLine(): int {}

    /** @tentative-return */
    public function getExecutingFile(): string {}

    /** @tentative-return */
    public function getTrace(int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT): array {}

    /** @tentative-return */
    public function getFunction(): ReflectionFunctionAbstract {}

    /** @tentative-return */
    public function getThis(): ?object {}

    /** @tentative-return */
    public function getExecutingGenerator(): Generator {}

    public function isClosed(): bool {}
}

/** A parameter. @module parameter @object-handlers subject::object_handlers */
class ReflectionParameter implements Reflector
{
    public string $name;

    /** @body subject::clone */
    private function __clone(): void {}

    public function __construct($function, string|int $param) {}

    public function __toString(): string {}

    /** @tentative-return */
    public function getName(): string {}

    /** @tentative-return */
    public function isPassedByReference(): bool {}

    /** @tentative-return */
    public function canBePassedByValue(): bool {}

    /** @tentative-return */
    public function getDeclaringFunction(): ReflectionFunctionAbstract {}

    /** @tentative-return */
    public function getDeclaringClass(): ?ReflectionClass {}

    /** @tentative-return @deprecated since 8.0, use ReflectionParameter::getType() instead */
    public function getClass(): ?ReflectionClass {}

    /** @tentative-return */
    public function hasType(): bool {}

    /** @tentative-return */
    public function getType(): ?ReflectionType {}

    /** @tentative-return @deprecated since 8.0, use ReflectionParameter::getType() instead */
    public function isArray(): bool {}

    /** @tentative-return @deprecated since 8.0, use ReflectionParameter::getType() instead */
    public function isCallable(): bool {}

    /** @tentative-return */
    public function allowsNull(): bool {}

    /** @tentative-return */
    public function getPosition(): int {}

    /** @tentative-return */
    public function isOptional(): bool {}

    /** @tentative-return */
    public function isDefaultValueAvailable(): bool {}

    /** @tentative-return */
    public function getDefaultValue(): mixed {}

    /** @tentative-return */
    public function isDefaultValueConstant(): bool {}

    /** @tentative-return */
    public function getDefaultValueConstantName(): ?string {}

    /** @tentative-return */
    public function isVariadic(): bool {}

    public function isPromoted(): bool {}

    public function getAttributes(?string $name = null, int $flags = 0): array {}
}

/** A declared type. @module types::reflection_type @object-handlers subject::object_handlers */
abstract class ReflectionType implements Stringable
{
    /** @body subject::clone */
    private function __clone(): void {}

    /** @tentative-return */
    public function allowsNull(): bool {}

    public function __toString(): string {}
}

/** A single type, possibly nullable. @module types::named_type @object-handlers subject::object_handlers */
class ReflectionNamedType extends ReflectionType
{
    /** @tentative-return */
    public function getName(): string {}

    /** @tentative-return */
    public function isBuiltin(): bool {}
}

/** Any of several types. @module types::union_type @object-handlers subject::object_handlers */
class ReflectionUnionType extends ReflectionType
{
    public function getTypes(): array {}
}

/** All of several types. @module types::intersection_type @object-handlers subject::object_handlers */
class ReflectionIntersectionType extends ReflectionType
{
    public function getTypes(): array {}
}

/** A method. @module method @object-handlers subject::object_handlers */
class ReflectionMethod extends ReflectionFunctionAbstract
{
    public const int IS_STATIC = 16;
    public const int IS_PUBLIC = 1;
    public const int IS_PROTECTED = 2;
    public const int IS_PRIVATE = 4;
    public const int IS_ABSTRACT = 64;
    public const int IS_FINAL = 32;
    public string $class;

    /** @raw */
    public function __construct(object|string $objectOrMethod, ?string $method = null) {}

    public static function createFromMethodName(string $method): static {}

    public function __toString(): string {}

    /** @tentative-return */
    public function isPublic(): bool {}

    /** @tentative-return */
    public function isPrivate(): bool {}

    /** @tentative-return */
    public function isProtected(): bool {}

    /** @tentative-return */
    public function isAbstract(): bool {}

    /** @tentative-return */
    public function isFinal(): bool {}

    /** @tentative-return */
    public function isConstructor(): bool {}

    /** @tentative-return */
    public function isDestructor(): bool {}

    /** @tentative-return */
    public function getClosure(?object $object = null): Closure {}

    /** @tentative-return */
    public function getModifiers(): int {}

    /** @tentative-return @named @raw @any-count */
    public function invoke(?object $object, mixed ...$args): mixed {}

    /** @tentative-return @raw @any-count */
    public function invokeArgs(?object $object, array $args): mixed {}

    /** @tentative-return */
    public function getDeclaringClass(): ReflectionClass {}

    /** @tentative-return */
    public function getPrototype(): ReflectionMethod {}

    public function hasPrototype(): bool {}

    /** @tentative-return */
    public function setAccessible(bool $accessible): void {}
}
