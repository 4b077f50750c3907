<?php
#[AllowDynamicProperties]
abstract class Other
{
    const ROOT = 'other';
    public static $made = 100;
    protected static array $registry = [];
    private $hidden = 'not this';

    public function __construct(public string $name)
    {
    }

    public function describe(): string
    {
        return static::class . strrev($this->name) . self::ROOT . WHO;
    }
}
