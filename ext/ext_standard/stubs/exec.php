<?php

/** Runs a command; answers its last line. @path $command */
function exec(string $command, &$output = null, &$result_code = null): string|false {}

/** Runs a command and prints its output. @path $command */
function system(string $command, &$result_code = null): string|false {}

/** Runs a command and prints its output as it is. @path $command */
function passthru(string $command, &$result_code = null): ?false {}

/** Takes all meaning for the shell out of a command. @path $command */
function escapeshellcmd(string $command): string {}

/** Makes one argument for the shell. @path $arg */
function escapeshellarg(string $arg): string {}

/** Runs a command; answers its output. @path $command */
function shell_exec(string $command): string|false|null {}

/** Changes the priority of the process. */
function proc_nice(int $priority): bool {}

/** Starts a command with pipes as described. */
function proc_open(array|string $command, array $descriptor_spec, &$pipes, ?string $cwd = null, ?array $env_vars = null, ?array $options = null) {}

/** Waits for a command's end; answers its status. @param resource $process */
function proc_close($process): int {}

/** Sends a signal to a command. @param resource $process */
function proc_terminate($process, int $signal = 15): bool {}

/** How a command is doing. @param resource $process */
function proc_get_status($process): array {}
