<?php
// All of the configuration.
use Illuminate\Support\Facades\Facade;

$state = getenv('STATE');
return [
    'app' => [
        'name' => 'Notes', 'env' => 'testing', 'debug' => false, 'url' => 'http://localhost', 'timezone' => 'UTC', 'locale' => 'en', 'fallback_locale' => 'en',
        'faker_locale' => 'en_US', 'key' => 'base64:' . base64_encode(str_repeat('k', 32)), 'cipher' => 'AES-256-CBC', 'maintenance' => ['driver' => 'file'],
        'providers' => [
            Illuminate\Bus\BusServiceProvider::class, Illuminate\Cache\CacheServiceProvider::class, Illuminate\Cookie\CookieServiceProvider::class,
            Illuminate\Encryption\EncryptionServiceProvider::class, Illuminate\Filesystem\FilesystemServiceProvider::class,
            Illuminate\Foundation\Providers\ConsoleSupportServiceProvider::class, Illuminate\Foundation\Providers\FoundationServiceProvider::class,
            Illuminate\Hashing\HashServiceProvider::class, Illuminate\Pipeline\PipelineServiceProvider::class, Illuminate\Queue\QueueServiceProvider::class,
            Illuminate\Session\SessionServiceProvider::class, Illuminate\Translation\TranslationServiceProvider::class,
            Illuminate\Validation\ValidationServiceProvider::class, Illuminate\View\ViewServiceProvider::class,
            Notes\NotesProvider::class, Notes\Routes::class,
        ],
        'aliases' => Facade::defaultAliases()->toArray(),
    ],
    'cache' => ['default' => 'file', 'stores' => ['file' => ['driver' => 'file', 'path' => "$state/framework/cache"], 'array' => ['driver' => 'array']], 'prefix' => 'notes'],
    'session' => [
        'driver' => 'file', 'lifetime' => 120, 'expire_on_close' => false, 'encrypt' => false, 'files' => "$state/framework/sessions", 'lottery' => [0, 100],
        'cookie' => 'notes_session', 'path' => '/', 'domain' => null, 'secure' => false, 'http_only' => true, 'same_site' => 'lax', 'connection' => null, 'store' => null,
    ],
    'view' => ['paths' => [__DIR__ . '/views'], 'compiled' => "$state/framework/views"],
    'filesystems' => ['default' => 'local', 'disks' => ['local' => ['driver' => 'local', 'root' => "$state/app"]]],
    'hashing' => ['driver' => 'bcrypt', 'bcrypt' => ['rounds' => 4]],
    'queue' => ['default' => 'sync', 'connections' => ['sync' => ['driver' => 'sync']], 'failed' => ['driver' => 'null']],
    'database' => ['default' => 'none', 'connections' => [], 'migrations' => 'migrations'],
    'logging' => ['default' => 'null', 'channels' => ['null' => ['driver' => 'monolog', 'handler' => Monolog\Handler\NullHandler::class]], 'deprecations' => 'null'],
    'auth' => ['defaults' => ['guard' => 'web'], 'guards' => [], 'providers' => []],
    'broadcasting' => ['default' => 'null', 'connections' => ['null' => ['driver' => 'null']]],
];
