<?php

declare(strict_types=1);

// The front controller: every address that is not a file comes here.

use Notes\{App, Request};

if (PHP_SAPI === 'cli-server') {
    $file = __DIR__ . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    if (is_file($file) && $file !== __FILE__) {
        return false;
    }
}

spl_autoload_register(static function (string $class): void {
    $file = dirname(__DIR__) . '/src/' . str_replace('\\', '/', substr($class, strlen('Notes\\'))) . '.php';
    if (str_starts_with($class, 'Notes\\') && is_file($file)) {
        require $file;
    }
});

(new App(getenv('NOTES_DATA') ?: dirname(__DIR__) . '/data'))->handle(Request::current())->send();
