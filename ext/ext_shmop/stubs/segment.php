<?php

/** @module segment */

/** Attaches to a segment: a (read), c (make or open), w (open), n (make). */
function shmop_open(int $key, string $mode, int $permissions, int $size): Shmop|false {}

/** Bytes of a segment. */
function shmop_read(Shmop $shmop, int $offset, int $size): string {}

/** Does nothing: a segment is let go with its object. @deprecated since 8.0, as Shmop objects are freed automatically */
function shmop_close(Shmop $shmop): void {}

/** How long a segment is. */
function shmop_size(Shmop $shmop): int {}

/** Puts bytes into a segment. */
function shmop_write(Shmop $shmop, string $data, int $offset): int {}

/** Destroys a segment when nobody has it open any more. */
function shmop_delete(Shmop $shmop): bool {}

/** @object-handlers segment::object_handlers */
final class Shmop {}
