<?php

/** Loads a class from a file of its name, in lower case, found along the include path. */
function spl_autoload(string $class, ?string $file_extensions = null): void {}

/** Asks the registered autoloaders for a class. */
function spl_autoload_call(string $class): void {}

/** The extensions that spl_autoload() tries. */
function spl_autoload_extensions(?string $file_extensions = null): string {}

/** The registered autoloaders. */
function spl_autoload_functions(): array {}

/** Registers an autoloader. */
function spl_autoload_register(?callable $callback = null, bool $throw = true, bool $prepend = false): bool {}

/** Forgets an autoloader. */
function spl_autoload_unregister(callable $callback): bool {}
