<?php

/** @module image::iptc */

/** The tags of a block of IPTC data. */
function iptcparse(string $iptc_block): array|false {}

/** A JPEG file with IPTC data put in, as a string or as output. @path $filename */
function iptcembed(string $iptc_data, string $filename, int $spool = 0): string|bool {}
