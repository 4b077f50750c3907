<?php

/**
 * @module exif
 * @ini exif.encode_unicode "ISO-8859-15" all
 * @ini exif.decode_unicode_motorola "UCS-2BE" all
 * @ini exif.decode_unicode_intel "UCS-2LE" all
 * @ini exif.encode_jis "" all
 * @ini exif.decode_jis_motorola "JIS" all
 * @ini exif.decode_jis_intel "JIS" all
 */

const EXIF_USE_MBSTRING = 1;

/** The name of a tag of images. */
function exif_tagname(int $index): string|false {}

/** What an image says of itself. @param resource|string $file */
function exif_read_data($file, ?string $required_sections = null, bool $as_arrays = false, bool $read_thumbnail = false): array|false {}

/** The small image inside an image. @param resource|string $file */
function exif_thumbnail($file, &$width = null, &$height = null, &$image_type = null): string|false {}

/** The kind of an image. @path $filename */
function exif_imagetype(string $filename): int|false {}
