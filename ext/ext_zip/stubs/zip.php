<?php

/** @module directory */

/** @path $filename @deprecated since 8.0, use ZipArchive::open() instead */
function zip_open(string $filename) {}

/** @param resource $zip @deprecated since 8.0, use ZipArchive::close() instead */
function zip_close($zip): void {}

/** @param resource $zip @deprecated since 8.0, use ZipArchive::statIndex() instead */
function zip_read($zip) {}

/** @param resource $zip_dp @param resource $zip_entry @deprecated since 8.0 */
function zip_entry_open($zip_dp, $zip_entry, string $mode = "rb"): bool {}

/** @param resource $zip_entry @deprecated since 8.0 */
function zip_entry_close($zip_entry): bool {}

/** @param resource $zip_entry @deprecated since 8.0, use ZipArchive::getFromIndex() instead */
function zip_entry_read($zip_entry, int $len = 1024): string|false {}

/** @param resource $zip_entry @deprecated since 8.0, use ZipArchive::statIndex() instead */
function zip_entry_name($zip_entry): string|false {}

/** @param resource $zip_entry @deprecated since 8.0, use ZipArchive::statIndex() instead */
function zip_entry_compressedsize($zip_entry): int|false {}

/** @param resource $zip_entry @deprecated since 8.0, use ZipArchive::statIndex() instead */
function zip_entry_filesize($zip_entry): int|false {}

/** @param resource $zip_entry @deprecated since 8.0, use ZipArchive::statIndex() instead */
function zip_entry_compressionmethod($zip_entry): string|false {}

/** A zip archive. @object-handlers archive::object_handlers @module archive */
class ZipArchive implements Countable
{
    public const int CREATE = 1;
    public const int EXCL = 2;
    public const int CHECKCONS = 4;
    public const int OVERWRITE = 8;
    public const int RDONLY = 16;
    public const int FL_NOCASE = 1;
    public const int FL_NODIR = 2;
    public const int FL_COMPRESSED = 4;
    public const int FL_UNCHANGED = 8;
    public const int FL_RECOMPRESS = 16;
    public const int FL_ENCRYPTED = 32;
    public const int FL_OVERWRITE = 8192;
    public const int FL_LOCAL = 256;
    public const int FL_CENTRAL = 512;
    public const int FL_ENC_GUESS = 0;
    public const int FL_ENC_RAW = 64;
    public const int FL_ENC_STRICT = 128;
    public const int FL_ENC_UTF_8 = 2048;
    public const int FL_ENC_CP437 = 4096;
    public const int FL_OPEN_FILE_NOW = 1073741824;
    public const int CM_DEFAULT = -1;
    public const int CM_STORE = 0;
    public const int CM_SHRINK = 1;
    public const int CM_REDUCE_1 = 2;
    public const int CM_REDUCE_2 = 3;
    public const int CM_REDUCE_3 = 4;
    public const int CM_REDUCE_4 = 5;
    public const int CM_IMPLODE = 6;
    public const int CM_DEFLATE = 8;
    public const int CM_DEFLATE64 = 9;
    public const int CM_PKWARE_IMPLODE = 10;
    public const int CM_BZIP2 = 12;
    public const int CM_LZMA = 14;
    public const int CM_LZMA2 = 33;
    public const int CM_ZSTD = 93;
    public const int CM_XZ = 95;
    public const int CM_TERSE = 18;
    public const int CM_LZ77 = 19;
    public const int CM_WAVPACK = 97;
    public const int CM_PPMD = 98;
    public const int ER_OK = 0;
    public const int ER_MULTIDISK = 1;
    public const int ER_RENAME = 2;
    public const int ER_CLOSE = 3;
    public const int ER_SEEK = 4;
    public const int ER_READ = 5;
    public const int ER_WRITE = 6;
    public const int ER_CRC = 7;
    public const int ER_ZIPCLOSED = 8;
    public const int ER_NOENT = 9;
    public const int ER_EXISTS = 10;
    public const int ER_OPEN = 11;
    public const int ER_TMPOPEN = 12;
    public const int ER_ZLIB = 13;
    public const int ER_MEMORY = 14;
    public const int ER_CHANGED = 15;
    public const int ER_COMPNOTSUPP = 16;
    public const int ER_EOF = 17;
    public const int ER_INVAL = 18;
    public const int ER_NOZIP = 19;
    public const int ER_INTERNAL = 20;
    public const int ER_INCONS = 21;
    public const int ER_REMOVE = 22;
    public const int ER_DELETED = 23;
    public const int ER_ENCRNOTSUPP = 24;
    public const int ER_RDONLY = 25;
    public const int ER_NOPASSWD = 26;
    public const int ER_WRONGPASSWD = 27;
    public const int ER_OPNOTSUPP = 28;
    public const int ER_INUSE = 29;
    public const int ER_TELL = 30;
    public const int ER_COMPRESSED_DATA = 31;
    public const int ER_CANCELLED = 32;
    public const int ER_DATA_LENGTH = 33;
    public const int ER_NOT_ALLOWED = 34;
    public const int ER_TRUNCATED_ZIP = 35;
    public const int AFL_RDONLY = 2;
    public const int AFL_IS_TORRENTZIP = 4;
    public const int AFL_WANT_TORRENTZIP = 8;
    public const int AFL_CREATE_OR_KEEP_FILE_FOR_EMPTY_ARCHIVE = 16;
    public const int OPSYS_DOS = 0;
    public const int OPSYS_AMIGA = 1;
    public const int OPSYS_OPENVMS = 2;
    public const int OPSYS_UNIX = 3;
    public const int OPSYS_VM_CMS = 4;
    public const int OPSYS_ATARI_ST = 5;
    public const int OPSYS_OS_2 = 6;
    public const int OPSYS_MACINTOSH = 7;
    public const int OPSYS_Z_SYSTEM = 8;
    public const int OPSYS_CPM = 9;
    public const int OPSYS_WINDOWS_NTFS = 10;
    public const int OPSYS_MVS = 11;
    public const int OPSYS_VSE = 12;
    public const int OPSYS_ACORN_RISC = 13;
    public const int OPSYS_VFAT = 14;
    public const int OPSYS_ALTERNATE_MVS = 15;
    public const int OPSYS_BEOS = 16;
    public const int OPSYS_TANDEM = 17;
    public const int OPSYS_OS_400 = 18;
    public const int OPSYS_OS_X = 19;
    public const int OPSYS_DEFAULT = 3;
    public const int EM_NONE = 0;
    public const int EM_TRAD_PKWARE = 1;
    public const int EM_AES_128 = 257;
    public const int EM_AES_192 = 258;
    public const int EM_AES_256 = 259;
    public const int EM_UNKNOWN = 65535;
    public const string LIBZIP_VERSION = "1.11.3";
    public const int LENGTH_TO_END = 0;
    public const int LENGTH_UNCHECKED = -2;
    public int $lastId;
    public int $status;
    public int $statusSys;
    public int $numFiles;
    public string $filename;
    public string $comment;

