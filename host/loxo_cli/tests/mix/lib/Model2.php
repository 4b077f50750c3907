<?php
class Model extends Other implements Named, Countable
{
    protected ?int $count = null; public int $more = 0; public function count(): int { return 7; }
    const KIND = 'kind2';
    const WHO = \WHO . 2;
    private $hidden = 'h2' . self::KIND;

    public static function computed(): string
    {
        return self::KIND . static::WHO . parent::ROOT;
    }

    public static function all(): array
    {
        return [self::$made, static::$registry[] = WHO, count(static::$registry)];
    }
}
