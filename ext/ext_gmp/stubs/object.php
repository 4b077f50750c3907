<?php

/**
 * An integer of any size.
 *
 * @module object
 * @object-handlers object::object_handlers
 */
final class GMP
{
    /** @unchecked $num @optional $num */
    public function __construct(int|string $num = 0, int $base = 0) {}

    public function __serialize(): array {}

    public function __unserialize(array $data): void {}
}
