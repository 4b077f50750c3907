<?php

declare(strict_types=1);

namespace Notes;

use DateTimeImmutable;

/** Renders templates, which are PHP files that see their variables and this object as `$this`. */
final class View
{
    /** @param array<string, mixed> $shared given to every template */
    public function __construct(private readonly string $folder, private array $shared = []) {}

    public function page(string $template, array $variables): string
    {
        $content = $this->render($template, $variables);
        return $this->render('layout', ['content' => $content] + $variables);
    }

    public function render(string $__template, array $__variables): string
    {
        extract($this->shared, EXTR_SKIP);
        extract($__variables, EXTR_SKIP);
        ob_start();
        try {
            require "$this->folder/$__template.php";
            return (string) ob_get_contents();
        } finally {
            ob_end_clean();
        }
    }

    private function e(string|int $text): string
    {
        return htmlspecialchars((string) $text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
    }

    private function date(DateTimeImmutable $date): string
    {
        $seconds = time() - $date->getTimestamp();
        $words = match (true) {
            $seconds < 60 => 'just now',
            $seconds < 3600 => intdiv($seconds, 60) . ' min ago',
            $seconds < 86400 => intdiv($seconds, 3600) . ' h ago',
            default => $date->format('j M Y'),
        };
        return sprintf('<time datetime="%s" title="%s">%s</time>', $date->format(DATE_ATOM), $date->format('Y-m-d H:i:s'), $words);
    }

    private function mark(string $text, string $query): string
    {
        $words = array_map(static fn (string $word): string => preg_quote($word, '/'), array_filter(explode(' ', $query), strlen(...)));
        $escaped = $this->e($text);
        return $words ? preg_replace('/(?![^&;]{0,6};)(' . implode('|', $words) . ')/iu', '<mark>$1</mark>', $escaped) ?? $escaped : $escaped;
    }
}
