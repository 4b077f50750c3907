<?php

/** @module builtins::generator @object-handlers builtins::generator::object_handlers */
final class Generator implements Iterator
{
    public function rewind(): void {}

    /** @resumes */
    public function valid(): bool {}

    /** @resumes */
    public function current(): mixed {}

    /** @resumes */
    public function key(): mixed {}

    /** @resumes */
    public function next(): void {}

    /** @resumes */
    public function send(mixed $value): mixed {}

    public function throw(Throwable $exception): mixed {}

    public function getReturn(): mixed {}

    public function __debugInfo(): array {}
}

class ClosedGeneratorException extends Exception {}