    /** @body adding::add_empty_dir @tentative-return */
    public function addEmptyDir(string $dirname, int $flags = 0): bool {}

    /** @body adding::add_file @path $filepath @tentative-return */
    public function addFile(string $filepath, string $entryname = "", int $start = 0, int $length = ZipArchive::LENGTH_TO_END, int $flags = ZipArchive::FL_OVERWRITE): bool {}

    /** @body adding::add_from_string @tentative-return */
    public function addFromString(string $name, string $content, int $flags = ZipArchive::FL_OVERWRITE): bool {}

    /** @body adding::add_glob @path $pattern @tentative-return */
    public function addGlob(string $pattern, int $flags = 0, array $options = []): array|false {}

    /** @body adding::add_pattern @path $pattern @tentative-return */
    public function addPattern(string $pattern, string $path = ".", array $options = []): array|false {}

    public function clearError(): void {}

    /** @tentative-return */
    public function close(): bool {}

    /** @body reading::count @tentative-return */
    public function count(): int {}

    /** @body changing::delete_index @tentative-return */
    public function deleteIndex(int $index): bool {}

    /** @body changing::delete_name @tentative-return */
    public function deleteName(string $name): bool {}

    /** @body reading::extract_to @path $pathto @tentative-return */
    public function extractTo(string $pathto, array|string|null $files = null): bool {}

    /** @body reading::get_archive_comment @tentative-return */
    public function getArchiveComment(int $flags = 0): string|false {}

    /** @body reading::get_archive_flag */
    public function getArchiveFlag(int $flag, int $flags = 0): int {}

    /** @body reading::get_comment_index @tentative-return */
    public function getCommentIndex(int $index, int $flags = 0): string|false {}

    /** @body reading::get_comment_name @tentative-return */
    public function getCommentName(string $name, int $flags = 0): string|false {}

