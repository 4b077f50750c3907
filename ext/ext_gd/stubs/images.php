<?php

/** @module api::images */

function gd_info(): array {}

function imagetypes(): int {}

function imagecreate(int $width, int $height): GdImage|false {}

function imagecreatetruecolor(int $width, int $height): GdImage|false {}

function imagedestroy(GdImage $image): bool {}

function imageistruecolor(GdImage $image): bool {}

function imagesx(GdImage $image): int {}

function imagesy(GdImage $image): int {}

function imagealphablending(GdImage $image, bool $enable): bool {}

function imagesavealpha(GdImage $image, bool $enable): bool {}

function imagelayereffect(GdImage $image, int $effect): bool {}

function imageantialias(GdImage $image, bool $enable): bool {}

function imageinterlace(GdImage $image, ?bool $enable = null): bool {}

function imageresolution(GdImage $image, ?int $resolution_x = null, ?int $resolution_y = null): array|bool {}

function imagesetclip(GdImage $image, int $x1, int $y1, int $x2, int $y2): bool {}

function imagegetclip(GdImage $image): array {}

function imagegetinterpolation(GdImage $image): int {}

function imagesetinterpolation(GdImage $image, int $method = IMG_BILINEAR_FIXED): bool {}

function imagetruecolortopalette(GdImage $image, bool $dither, int $num_colors): bool {}

function imagepalettetotruecolor(GdImage $image): bool {}

/** @object-handlers api::images::image_object_handlers */
final class GdImage {}
