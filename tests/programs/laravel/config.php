<?php
// All of the configuration.
use Illuminate\Support\Facades\Facade;

$state = getenv('STATE');
$config = [
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

// With servers: everything that is kept is kept there.
if (getenv('DB_SOCKET')) {
    array_push($config['app']['providers'], Illuminate\Database\DatabaseServiceProvider::class, Illuminate\Redis\RedisServiceProvider::class, Notes\Servers::class);
    $mysql = ['driver' => 'mysql', 'unix_socket' => getenv('DB_SOCKET'), 'database' => 'notes', 'username' => 'root', 'password' => '', 'charset' => 'utf8mb4',
        'collation' => 'utf8mb4_unicode_ci', 'prefix' => 'n_', 'strict' => true];
    $config['database'] = [
        'default' => 'mysql', 'migrations' => 'migrations', 'connections' => ['mysql' => $mysql, 'emulated' => ['options' => [PDO::ATTR_EMULATE_PREPARES => true]] + $mysql],
        'redis' => ['client' => getenv('REDIS_CLIENT') ?: 'predis', 'options' => ['prefix' => 'notes:'], 'default' => ['host' => '127.0.0.1', 'port' => getenv('REDIS_PORT'), 'database' => 0]],
    ];
    $config['cache']['stores']['redis'] = ['driver' => 'redis', 'connection' => 'default', 'lock_connection' => 'default'];
    $config['cache']['stores']['database'] = ['driver' => 'database', 'table' => 'cache', 'connection' => null];
    $config['cache']['default'] = 'redis';
    $config['session'] = ['driver' => 'redis', 'connection' => 'default'] + $config['session'];
    $config['queue'] = [
        'default' => 'database', 'connections' => ['database' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 90]],
        'failed' => ['driver' => 'database-uuids', 'database' => 'mysql', 'table' => 'failed_jobs'],
    ];
}
return $config;
