<?php
class Model extends Base implements Named
{
    public $size = 1;
    const KIND = 'kind1';
    const WHO = \WHO . 1;
    private $hidden = 'h1' . self::KIND;

    public static function computed(): string
    {
        return self::KIND . static::WHO . parent::ROOT;
    }

    public static function all(): array
    {
        return [self::$made, static::$registry[] = WHO, count(static::$registry)];
    }
}
