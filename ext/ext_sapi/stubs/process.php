<?php

/** Gives the process a name. */
function cli_set_process_title(string $title): bool {}

/** The name that the program gave the process. */
function cli_get_process_title(): ?string {}

/** Sends the response; the program goes on without a client. */
function fastcgi_finish_request(): bool {}

/** What the manager of processes knows of the pool. */
function fpm_get_status(): array|false {}
