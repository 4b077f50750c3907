<?php

declare(strict_types=1);

// `notes.php NUMBER`: answers so many requests for the first page of examples/notes in one process. The front controller's two lines are
// here; everything behind them runs as it does in a server whose caches are warm. NOTES_DATA names a folder for the notes.

use Notes\{App, Request};

spl_autoload_register(static function (string $class): void {
    require dirname(__DIR__, 2) . '/examples/notes/src/' . str_replace('\\', '/', substr($class, strlen('Notes\\'))) . '.php';
});

// A visitor who has been here before: a new one would get a random token.
$_COOKIE['visitor'] = str_repeat('0123456789abcdef', 2);
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['REQUEST_URI'] = '/';
$bytes = 0;
for ($left = (int) $argv[1]; $left > 0; $left--) {
    ob_start();
    (new App(getenv('NOTES_DATA')))->handle(Request::current())->send();
    $bytes += strlen(ob_get_clean());
    header_remove();
}
echo $bytes > 0 ? "answered\n" : "nothing\n";
