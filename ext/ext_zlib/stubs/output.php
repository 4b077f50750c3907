<?php

/** Compresses output in the format that the client takes. */
function ob_gzhandler(string $data, int $flags): string|false {}

/** The format of compressed output. */
function zlib_get_coding_type(): string|false {}
