<?php
// Methods and properties: chains, static ones, inherited ones, magic ones.
class Box
{
    const SIZE = 3;
    private static int $made = 0;
    protected array $options = ['k' => 1];
    public int $number = 0;

    public static function make(): static
    {
        self::$made++;
        return new static();
    }

    public function set(string $name, mixed $value): static
    {
        $this->options[$name] = $value;
        return $this;
    }

    public function get(string $name): mixed
    {
        return isset($this->options[$name]) ? $this->options[$name] : null;
    }

    public function __get(string $name): mixed
    {
        return self::SIZE;
    }
}

class Chest extends Box
{
    public function get(string $name): mixed
    {
        return parent::get($name) ?? static::SIZE;
    }
}

for ($i = 0; $i < $argv[1]; $i++) {
    $box = Chest::make()->set('a', $i)->set('b', 'text');
    $box->number = $box->get('a') + $box->get('none') + $box->missing;
}
