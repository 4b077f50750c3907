<?php

/** An open file, line by line. @object-handlers file_object::object_handlers */
class SplFileObject extends SplFileInfo implements RecursiveIterator, SeekableIterator
{
    public const int DROP_NEW_LINE = 1;
    public const int READ_AHEAD = 2;
    public const int SKIP_EMPTY = 4;
    public const int READ_CSV = 8;

    /** @path $filename */
    public function __construct(string $filename, string $mode = "r", bool $useIncludePath = false, $context = null) {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function eof(): bool {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function fgets(): string {}

    /** @tentative-return */
    public function fread(int $length): string|false {}

    /** @optional $separator @optional $enclosure @optional $escape @tentative-return */
    public function fgetcsv(string $separator = ",", string $enclosure = "\"", string $escape = "\\"): array|false {}

    /** @optional $separator @optional $enclosure @optional $escape @tentative-return */
    public function fputcsv(array $fields, string $separator = ",", string $enclosure = "\"", string $escape = "\\", string $eol = "\n"): int|false {}

    /** @optional $escape @tentative-return */
    public function setCsvControl(string $separator = ",", string $enclosure = "\"", string $escape = "\\"): void {}

    /** @tentative-return */
    public function getCsvControl(): array {}

    /** @tentative-return */
    public function flock(int $operation, &$wouldBlock = null): bool {}

    /** @tentative-return */
    public function fflush(): bool {}

    /** @tentative-return */
    public function ftell(): int|false {}

    /** @tentative-return */
    public function fseek(int $offset, int $whence = SEEK_SET): int {}

    /** @tentative-return */
    public function fgetc(): string|false {}

    /** @tentative-return */
    public function fpassthru(): int {}

    /** @tentative-return */
    public function fscanf(string $format, mixed &...$vars): array|int|null {}

    /** @optional $length @tentative-return */
    public function fwrite(string $data, int $length = 0): int|false {}

    /** @tentative-return */
    public function fstat(): array {}

    /** @tentative-return */
    public function ftruncate(int $size): bool {}

    /** @tentative-return */
    public function current(): string|array|false {}

    /** @tentative-return */
    public function key(): int {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function setFlags(int $flags): void {}

    /** @tentative-return */
    public function getFlags(): int {}

    /** @tentative-return */
    public function setMaxLineLen(int $maxLength): void {}

    /** @tentative-return */
    public function getMaxLineLen(): int {}

    /** @tentative-return */
    public function hasChildren(): false {}

    /** @tentative-return */
    public function getChildren(): null {}

    /** @tentative-return */
    public function seek(int $line): void {}

    /** @alias SplFileObject::fgets @tentative-return */
    public function getCurrentLine(): string {}

    public function __toString(): string {}
}

/** An open temporary file. */
class SplTempFileObject extends SplFileObject
{
    /** @optional $maxMemory */
    public function __construct(int $maxMemory = 2 * 1024 * 1024) {}
}
