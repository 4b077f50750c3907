<?php

/** An IPv4 address as a number. @pure @compile-time-eval */
function ip2long(string $ip): int|false {}

/** A number as an IPv4 address. @pure @compile-time-eval */
function long2ip(int $ip): string {}

/** A packed address as text. */
function inet_ntop(string $ip): string|false {}

/** An address in text as packed. */
function inet_pton(string $ip): string|false {}

/** The IPv4 address of a name. */
function gethostbyname(string $hostname): string {}

/** The IPv4 addresses of a name. */
function gethostbynamel(string $hostname): array|false {}

/** The port of a service. */
function getservbyname(string $service, string $protocol): int|false {}

/** The service of a port. */
function getservbyport(int $port, string $protocol): string|false {}

/** The number of a protocol. */
function getprotobyname(string $protocol): int|false {}

/** The protocol of a number. */
function getprotobynumber(int $protocol): string|false {}
