<?php
class Model extends Base implements Named
{
    use Loud; private static $own = [];
    const KIND = 'kind3';
    const WHO = \WHO . 3;
    private $hidden = 'h3' . self::KIND;

    public static function computed(): string
    {
        return self::KIND . static::WHO . parent::ROOT;
    }

    public static function all(): array
    {
        return [self::$made, static::$registry[] = WHO, count(static::$registry)];
    }
}
