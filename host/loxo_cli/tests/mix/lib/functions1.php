<?php
function greet(string $who): string
{
    static $times = 0;
    return 'hello1 ' . $who . ++$times . Level::Low->value . \WHO;
}
