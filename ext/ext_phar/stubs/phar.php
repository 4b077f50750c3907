<?php

/**
 * Archives.
 *
 * @ini phar.readonly "1" all settings::readonly_changes
 * @ini phar.require_hash "1" all settings::require_hash_changes
 * @ini phar.cache_list "" system
 */

/** What archives throw. */
class PharException extends Exception
{
}

/** An archive that can be run. @object-handlers phar::object_handlers */
class Phar extends RecursiveDirectoryIterator implements Countable, ArrayAccess
{
    public const int BZ2 = 8192;
    public const int GZ = 4096;
    public const int NONE = 0;
    public const int PHAR = 1;
    public const int TAR = 2;
    public const int ZIP = 3;
    public const int COMPRESSED = 61440;
    public const int PHP = 0;
    public const int PHPS = 1;
    public const int MD5 = 1;
    public const int OPENSSL = 16;
    public const int OPENSSL_SHA256 = 17;
    public const int OPENSSL_SHA512 = 18;
    public const int SHA1 = 2;
    public const int SHA256 = 3;
    public const int SHA512 = 4;

    /** @path $filename */
    public function __construct(string $filename, int $flags = FilesystemIterator::SKIP_DOTS | FilesystemIterator::UNIX_PATHS, ?string $alias = null) {}

    public function __destruct() {}

    /** @body building::add_empty_dir @path $directory @tentative-return */
    public function addEmptyDir(string $directory): void {}

    /** @body building::add_file @path $filename @tentative-return */
    public function addFile(string $filename, ?string $localName = null): void {}

    /** @body building::add_from_string @path $localName @tentative-return */
    public function addFromString(string $localName, string $contents): void {}

    /** @body shared::api_version */
    final public static function apiVersion(): string {}

    /** @body building::build_from_directory @path $directory @tentative-return */
    public function buildFromDirectory(string $directory, string $pattern = ""): array {}

    /** @body building::build_from_iterator @tentative-return */
    public function buildFromIterator(Traversable $iterator, ?string $baseDirectory = null): array {}

    /** @body shared::can_compress */
    final public static function canCompress(int $compression = 0): bool {}

    /** @body shared::can_write */
    final public static function canWrite(): bool {}

    /** @body converting::compress @tentative-return */
    public function compress(int $compression, ?string $extension = null): ?Phar {}

    /** @body converting::compress_files @tentative-return */
    public function compressFiles(int $compression): void {}

    /** @body converting::convert_to_data @tentative-return */
    public function convertToData(?int $format = null, ?int $compression = null, ?string $extension = null): ?PharData {}

    /** @body converting::convert_to_executable @tentative-return */
    public function convertToExecutable(?int $format = null, ?int $compression = null, ?string $extension = null): ?Phar {}

    /** @body building::copy @path $from @path $to @tentative-return */
    public function copy(string $from, string $to): true {}

    /** @tentative-return */
    public function count(int $mode = COUNT_NORMAL): int {}

    /** @body shared::create_default_stub @path $index @path $webIndex */
    final public static function createDefaultStub(?string $index = null, ?string $webIndex = null): string {}

    /** @body converting::decompress @tentative-return */
    public function decompress(?string $extension = null): ?Phar {}

    /** @body converting::decompress_files @tentative-return */
    public function decompressFiles(): true {}

    /** @body building::delete @path $localName @tentative-return */
    public function delete(string $localName): true {}

    /** @tentative-return */
    public function delMetadata(): true {}

    /** @body extracting::extract_to @path $directory @tentative-return */
    public function extractTo(string $directory, array|string|null $files = null, bool $overwrite = false): bool {}

    /** @tentative-return */
    public function getAlias(): ?string {}

    /** @tentative-return */
    public function getMetadata(array $unserializeOptions = []): mixed {}

    /** @tentative-return */
    public function getModified(): bool {}

    /** @tentative-return */
    public function getPath(): string {}

    /** @tentative-return */
    public function getSignature(): array|false {}

    /** @tentative-return */
    public function getStub(): string {}

    /** @body shared::get_supported_compression */
    final public static function getSupportedCompression(): array {}

    /** @body shared::get_supported_signatures */
    final public static function getSupportedSignatures(): array {}

    /** @tentative-return */
    public function getVersion(): string {}

    /** @tentative-return */
    public function hasMetadata(): bool {}

