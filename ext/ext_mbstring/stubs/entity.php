<?php

/** Characters as entities. */
function mb_encode_numericentity(string $string, array $map, ?string $encoding = null, bool $hex = false): string {}

/** Entities as characters. */
function mb_decode_numericentity(string $string, array $map, ?string $encoding = null): string {}
