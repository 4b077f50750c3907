<?php
// A small Laravel application in a few files. LIBRARIES: the folder with Debian 13's php-laravel-framework; STATE: what it may write.
declare(strict_types=1);

require_once (getenv('LIBRARIES') ?: '/usr/share/php') . '/Illuminate/autoload.php';
require_once __DIR__ . '/application.php';
if (getenv('DB_SOCKET')) {
    require_once (getenv('LIBRARIES') ?: '/usr/share/php') . '/Predis/Autoloader.php';
    Predis\Autoloader::register();
    require_once __DIR__ . '/servers.php';
}

$state = getenv('STATE');
foreach (['framework/views', 'framework/cache', 'framework/sessions', 'logs', 'app', 'bootstrap/cache'] as $folder) {
    is_dir("$state/$folder") || mkdir("$state/$folder", 0777, true);
}

$app = new Notes\Application(__DIR__);
$app->useStoragePath($state);
$app->singleton(Illuminate\Contracts\Http\Kernel::class, Notes\HttpKernel::class);
$app->singleton(Illuminate\Contracts\Console\Kernel::class, Notes\ConsoleKernel::class);
$app->singleton(Illuminate\Contracts\Debug\ExceptionHandler::class, Notes\Handler::class);
return $app;
