<?php

declare(strict_types=1);

namespace Notes;

use DateTimeImmutable;
use RuntimeException;

/**
 * Notes in files: data/notes/ID/VERSION.json, the highest version is the current one; data/images/NAME.
 */
final class Store
{
    private const IMAGE_TYPES = [
        'png' => ["\x89PNG\r\n\x1a\n", 'image/png'],
        'jpg' => ["\xff\xd8\xff", 'image/jpeg'],
        'gif' => ['GIF8', 'image/gif'],
        'webp' => ['RIFF', 'image/webp'],
    ];

    public function __construct(private readonly string $dir)
    {
        if (!is_dir($dir)) {
            $this->seed();
        }
    }

    /** @return array<string, Note> the newest first */
    public function all(): array
    {
        $notes = [];
        foreach (glob("$this->dir/notes/*", GLOB_ONLYDIR) as $folder) {
            $note = $this->find(basename($folder));
            if ($note !== null) {
                $notes[$note->id] = $note;
            }
        }
        uasort($notes, static fn (Note $a, Note $b): int => $b->changed <=> $a->changed ?: strnatcasecmp($a->title, $b->title));
        return $notes;
    }

    public function find(string $id, ?int $version = null): ?Note
    {
        if (!preg_match('/^[a-z0-9-]{1,80}$/D', $id)) {
            return null;
        }
        $version ??= max([0, ...$this->versions($id)]);
        $file = "$this->dir/notes/$id/$version.json";
        return is_file($file) ? Note::fromArray(json_decode(file_get_contents($file), true, 8, JSON_THROW_ON_ERROR)) : null;
    }

    /** @return list<int> ascending */
    public function versions(string $id): array
    {
        $versions = array_map(static fn (string $file): int => (int) basename($file, '.json'), glob("$this->dir/notes/$id/*.json"));
        sort($versions);
        return $versions;
    }

    /** Every word must occur in the title, the text or the tags; titles weigh more. @return array<string, Note> */
    public function search(string $query, string $tag = ''): array
    {
        $words = array_filter(explode(' ', mb_strtolower($query)), strlen(...));
        $scores = [];
        $notes = $this->all();
        foreach ($notes as $id => $note) {
            if ($tag !== '' && !in_array($tag, $note->tags, true)) {
                continue;
            }
            $score = 0;
            foreach ($words as $word) {
                $hits = 10 * mb_substr_count(mb_strtolower($note->title), $word)
                    + 5 * (in_array($word, $note->tags, true) ? 1 : 0)
                    + mb_substr_count(mb_strtolower($note->text), $word);
                if ($hits === 0) {
                    continue 2;
                }
                $score += $hits;
            }
            $scores[$id] = $score;
        }
        if ($words) {
            arsort($scores);
        }
        return array_map(static fn (string $id): Note => $notes[$id], array_combine(array_keys($scores), array_keys($scores)));
    }

    /** @return array<string, int> tag => how many notes have it */
    public function tags(): array
    {
        $tags = array_merge(...array_values(array_map(static fn (Note $note): array => $note->tags, $this->all())) ?: [[]]);
        $counts = array_count_values($tags);
        ksort($counts);
        return $counts;
    }

