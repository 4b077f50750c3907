<?php
enum Level: int
{
    case Low = 1;
    case High = 2;

    const BEST = self::High;

    public function label(): string
    {
        return ucfirst(strtolower($this->name)) . WHO . (self::BEST === $this ? '*' : '');
    }
}
