<?php

/** @module builtins::closure @object-handlers builtins::closure::object_handlers */
final class Closure
{
    private function __construct() {}

    public static function bind(Closure $closure, ?object $newThis, object|string|null $newScope = "static"): ?Closure {}

    public function bindTo(?object $newThis, object|string|null $newScope = "static"): ?Closure {}

    /** @named */
    public function call(object $newThis, mixed ...$args): mixed {}

    /** @unchecked $callback */
    public static function fromCallable(callable $callback): Closure {}

    /** The closure that is running. @since 8.5 */
    public static function getCurrent(): Closure {}
}
