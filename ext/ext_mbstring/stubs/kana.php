<?php

/** Widths and syllabaries of Japanese. */
function mb_convert_kana(string $string, string $mode = "KV", ?string $encoding = null): string {}
