<?php

/** @module misc::pack */

/** Values as binary data. */
function pack(string $format, mixed ...$values): string {}

/** Binary data as values. */
function unpack(string $format, string $string, int $offset = 0): array|false {}
