<?php

/** A file or directory in an archive. */
class PharFileInfo extends SplFileInfo
{

    /** @path $filename */
    public function __construct(string $filename) {}

    public function __destruct() {}

    /** @tentative-return */
    public function chmod(int $perms): void {}

    /** @tentative-return */
    public function compress(int $compression): true {}

    /** @tentative-return */
    public function decompress(): true {}

    /** @tentative-return */
    public function delMetadata(): true {}

    /** @tentative-return */
    public function getCompressedSize(): int {}

    /** @tentative-return */
    public function getContent(): string {}

    /** @tentative-return */
    public function getCRC32(): int {}

    /** @tentative-return */
    public function getMetadata(array $unserializeOptions = []): mixed {}

    /** @tentative-return */
    public function getPharFlags(): int {}

    /** @tentative-return */
    public function hasMetadata(): bool {}

    /** @tentative-return */
    public function isCompressed(?int $compression = null): bool {}

    /** @tentative-return */
    public function isCRCChecked(): bool {}

    /** @tentative-return */
    public function setMetadata(mixed $metadata): void {}
}