    /** @body shared::intercept_file_funcs */
    final public static function interceptFileFuncs(): void {}

    /** @tentative-return */
    public function isBuffering(): bool {}

    /** @tentative-return */
    public function isCompressed(): int|false {}

    /** @tentative-return */
    public function isFileFormat(int $format): bool {}

    /** @body shared::is_valid_phar_filename @path $filename */
    final public static function isValidPharFilename(string $filename, bool $executable = true): bool {}

    /** @tentative-return */
    public function isWritable(): bool {}

    /** @body shared::load_phar @path $filename */
    final public static function loadPhar(string $filename, ?string $alias = null): bool {}

    /** @body shared::map_phar */
    final public static function mapPhar(?string $alias = null, int $offset = 0): bool {}

    /** @body shared::mount @path $pharPath @path $externalPath */
    final public static function mount(string $pharPath, string $externalPath): void {}

    /** @body shared::mung_server */
    final public static function mungServer(array $variables): void {}

    /** @body building::offset_exists @tentative-return */
    public function offsetExists($localName): bool {}

    /** @body building::offset_get @tentative-return */
    public function offsetGet($localName): SplFileInfo {}

    /** @body building::offset_set @tentative-return */
    public function offsetSet($localName, $value): void {}

    /** @body building::offset_unset @tentative-return */
    public function offsetUnset($localName): void {}

    /** @body shared::running */
    final public static function running(bool $returnPhar = true): string {}

    /** @tentative-return */
    public function setAlias(string $alias): true {}

    /** @tentative-return */
    public function setDefaultStub(?string $index = null, ?string $webIndex = null): true {}

    /** @tentative-return */
    public function setMetadata(mixed $metadata): void {}

    /** @tentative-return */
    public function setSignatureAlgorithm(int $algo, ?string $privateKey = null): void {}

    /** @tentative-return */
    public function setStub($stub, int $length = UNKNOWN): true {}

    /** @tentative-return */
    public function startBuffering(): void {}

    /** @tentative-return */
    public function stopBuffering(): void {}

    /** @body shared::unlink_archive @path $filename */
    final public static function unlinkArchive(string $filename): true {}

    /** @body web::web_phar */
    final public static function webPhar(?string $alias = null, ?string $index = null, ?string $fileNotFoundScript = null, array $mimeTypes = [], ?callable $rewrite = null): void {}
}

/** A tar or zip archive. @object-handlers phar::object_handlers @module data */
class PharData extends RecursiveDirectoryIterator implements Countable, ArrayAccess
{

    /** @path $filename */
    public function __construct(string $filename, int $flags = FilesystemIterator::SKIP_DOTS | FilesystemIterator::UNIX_PATHS, ?string $alias = null, int $format = 0) {}

    /** @alias Phar::__destruct */
    public function __destruct() {}

    /** @alias Phar::addEmptyDir @tentative-return */
    public function addEmptyDir(string $directory): void {}

    /** @alias Phar::addFile @tentative-return */
    public function addFile(string $filename, ?string $localName = null): void {}

    /** @alias Phar::addFromString @tentative-return */
    public function addFromString(string $localName, string $contents): void {}

    /** @alias Phar::apiVersion */
    final public static function apiVersion(): string {}

    /** @alias Phar::buildFromDirectory @tentative-return */
    public function buildFromDirectory(string $directory, string $pattern = ""): array {}

    /** @alias Phar::buildFromIterator @tentative-return */
    public function buildFromIterator(Traversable $iterator, ?string $baseDirectory = null): array {}

    /** @alias Phar::canCompress */
    final public static function canCompress(int $compression = 0): bool {}

    /** @alias Phar::canWrite */
    final public static function canWrite(): bool {}

    /** @alias Phar::compress @tentative-return */
    public function compress(int $compression, ?string $extension = null): ?PharData {}

    /** @alias Phar::compressFiles @tentative-return */
    public function compressFiles(int $compression): void {}

    /** @alias Phar::convertToData @tentative-return */
    public function convertToData(?int $format = null, ?int $compression = null, ?string $extension = null): ?PharData {}

    /** @alias Phar::convertToExecutable @tentative-return */
    public function convertToExecutable(?int $format = null, ?int $compression = null, ?string $extension = null): ?Phar {}

    /** @alias Phar::copy @tentative-return */
    public function copy(string $from, string $to): true {}

    /** @alias Phar::count @tentative-return */
    public function count(int $mode = COUNT_NORMAL): int {}

