<?php
trait Loud
{
    public function describe(): string
    {
        static $calls = 0;
        return strtoupper(self::KIND) . __CLASS__ . ++$calls . '!';
    }
}
