<?php
abstract class Base
{
    const ROOT = 'base';
    public static $made = 0;
    protected static array $registry = [self::ROOT];
    public array $kept = [];

    public function __construct(public string $name)
    {
        self::$made++;
    }

    public function describe(): string
    {
        return static::KIND . $this->name . self::ROOT;
    }

    public function __get(string $name): mixed
    {
        return "no $name in " . static::class;
    }

    public function __set(string $name, mixed $value): void
    {
        $this->kept[$name] = $value;
    }
}
