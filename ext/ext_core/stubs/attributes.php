<?php

#[Attribute(Attribute::TARGET_CLASS)]
final class Attribute
{
    const int TARGET_CLASS = 1;
    const int TARGET_FUNCTION = 2;
    const int TARGET_METHOD = 4;
    const int TARGET_PROPERTY = 8;
    const int TARGET_CLASS_CONSTANT = 16;
    const int TARGET_PARAMETER = 32;
    const int TARGET_ALL = 63;
    const int IS_REPEATABLE = 64;

    public int $flags;

    public function __construct(int $flags = Attribute::TARGET_ALL) {}
}

#[Attribute(Attribute::TARGET_METHOD)]
final class ReturnTypeWillChange
{
    /** @body attributes::nothing */
    public function __construct() {}
}

#[Attribute(Attribute::TARGET_CLASS)]
final class AllowDynamicProperties
{
    /** @body attributes::nothing */
    public function __construct() {}
}

/** @object-handlers attributes::strict */
#[Attribute(Attribute::TARGET_PARAMETER)]
final class SensitiveParameter
{
    /** @body attributes::nothing */
    public function __construct() {}
}

/** @object-handlers attributes::sensitive_value */
final class SensitiveParameterValue
{
    private readonly mixed $value;

    public function __construct(mixed $value) {}

    public function getValue(): mixed {}

    public function __debugInfo(): array {}
}

/** @object-handlers attributes::strict */
#[Attribute(Attribute::TARGET_METHOD)]
final class Override
{
    /** @body attributes::nothing */
    public function __construct() {}
}

/** @object-handlers attributes::strict */
#[Attribute(Attribute::TARGET_METHOD | Attribute::TARGET_FUNCTION | Attribute::TARGET_CLASS_CONSTANT)]
final class Deprecated
{
    public readonly ?string $message;

    public readonly ?string $since;

    public function __construct(?string $message = null, ?string $since = null) {}
}

/** @since 8.5 @object-handlers attributes::strict */
#[Attribute(Attribute::TARGET_METHOD | Attribute::TARGET_FUNCTION)]
final class NoDiscard
{
    public readonly ?string $message;

    public function __construct(?string $message = null) {}
}

/** @since 8.5 @object-handlers attributes::strict */
#[Attribute(Attribute::TARGET_ALL)]
final class DelayedTargetValidation
{
    /** @body attributes::nothing */
    public function __construct() {}
}
