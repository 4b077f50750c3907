<?php

/** @module builtins::fiber @object-handlers builtins::fiber::object_handlers */
final class Fiber
{
    public function __construct(callable $callback) {}

    /** @named */
    public function start(mixed ...$args): mixed {}

    public function resume(mixed $value = null): mixed {}

    public function throw(Throwable $exception): mixed {}

    public function isStarted(): bool {}

    public function isSuspended(): bool {}

    public function isRunning(): bool {}

    public function isTerminated(): bool {}

    public function getReturn(): mixed {}

    public static function getCurrent(): ?Fiber {}

    public static function suspend(mixed $value = null): mixed {}
}

final class FiberError extends Error
{
    /** @body builtins::fiber::error_construct */
    public function __construct() {}
}
