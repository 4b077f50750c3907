<?php

declare(strict_types=1);

namespace Notes;

/** What the browser asked for. */
final readonly class Request
{
    /**
     * @param array<string, mixed> $query
     * @param array<string, mixed> $form
     * @param array<string, string> $cookies
     * @param array<string, array<string, mixed>> $files
     */
    public function __construct(
        public string $method,
        public string $path,
        public array $query,
        public array $form,
        public array $cookies,
        public array $files,
        public array $server,
    ) {}

    public static function current(): self
    {
        $path = rawurldecode((string) parse_url($_SERVER['REQUEST_URI'] ?? '/', PHP_URL_PATH));
        return new self($_SERVER['REQUEST_METHOD'] ?? 'GET', '/' . trim($path, '/'), $_GET, $_POST, $_COOKIE, $_FILES, $_SERVER);
    }

    public function query(string $name, string $default = ''): string
    {
        return is_string($this->query[$name] ?? null) ? trim($this->query[$name]) : $default;
    }

    public function field(string $name, string $default = ''): string
    {
        return is_string($this->form[$name] ?? null) ? $this->form[$name] : $default;
    }

    public function isPost(): bool
    {
        return $this->method === 'POST';
    }
}
