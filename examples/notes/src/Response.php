<?php

declare(strict_types=1);

namespace Notes;

/** What goes back. */
final class Response
{
    /** @var array<string, string> */
    private array $headers = [];
    /** @var list<array{string, string, int}> */
    private array $cookies = [];
    private ?string $file = null;

    public function __construct(private string $body = '', private int $status = 200) {}

    public static function redirect(string $to): self
    {
        return (new self('', 303))->header('Location', $to);
    }

    public static function file(string $path, string $type): self
    {
        $response = (new self())->header('Content-Type', $type)->header('Cache-Control', 'public, max-age=86400');
        $response->file = $path;
        return $response;
    }

    public function header(string $name, string $value): static
    {
        $this->headers[$name] = $value;
        return $this;
    }

    public function cookie(string $name, string $value, int $lifetime = 0): static
    {
        $this->cookies[] = [$name, $value, $lifetime];
        return $this;
    }

    public function send(): void
    {
        http_response_code($this->status);
        $this->headers += ['Content-Type' => 'text/html; charset=utf-8'];
        foreach ($this->headers + ['X-Content-Type-Options' => 'nosniff', 'Referrer-Policy' => 'same-origin'] as $name => $value) {
            header("$name: $value");
        }
        foreach ($this->cookies as [$name, $value, $lifetime]) {
            setcookie($name, $value, [
                'expires' => $lifetime === 0 ? 0 : time() + $lifetime,
                'path' => '/',
                'httponly' => true,
                'samesite' => 'Lax',
            ]);
        }
        if ($this->file !== null) {
            $this->sendFile($this->file);
            return;
        }
        echo $this->body;
    }

    private function sendFile(string $file): void
    {
        $modified = filemtime($file);
        $tag = '"' . dechex($modified) . '-' . dechex(filesize($file)) . '"';
        header("ETag: $tag");
        header('Last-Modified: ' . gmdate('D, d M Y H:i:s', $modified) . ' GMT');
        if (($_SERVER['HTTP_IF_NONE_MATCH'] ?? '') === $tag) {
            http_response_code(304);
            return;
        }
        header('Content-Length: ' . filesize($file));
        readfile($file);
    }
}
