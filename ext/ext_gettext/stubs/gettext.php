<?php

/** The domain of messages, or sets it. */
function textdomain(?string $domain = null): string {}

/** A message. */
function gettext(string $message): string {}

/** A message. @body gettext::gettext */
function _(string $message): string {}

/** A message of a domain. */
function dgettext(string $domain, string $message): string {}

/** A message of a domain, for a category of the locale. */
function dcgettext(string $domain, string $message, int $category): string {}

/** Where the messages of a domain are, or sets it. @path $domain, $directory */
function bindtextdomain(string $domain, ?string $directory = null): string|false {}

/** A message for a number of things. */
function ngettext(string $singular, string $plural, int $count): string {}

/** A message of a domain for a number of things. */
function dngettext(string $domain, string $singular, string $plural, int $count): string {}

/** A message of a domain for a number of things, for a category of the locale. */
function dcngettext(string $domain, string $singular, string $plural, int $count, int $category): string {}

/** The encoding of the messages of a domain, or sets it. */
function bind_textdomain_codeset(string $domain, ?string $codeset = null): string|false {}
