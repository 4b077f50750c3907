<?php

/** @module api::texts */

/** @path $filename */
function imageloadfont(string $filename): GdFont|false {}

/** @value $font */
function imagefontwidth(GdFont|int $font): int {}

/** @value $font */
function imagefontheight(GdFont|int $font): int {}

/** @value $font */
function imagechar(GdImage $image, GdFont|int $font, int $x, int $y, string $char, int $color): bool {}

/** @value $font */
function imagecharup(GdImage $image, GdFont|int $font, int $x, int $y, string $char, int $color): bool {}

/** @value $font */
function imagestring(GdImage $image, GdFont|int $font, int $x, int $y, string $string, int $color): bool {}

/** @value $font */
function imagestringup(GdImage $image, GdFont|int $font, int $x, int $y, string $string, int $color): bool {}

function imageftbbox(float $size, float $angle, string $font_filename, string $string, array $options = []): array|false {}

/** @alias imageftbbox */
function imagettfbbox(float $size, float $angle, string $font_filename, string $string, array $options = []): array|false {}

function imagefttext(GdImage $image, float $size, float $angle, int $x, int $y, int $color, string $font_filename, string $text, array $options = []): array|false {}

/** @alias imagefttext */
function imagettftext(GdImage $image, float $size, float $angle, int $x, int $y, int $color, string $font_filename, string $text, array $options = []): array|false {}

/** @object-handlers api::texts::font_object_handlers */
final class GdFont {}
