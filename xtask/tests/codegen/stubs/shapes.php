<?php
/**
 * One of each: what stubs can say.
 *
 * @module shapes
 * @ini shapes.on "1" all
 * @ini shapes.secret null system
 */

namespace {
    /** @cvalue crate::shapes::LIMIT @var int */
    const SHAPES_LIMIT = UNKNOWN;
    /** @cvalue shapes::table */
    const SHAPES_TABLE = UNKNOWN;
    const SHAPES_LIST = [1, 'a' => [2, null], -1.5];
    /** @deprecated */
    const SHAPES_OLD = SHAPES_MASK & ~2;
    const SHAPES_MASK = 1 | 2 | 8;

    function by_ref_array(array &$array, mixed ...$values): int {}

    function variadic_refs(string $string, mixed &...$vars): array|int|null {}

    /** @prefer-ref $array, $rest */
    function prefers_refs(&$array, &...$rest): bool {}

    function optional_ref(string $pattern, &$matches = null, int $flags = 0): int|false {}

    function callables(?callable $callback, array $array, callable $required, array ...$arrays): array {}

    /** @value $callback */
    function callable_value(?callable $callback = null): mixed {}

    /** @pure @compile-time-eval */
    function string_default(string $string, string $characters = " \n\r\t\v\0"): string {}

    function enum_default(int|float $num, int $precision = SHAPES_LIMIT, int|Shape $mode = Shape::Round): float {}

    function nullable(?int $a = null, ?array $b = [], ?float $c = 1.5, array|string|null $d = null): void {}

    /** @path $filename @param resource|null $context */
    function resources(string $filename, bool $use_include_path = false, $context = null) {}

    function typed_refs(array|object &$array, ?string &$text = null): mixed {}

    /** @raw */
    function raw(int $a, mixed ...$rest): mixed {}

    /** @deprecated since 8.1, use other() instead @no-discard */
    function old(#[\SensitiveParameter] string $password, \Countable&\Traversable $x = UNKNOWN): iterable {}

    function names_in_the_way(mixed $match, mixed $args, mixed $type = 5, mixed $this_ = UNKNOWN): void {}

    /** @alias string_default */
    function alias_of(string $string, string $characters = " \n\r\t\v\0"): string {}

    /** @name exit */
    function exit_(string|int $status = 0): never {}

    enum Shape: int
    {
        case Round = 1;
        case Square = 1 | 2;
        const Best = self::Round;

        public static function make(int|string $v): static {}
    }
}

namespace Shapes {
    interface Engine
    {
        const int SIZE = SHAPES_MASK;

        public function generate(): string;
    }

    /** @object-handlers shapes::object_handlers */
    #[\AllowDynamicProperties]
    abstract class Base implements Engine
    {
        protected static ?int $count = 5;
        public readonly array $list;

        public function __serialize(): array {}

        public function serialize(): string {}

        /** @tentative-return */
        abstract protected function copy(self $x): static;

        final public static function &pair(Base $b, ?Engine $c = null, \Closure|null $d = null): void {}
    }

    /** @module shapes::twister */
    final class Twister extends Base implements \Countable
    {
        /** @optional $seed */
        public function __construct(int $seed = 0, string $loadHTML = "") {}

        public function copy(Base $x): static {}

        /** @alias Shapes\Base::serialize */
        public function export(): string {}
    }
}
