<?php

/** @module api::saving */

/** @value $file */
function imageavif(GdImage $image, $file = null, int $quality = -1, int $speed = -1): bool {}

/** @value $file */
function imagegif(GdImage $image, $file = null): bool {}

/** @value $file */
function imagejpeg(GdImage $image, $file = null, int $quality = -1): bool {}

/** @value $file */
function imagepng(GdImage $image, $file = null, int $quality = -1, int $filters = -1): bool {}

/** @value $file */
function imagewebp(GdImage $image, $file = null, int $quality = -1): bool {}

/** @value $file */
function imagebmp(GdImage $image, $file = null, bool $compressed = true): bool {}

/** @value $file */
function imagewbmp(GdImage $image, $file = null, ?int $foreground_color = null): bool {}

/** @path $filename */
function imagexbm(GdImage $image, ?string $filename, ?int $foreground_color = null): bool {}

/** @path $file */
function imagegd(GdImage $image, ?string $file = null): bool {}

/** @path $file */
function imagegd2(GdImage $image, ?string $file = null, int $chunk_size = 128, int $mode = IMG_GD2_RAW): bool {}