    /** @body reading::get_external_attributes_index @tentative-return */
    public function getExternalAttributesIndex(int $index, &$opsys, &$attr, int $flags = 0): bool {}

    /** @body reading::get_external_attributes_name @tentative-return */
    public function getExternalAttributesName(string $name, &$opsys, &$attr, int $flags = 0): bool {}

    /** @body reading::get_from_index @tentative-return */
    public function getFromIndex(int $index, int $len = 0, int $flags = 0): string|false {}

    /** @body reading::get_from_name @path $name @tentative-return */
    public function getFromName(string $name, int $len = 0, int $flags = 0): string|false {}

    /** @body reading::get_name_index @tentative-return */
    public function getNameIndex(int $index, int $flags = 0): string|false {}

    /** @tentative-return */
    public function getStatusString(): string {}

    /** @body reading::get_stream @path $name */
    public function getStream(string $name) {}

    /** @body reading::get_stream_index */
    public function getStreamIndex(int $index, int $flags = 0) {}

    /** @body reading::get_stream_name @path $name */
    public function getStreamName(string $name, int $flags = 0) {}

    public static function isCompressionMethodSupported(int $method, bool $enc = true): bool {}

    public static function isEncryptionMethodSupported(int $method, bool $enc = true): bool {}

    /** @body reading::locate_name @path $name @tentative-return */
    public function locateName(string $name, int $flags = 0): int|false {}

    /** @path $filename @tentative-return */
    public function open(string $filename, int $flags = 0): int|bool {}

    /** @tentative-return */
    public function registerCancelCallback(callable $callback): bool {}

    /** @tentative-return */
    public function registerProgressCallback(float $rate, callable $callback): bool {}

    /** @body changing::rename_index @tentative-return */
    public function renameIndex(int $index, string $new_name): bool {}

    /** @body changing::rename_name @tentative-return */
    public function renameName(string $name, string $new_name): bool {}

    /** @body adding::replace_file @path $filepath @tentative-return */
    public function replaceFile(string $filepath, int $index, int $start = 0, int $length = ZipArchive::LENGTH_TO_END, int $flags = 0): bool {}

    /** @body changing::set_archive_comment @tentative-return */
    public function setArchiveComment(string $comment): bool {}

    /** @body changing::set_archive_flag */
    public function setArchiveFlag(int $flag, int $value): bool {}

    /** @body changing::set_comment_index @tentative-return */
    public function setCommentIndex(int $index, string $comment): bool {}

    /** @body changing::set_comment_name @tentative-return */
    public function setCommentName(string $name, string $comment): bool {}

    /** @body changing::set_compression_index @tentative-return */
    public function setCompressionIndex(int $index, int $method, int $compflags = 0): bool {}

    /** @body changing::set_compression_name @tentative-return */
    public function setCompressionName(string $name, int $method, int $compflags = 0): bool {}

    /** @body changing::set_encryption_index @tentative-return */
    public function setEncryptionIndex(int $index, int $method, ?string $password = null): bool {}

    /** @body changing::set_encryption_name @tentative-return */
    public function setEncryptionName(string $name, int $method, ?string $password = null): bool {}

    /** @body changing::set_external_attributes_index @tentative-return */
    public function setExternalAttributesIndex(int $index, int $opsys, int $attr, int $flags = 0): bool {}

    /** @body changing::set_external_attributes_name @tentative-return */
    public function setExternalAttributesName(string $name, int $opsys, int $attr, int $flags = 0): bool {}

    /** @body changing::set_mtime_index @tentative-return */
    public function setMtimeIndex(int $index, int $timestamp, int $flags = 0): bool {}

    /** @body changing::set_mtime_name @tentative-return */
    public function setMtimeName(string $name, int $timestamp, int $flags = 0): bool {}

    /** @body changing::set_password @tentative-return */
    public function setPassword(string $password): bool {}

    /** @body reading::stat_index @tentative-return */
    public function statIndex(int $index, int $flags = 0): array|false {}

    /** @body reading::stat_name @path $name @tentative-return */
    public function statName(string $name, int $flags = 0): array|false {}

    /** @body changing::unchange_all @tentative-return */
    public function unchangeAll(): bool {}

    /** @body changing::unchange_archive @tentative-return */
    public function unchangeArchive(): bool {}

    /** @body changing::unchange_index @tentative-return */
    public function unchangeIndex(int $index): bool {}

    /** @body changing::unchange_name @tentative-return */
    public function unchangeName(string $name): bool {}
}