    /** Writes a new version. */
    public function save(?string $id, string $title, string $text, array $tags): Note
    {
        $id ??= $this->freeId($title);
        $folder = "$this->dir/notes/$id";
        if (!is_dir($folder) && !mkdir($folder, 0777, true) && !is_dir($folder)) {
            throw new RuntimeException("cannot make $folder");
        }
        // Two writers at once get two versions.
        $lock = fopen("$folder/lock", 'c');
        flock($lock, LOCK_EX);
        try {
            $version = max([0, ...$this->versions($id)]) + 1;
            $note = new Note($id, $title, str_replace("\r\n", "\n", $text), $tags, new DateTimeImmutable('now'), $version);
            $json = json_encode($note, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
            file_put_contents("$folder/$version.tmp", $json);
            rename("$folder/$version.tmp", "$folder/$version.json");
            return $note;
        } finally {
            flock($lock, LOCK_UN);
            fclose($lock);
        }
    }

    public function delete(string $id): void
    {
        foreach (glob("$this->dir/notes/$id/*") as $file) {
            unlink($file);
        }
        rmdir("$this->dir/notes/$id");
    }

    /** Keeps an uploaded image and returns its name. */
    public function addImage(array $upload): string
    {
        $problem = match ($upload['error']) {
            UPLOAD_ERR_OK => null,
            UPLOAD_ERR_INI_SIZE, UPLOAD_ERR_FORM_SIZE => 'The image is too large.',
            UPLOAD_ERR_NO_FILE => 'No image was chosen.',
            default => 'The upload did not arrive whole.',
        };
        if ($problem !== null || !is_uploaded_file($upload['tmp_name'])) {
            throw new Problem($problem ?? 'No image was uploaded.', 400);
        }
        $start = (string) file_get_contents($upload['tmp_name'], false, null, 0, 12);
        $kind = array_find_key(self::IMAGE_TYPES, static fn (array $type): bool => str_starts_with($start, $type[0]));
        if ($kind === null) {
            throw new Problem('Only PNG, JPEG, GIF and WebP images can be added.', 415);
        }
        $name = substr(sha1_file($upload['tmp_name']), 0, 16) . ".$kind";
        if (!is_dir("$this->dir/images")) {
            mkdir("$this->dir/images", 0777, true);
        }
        move_uploaded_file($upload['tmp_name'], "$this->dir/images/$name");
        return $name;
    }

    /** @return ?array{string, string} path and type */
    public function image(string $name): ?array
    {
        $kind = pathinfo($name, PATHINFO_EXTENSION);
        $file = "$this->dir/images/" . basename($name);
        return isset(self::IMAGE_TYPES[$kind]) && is_file($file) ? [$file, self::IMAGE_TYPES[$kind][1]] : null;
    }

    /** The key that form tokens are made with; made once. */
    public function secret(): string
    {
        $file = "$this->dir/secret";
        if (!is_file($file)) {
            file_put_contents($file, bin2hex(random_bytes(32)), LOCK_EX);
            chmod($file, 0600);
        }
        return trim(file_get_contents($file));
    }

    private function freeId(string $title): string
    {
        $ascii = strtr(mb_strtolower($title), ['ä' => 'ae', 'ö' => 'oe', 'ü' => 'ue', 'ß' => 'ss', 'é' => 'e', 'è' => 'e', 'ç' => 'c', 'ñ' => 'n']);
        $base = trim(substr(preg_replace('/[^a-z0-9]+/', '-', $ascii), 0, 60), '-') ?: 'note';
        for ($id = $base, $n = 2; is_dir("$this->dir/notes/$id"); $n++) {
            $id = "$base-$n";
        }
        return $id;
    }

    private function seed(): void
    {
        if (!@mkdir("$this->dir/notes", 0777, true) && !is_dir("$this->dir/notes")) {
            throw new RuntimeException("cannot write to $this->dir");
        }
        $this->save(null, 'Welcome', <<<'TEXT'
            This is a **note**. Change it, look at its *history*, or write another.

            ## What the markup can do

            - **bold**, *italic*, `code`, ~~struck~~
            - [links](https://www.php.net/) and links to other notes: [[Shopping list]]
            - lists, quotes, headings, tables, code

            > Everything is kept in files: nothing to set up.

            | Page | What it does |
            | --- | --- |
            | History | every version, and what changed between two |
            | Search | words in titles, texts and tags |

            ```
            foreach ($notes as $note) {
                echo $note->title, "\n";
            }
            ```
            TEXT, ['example', 'help']);
        $this->save(null, 'Shopping list', "1. bread\n2. apples\n3. a new notebook\n\nBack to [[Welcome]].", ['example']);
    }
}
