<?php

/** A file by its name. @object-handlers files::object_handlers */
class SplFileInfo implements Stringable
{
    /** @path $filename */
    public function __construct(string $filename) {}

    /** @tentative-return */
    public function getPath(): string {}

    /** @tentative-return */
    public function getFilename(): string {}

    /** @tentative-return */
    public function getExtension(): string {}

    /** @tentative-return */
    public function getBasename(string $suffix = ""): string {}

    /** @tentative-return */
    public function getPathname(): string {}

    /** @tentative-return */
    public function getPerms(): int|false {}

    /** @tentative-return */
    public function getInode(): int|false {}

    /** @tentative-return */
    public function getSize(): int|false {}

    /** @tentative-return */
    public function getOwner(): int|false {}

    /** @tentative-return */
    public function getGroup(): int|false {}

    /** @tentative-return */
    public function getATime(): int|false {}

    /** @tentative-return */
    public function getMTime(): int|false {}

    /** @tentative-return */
    public function getCTime(): int|false {}

    /** @tentative-return */
    public function getType(): string|false {}

    /** @tentative-return */
    public function isWritable(): bool {}

    /** @tentative-return */
    public function isReadable(): bool {}

    /** @tentative-return */
    public function isExecutable(): bool {}

    /** @tentative-return */
    public function isFile(): bool {}

    /** @tentative-return */
    public function isDir(): bool {}

    /** @tentative-return */
    public function isLink(): bool {}

    /** @tentative-return */
    public function getLinkTarget(): string|false {}

    /** @tentative-return */
    public function getRealPath(): string|false {}

    /** @tentative-return */
    public function getFileInfo(?string $class = null): SplFileInfo {}

    /** @tentative-return */
    public function getPathInfo(?string $class = null): ?SplFileInfo {}

    /** @tentative-return */
    public function openFile(string $mode = "r", bool $useIncludePath = false, $context = null): SplFileObject {}

    /** @tentative-return */
    public function setFileClass(string $class = SplFileObject::class): void {}

    /** @tentative-return */
    public function setInfoClass(string $class = SplFileInfo::class): void {}

    /** @alias SplFileInfo::getPathname */
    public function __toString(): string {}

    /** @tentative-return */
    public function __debugInfo(): array {}

    /** @tentative-return @deprecated since 8.2 */
    final public function _bad_state_ex(): void {}
}

/** What is in a directory. @object-handlers files::directory_object_handlers */
class DirectoryIterator extends SplFileInfo implements SeekableIterator
{
    /** @path $directory */
    public function __construct(string $directory) {}

    /** @tentative-return */
    public function getFilename(): string {}

    /** @tentative-return */
    public function getExtension(): string {}

    /** @tentative-return */
    public function getBasename(string $suffix = ""): string {}

    /** @tentative-return */
    public function isDot(): bool {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function valid(): bool {}

    /** @tentative-return */
    public function key(): mixed {}

    /** @tentative-return */
    public function current(): mixed {}

    /** @tentative-return */
    public function next(): void {}

    /** @tentative-return */
    public function seek(int $offset): void {}

    /** @alias DirectoryIterator::getFilename */
    public function __toString(): string {}
}

/** @object-handlers files::filesystem_object_handlers */
class FilesystemIterator extends DirectoryIterator
{
    public const int CURRENT_MODE_MASK = 0xF0;
    public const int CURRENT_AS_PATHNAME = 0x20;
    public const int CURRENT_AS_FILEINFO = 0;
    public const int CURRENT_AS_SELF = 0x10;
    public const int KEY_MODE_MASK = 0xF00;
    public const int KEY_AS_PATHNAME = 0;
    public const int FOLLOW_SYMLINKS = 0x4000;
    public const int KEY_AS_FILENAME = 0x100;
    public const int NEW_CURRENT_AND_KEY = 0x100;
    public const int OTHER_MODE_MASK = 0x7000;
    public const int SKIP_DOTS = 0x1000;
    public const int UNIX_PATHS = 0x2000;

    /** @path $directory */
    public function __construct(string $directory, int $flags = FilesystemIterator::KEY_AS_PATHNAME | FilesystemIterator::CURRENT_AS_FILEINFO | FilesystemIterator::SKIP_DOTS) {}

    /** @tentative-return */
    public function rewind(): void {}

    /** @tentative-return */
    public function key(): string {}

    /** @tentative-return */
    public function current(): string|SplFileInfo|FilesystemIterator {}

    /** @tentative-return */
    public function getFlags(): int {}

    /** @tentative-return */
    public function setFlags(int $flags): void {}
}

class RecursiveDirectoryIterator extends FilesystemIterator implements RecursiveIterator
{
    /** @path $directory */
    public function __construct(string $directory, int $flags = FilesystemIterator::KEY_AS_PATHNAME | FilesystemIterator::CURRENT_AS_FILEINFO) {}

    /** @tentative-return */
    public function hasChildren(bool $allowLinks = false): bool {}

    /** @tentative-return */
    public function getChildren(): RecursiveDirectoryIterator {}

    /** @tentative-return */
    public function getSubPath(): string {}

    /** @tentative-return */
    public function getSubPathname(): string {}
}

/** Files whose names match a pattern. */
class GlobIterator extends FilesystemIterator implements Countable
{
    /** @path $pattern */
    public function __construct(string $pattern, int $flags = FilesystemIterator::KEY_AS_PATHNAME | FilesystemIterator::CURRENT_AS_FILEINFO) {}

    /** @tentative-return */
    public function count(): int {}
}
