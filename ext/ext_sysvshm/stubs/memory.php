<?php

/** @module memory */

/** Attaches to a segment, made if there is none. */
function shm_attach(int $key, ?int $size = null, int $permissions = 0666): SysvSharedMemory|false {}

/** Lets a segment go. */
function shm_detach(SysvSharedMemory $shm): bool {}

/** Is there a variable? */
function shm_has_var(SysvSharedMemory $shm, int $key): bool {}

/** Destroys a segment. */
function shm_remove(SysvSharedMemory $shm): bool {}

/** Sets a variable. */
function shm_put_var(SysvSharedMemory $shm, int $key, mixed $value): bool {}

/** The value of a variable. */
function shm_get_var(SysvSharedMemory $shm, int $key): mixed {}

/** Removes a variable. */
function shm_remove_var(SysvSharedMemory $shm, int $key): bool {}

/** @object-handlers memory::object_handlers */
final class SysvSharedMemory {}
