<?php

const PASSWORD_DEFAULT = '2y';
const PASSWORD_BCRYPT = '2y';
const PASSWORD_ARGON2I = 'argon2i';
const PASSWORD_ARGON2ID = 'argon2id';
const PASSWORD_BCRYPT_DEFAULT_COST = 12;
const PASSWORD_ARGON2_DEFAULT_MEMORY_COST = 65536;
const PASSWORD_ARGON2_DEFAULT_TIME_COST = 4;
const PASSWORD_ARGON2_DEFAULT_THREADS = 1;
const PASSWORD_ARGON2_PROVIDER = 'standard';

/** A password's hash, salted. */
function password_hash(#[SensitiveParameter] string $password, string|int|null $algo, array $options = []): string {}

/** Whether a password fits a hash. */
function password_verify(#[SensitiveParameter] string $password, string $hash): bool {}

/** How a hash was made. */
function password_get_info(string $hash): array {}

/** Whether a hash should be made again with better options. */
function password_needs_rehash(string $hash, string|int|null $algo, array $options = []): bool {}

/** The algorithms of password_hash(). */
function password_algos(): array {}
