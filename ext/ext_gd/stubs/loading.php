<?php

/** @module api::loading */

function imagecreatefromstring(string $data): GdImage|false {}

/** @path $filename */
function imagecreatefromavif(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromgif(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromjpeg(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefrompng(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromwebp(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefrombmp(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromwbmp(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromxbm(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromxpm(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromtga(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromgd(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromgd2(string $filename): GdImage|false {}

/** @path $filename */
function imagecreatefromgd2part(string $filename, int $x, int $y, int $width, int $height): GdImage|false {}
