<?php

declare(strict_types=1);

namespace Notes;

/** A light markup to HTML: blocks first, then what stands within a line. Nothing of the source reaches the page unescaped. */
final class Markup
{
    /** @var list<string> finished pieces that later rules must not touch */
    private array $kept = [];

    /** @param callable(string): string $address of a note by its title */
    public function __construct(private readonly mixed $address) {}

    public function html(string $source): string
    {
        $lines = explode("\n", str_replace(["\r\n", "\t"], ["\n", '    '], $source));
        $html = '';
        while ($lines) {
            $html .= $this->block($lines) . "\n";
        }
        return $html;
    }

    /** Takes one block off the front. @param list<string> $lines */
    private function block(array &$lines): string
    {
        $line = array_shift($lines);
        if (trim($line) === '') {
            return '';
        }
        if (str_starts_with($line, '```')) {
            $code = $this->takeWhile($lines, static fn (string $line): bool => !str_starts_with($line, '```'));
            array_shift($lines);
            return '<pre><code>' . self::escape(implode("\n", $code)) . '</code></pre>';
        }
        if (preg_match('/^(#{1,5})\s+(.+?)\s*#*$/', $line, $found)) {
            // The page's own title is the first level.
            $level = strlen($found[1]) + 1;
            return "<h$level>" . $this->inline($found[2]) . "</h$level>";
        }
        if (preg_match('/^(?:-{3,}|\*{3,})\s*$/', $line)) {
            return '<hr>';
        }
        array_unshift($lines, $line);
        if ($line[0] === '>') {
            $quoted = $this->takeWhile($lines, static fn (string $line): bool => str_starts_with($line, '>'));
            return '<blockquote>' . (new self($this->address))->html(implode("\n", preg_replace('/^> ?/', '', $quoted))) . '</blockquote>';
        }
        if ($line[0] === '|') {
            return $this->table($this->takeWhile($lines, static fn (string $line): bool => str_starts_with($line, '|')));
        }
        foreach (['ul' => '/^\s*[-*+]\s+/', 'ol' => '/^\s*\d+[.)]\s+/'] as $list => $marker) {
            if (preg_match($marker, $line)) {
                $items = $this->takeWhile($lines, static fn (string $line): bool => (bool) preg_match($marker, $line));
                $items = array_map(fn (string $item): string => '<li>' . $this->inline(preg_replace($marker, '', $item)) . '</li>', $items);
                return "<$list>" . implode('', $items) . "</$list>";
            }
        }
        $paragraph = $this->takeWhile($lines, static fn (string $line): bool => trim($line) !== '' && !preg_match('/^(#{1,5}\s|```|>|\|)/', $line));
        // A line that opens a block but is none must not be read again for ever.
        $paragraph = $paragraph ?: [array_shift($lines)];
        return '<p>' . $this->inline(implode("\n", $paragraph)) . '</p>';
    }

    /** @param list<string> $lines @return list<string> */
    private function takeWhile(array &$lines, callable $accept): array
    {
        $taken = [];
        while ($lines && $accept($lines[0])) {
            $taken[] = array_shift($lines);
        }
        return $taken;
    }

    /** @param list<string> $rows */
    private function table(array $rows): string
    {
        $html = '';
        $headed = isset($rows[1]) && preg_match('/^\|[\s:|-]+$/', $rows[1]);
        foreach ($rows as $index => $row) {
            if ($headed && $index === 1) {
                continue;
            }
            $cell = $headed && $index === 0 ? 'th' : 'td';
            $cells = array_map(fn (string $text): string => "<$cell>" . $this->inline(trim($text)) . "</$cell>", explode('|', trim($row, "| \t")));
            $html .= '<tr>' . implode('', $cells) . '</tr>';
        }
        return "<table>$html</table>";
    }

    private function inline(string $text): string
    {
        $keep = function (string $html): string {
            $this->kept[] = $html;
            return "\x01" . (count($this->kept) - 1) . "\x02";
        };
        $text = str_replace(["\x01", "\x02"], '', $text);
        $text = preg_replace_callback('/`([^`\n]+)`/', static fn (array $m): string => $keep('<code>' . self::escape($m[1]) . '</code>'), $text);
        $text = preg_replace_callback('/!\[([^\]]*)\]\(([\w.-]+)\)/', static function (array $m) use ($keep): string {
            return $keep('<img src="/images/' . rawurlencode($m[2]) . '" alt="' . self::escape($m[1]) . '" loading="lazy">');
        }, $text);
        $text = preg_replace_callback('/\[\[([^\]\n]+)\]\]/', fn (array $m): string => $keep(
            '<a href="' . self::escape(($this->address)($m[1])) . '">' . self::escape($m[1]) . '</a>',
        ), $text);
        $text = preg_replace_callback('~\[([^\]\n]+)\]\((https?://[^\s)]+|/[^\s)]*|mailto:[^\s)]+)\)~i', static fn (array $m): string => $keep(
            '<a href="' . self::escape($m[2]) . '" rel="noopener">' . self::escape($m[1]) . '</a>',
        ), $text);
        $text = preg_replace_callback('~\bhttps?://[^\s<>"\x01]+[^\s<>"\x01.,;:!?)]~i', static fn (array $m): string => $keep(
            sprintf('<a href="%1$s" rel="noopener">%1$s</a>', self::escape($m[0])),
        ), $text);
        $text = preg_replace(
            ['/\*\*(?=\S)(.+?)(?<=\S)\*\*/s', '/(?<![\w*])[*_](?=\S)(.+?)(?<=\S)[*_](?![\w*])/s', '/~~(?=\S)(.+?)(?<=\S)~~/s', '/ {2,}\n/'],
            ['<strong>$1</strong>', '<em>$1</em>', '<del>$1</del>', "<br>\n"],
            self::escape($text),
        );
        // Links may hold kept code: from the last to the first.
        while (preg_match('/\x01\d+\x02/', $text)) {
            $text = preg_replace_callback('/\x01(\d+)\x02/', fn (array $m): string => $this->kept[(int) $m[1]], $text);
        }
        return $text;
    }

    private static function escape(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE, 'UTF-8');
    }
}
