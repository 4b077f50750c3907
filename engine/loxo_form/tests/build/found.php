<?php
// any
// all kinds
// properties are found
// on objects
class Point { function sum($other) { return $this->x + $other->x->y; } }
-----
<?php
// all kinds
// properties are found
// on objects
class Items { function count() { return count($this->items) . ($this->first ? $this->items[$this->first] : 'none'); } }
-----
<?php
// any
// all kinds
// properties are found
// on objects
class Items { function unsure($key) { return [$this->x ?? 1, isset($this->y), $this->items[$key]]; } }
-----
<?php
// all kinds
// properties are found
// guesses failed
// on objects
class Point { function again() { return $this->x + 1; } }
