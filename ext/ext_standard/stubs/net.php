<?php

/** @module network::addresses */

/** An IPv4 address as a number. @pure @compile-time-eval @path $ip */
function ip2long(string $ip): int|false {}

/** A number as an IPv4 address. @pure @compile-time-eval */
function long2ip(int $ip): string {}

/** A packed address as text. */
function inet_ntop(string $ip): string|false {}

/** An address in text as packed. @path $ip */
function inet_pton(string $ip): string|false {}

/** The IPv4 address of a name. @path $hostname */
function gethostbyname(string $hostname): string {}

/** The IPv4 addresses of a name. @path $hostname */
function gethostbynamel(string $hostname): array|false {}

/** The port of a service. @path $service, $protocol */
function getservbyname(string $service, string $protocol): int|false {}

/** The service of a port. @path $protocol */
function getservbyport(int $port, string $protocol): string|false {}

/** The number of a protocol. @path $protocol */
function getprotobyname(string $protocol): int|false {}

/** The protocol of a number. */
function getprotobynumber(int $protocol): string|false {}