    /** @alias Phar::createDefaultStub */
    final public static function createDefaultStub(?string $index = null, ?string $webIndex = null): string {}

    /** @alias Phar::decompress @tentative-return */
    public function decompress(?string $extension = null): ?PharData {}

    /** @alias Phar::decompressFiles @tentative-return */
    public function decompressFiles(): true {}

    /** @alias Phar::delete @tentative-return */
    public function delete(string $localName): true {}

    /** @alias Phar::delMetadata @tentative-return */
    public function delMetadata(): true {}

    /** @alias Phar::extractTo @tentative-return */
    public function extractTo(string $directory, array|string|null $files = null, bool $overwrite = false): bool {}

    /** @alias Phar::getAlias @tentative-return */
    public function getAlias(): ?string {}

    /** @alias Phar::getMetadata @tentative-return */
    public function getMetadata(array $unserializeOptions = []): mixed {}

    /** @alias Phar::getModified @tentative-return */
    public function getModified(): bool {}

    /** @alias Phar::getPath @tentative-return */
    public function getPath(): string {}

    /** @alias Phar::getSignature @tentative-return */
    public function getSignature(): array|false {}

    /** @alias Phar::getStub @tentative-return */
    public function getStub(): string {}

    /** @alias Phar::getSupportedCompression */
    final public static function getSupportedCompression(): array {}

    /** @alias Phar::getSupportedSignatures */
    final public static function getSupportedSignatures(): array {}

    /** @alias Phar::getVersion @tentative-return */
    public function getVersion(): string {}

    /** @alias Phar::hasMetadata @tentative-return */
    public function hasMetadata(): bool {}

    /** @alias Phar::interceptFileFuncs */
    final public static function interceptFileFuncs(): void {}

    /** @alias Phar::isBuffering @tentative-return */
    public function isBuffering(): bool {}

    /** @alias Phar::isCompressed @tentative-return */
    public function isCompressed(): int|false {}

    /** @alias Phar::isFileFormat @tentative-return */
    public function isFileFormat(int $format): bool {}

    /** @alias Phar::isValidPharFilename */
    final public static function isValidPharFilename(string $filename, bool $executable = true): bool {}

    /** @alias Phar::isWritable @tentative-return */
    public function isWritable(): bool {}

    /** @alias Phar::loadPhar */
    final public static function loadPhar(string $filename, ?string $alias = null): bool {}

    /** @alias Phar::mapPhar */
    final public static function mapPhar(?string $alias = null, int $offset = 0): bool {}

    /** @alias Phar::mount */
    final public static function mount(string $pharPath, string $externalPath): void {}

    /** @alias Phar::mungServer */
    final public static function mungServer(array $variables): void {}

    /** @alias Phar::offsetExists @tentative-return */
    public function offsetExists($localName): bool {}

    /** @alias Phar::offsetGet @tentative-return */
    public function offsetGet($localName): SplFileInfo {}

    /** @alias Phar::offsetSet @tentative-return */
    public function offsetSet($localName, $value): void {}

    /** @alias Phar::offsetUnset @tentative-return */
    public function offsetUnset($localName): void {}

    /** @alias Phar::running */
    final public static function running(bool $returnPhar = true): string {}

    /** @alias Phar::setAlias @tentative-return */
    public function setAlias(string $alias): bool {}

    /** @alias Phar::setDefaultStub @tentative-return */
    public function setDefaultStub(?string $index = null, ?string $webIndex = null): bool {}

    /** @alias Phar::setMetadata @tentative-return */
    public function setMetadata(mixed $metadata): void {}

    /** @alias Phar::setSignatureAlgorithm @tentative-return */
    public function setSignatureAlgorithm(int $algo, ?string $privateKey = null): void {}

    /** @alias Phar::setStub */
    public function setStub($stub, int $length = UNKNOWN): true {}

    /** @alias Phar::startBuffering @tentative-return */
    public function startBuffering(): void {}

    /** @alias Phar::stopBuffering @tentative-return */
    public function stopBuffering(): void {}

    /** @alias Phar::unlinkArchive */
    final public static function unlinkArchive(string $filename): true {}

    /** @alias Phar::webPhar */
    final public static function webPhar(?string $alias = null, ?string $index = null, ?string $fileNotFoundScript = null, array $mimeTypes = [], ?callable $rewrite = null): void {}
}
