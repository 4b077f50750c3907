<?php

namespace Random
{
    /** Where random bits come from. */
    interface Engine
    {
        public function generate(): string;
    }

    /** An engine that nobody can guess. */
    interface CryptoSafeEngine extends Engine {}

    /** Something is wrong with the source. */
    class RandomError extends \Error {}

    /** An engine of a program does not do what engines do. */
    class BrokenRandomEngineError extends RandomError {}

    /** The system has no random bits. */
    class RandomException extends \Exception {}
}

namespace Random\Engine
{
    /** @module mt19937 @object-handlers mt19937::object_handlers */
    final class Mt19937 implements \Random\Engine
    {
        public function __construct(?int $seed = null, int $mode = MT_RAND_MT19937) {}

        /** @body engines::generate */
        public function generate(): string {}

        /** @body engines::serialize */
        public function __serialize(): array {}

        /** @body engines::unserialize */
        public function __unserialize(array $data): void {}

        /** @body engines::debug_info */
        public function __debugInfo(): array {}
    }

    /** @module pcg @object-handlers pcg::object_handlers */
    final class PcgOneseq128XslRr64 implements \Random\Engine
    {
        public function __construct(string|int|null $seed = null) {}

        /** @body engines::generate */
        public function generate(): string {}

        public function jump(int $advance): void {}

        /** @body engines::serialize */
        public function __serialize(): array {}

        /** @body engines::unserialize */
        public function __unserialize(array $data): void {}

        /** @body engines::debug_info */
        public function __debugInfo(): array {}
    }

    /** @module xoshiro @object-handlers xoshiro::object_handlers */
    final class Xoshiro256StarStar implements \Random\Engine
    {
        public function __construct(string|int|null $seed = null) {}

        /** @body engines::generate */
        public function generate(): string {}

        public function jump(): void {}

        public function jumpLong(): void {}

        /** @body engines::serialize */
        public function __serialize(): array {}

        /** @body engines::unserialize */
        public function __unserialize(array $data): void {}

        /** @body engines::debug_info */
        public function __debugInfo(): array {}
    }

    /** @module engines @object-handlers engines::secure */
    final class Secure implements \Random\CryptoSafeEngine
    {
        public function generate(): string {}
    }
}
