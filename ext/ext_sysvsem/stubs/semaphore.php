<?php

/** @module semaphore */

/** A semaphore, made if there is none. */
function sem_get(int $key, int $max_acquire = 1, int $permissions = 0666, bool $auto_release = true): SysvSemaphore|false {}

/** Takes a semaphore, and waits for it unless told otherwise. */
function sem_acquire(SysvSemaphore $semaphore, bool $non_blocking = false): bool {}

/** Gives a semaphore back. */
function sem_release(SysvSemaphore $semaphore): bool {}

/** Destroys a semaphore. */
function sem_remove(SysvSemaphore $semaphore): bool {}

/** @object-handlers semaphore::object_handlers */
final class SysvSemaphore {}
