<?php

declare(strict_types=1);

namespace Notes;

use DateTimeImmutable;
use JsonSerializable;

final readonly class Note implements JsonSerializable
{
    /** @param list<string> $tags */
    public function __construct(
        public string $id,
        public string $title,
        public string $text,
        public array $tags,
        public DateTimeImmutable $changed,
        public int $version = 1,
    ) {}

    public static function fromArray(array $data): self
    {
        ['id' => $id, 'title' => $title, 'text' => $text, 'tags' => $tags, 'changed' => $changed, 'version' => $version] = $data;
        return new self($id, $title, $text, $tags, new DateTimeImmutable($changed), $version);
    }

    /** @return list<string> */
    public static function parseTags(string $tags): array
    {
        $words = preg_split('/[\s,#]+/', mb_strtolower($tags), -1, PREG_SPLIT_NO_EMPTY);
        $words = array_values(array_unique($words));
        sort($words);
        return array_slice($words, 0, 10);
    }

    public function excerpt(int $length = 140): string
    {
        $plain = trim(preg_replace(['/```.*?```/s', '/[*_`#>\[\]!]+/', '/\s+/'], ['', '', ' '], $this->text));
        return mb_strimwidth($plain, 0, $length, '…');
    }

    public function jsonSerialize(): array
    {
        return ['changed' => $this->changed->format(DATE_ATOM)] + get_object_vars($this);
    }
}
