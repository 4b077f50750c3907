<?php
function greet(string $who): string
{
    static $times = 0;
    return 'hello2 ' . $who . ++$times . Level::Low->value . \WHO;
}
