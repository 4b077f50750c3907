<?php

/** As a header field of a mail. */
function mb_encode_mimeheader(string $string, ?string $charset = null, ?string $transfer_encoding = null, string $newline = "\r\n", int $indent = 0): string {}

/** What a header field of a mail says. */
function mb_decode_mimeheader(string $string): string {}
