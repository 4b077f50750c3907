<?php
// A Laravel application whose jobs are in `loxo queue`: php laravel.php COMMAND…, and `send` puts the jobs.
// LIBRARIES: the folder with Debian 13's php-laravel-framework; STATE: what it may write; QUEUE_PORT: the server's.
declare(strict_types=1);

namespace Jobs;

use Illuminate\Bus\Queueable;
use Illuminate\Config\Repository;
use Illuminate\Contracts\Foundation\Application as ApplicationContract;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Application as BaseApplication;
use Illuminate\Foundation\Bootstrap;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Foundation\Console\Kernel as BaseKernel;
use Illuminate\Queue\InteractsWithQueue;
use Illuminate\Support\Facades\Artisan;
use Illuminate\Support\Facades\Facade;
use Illuminate\Support\Facades\Queue;
use Illuminate\Support\ServiceProvider;
use Loxo\Queue\Laravel\LoxoConnector;

require_once (getenv('LIBRARIES') ?: '/usr/share/php') . '/Illuminate/autoload.php';
foreach (['Client', 'laravel/LoxoConnector', 'laravel/LoxoQueue', 'laravel/LoxoJob'] as $file) {
    require_once __DIR__ . "/../../../examples/queue/$file.php";
}

final class Application extends BaseApplication
{
    public function bootstrapPath($path = ''): string
    {
        return $this->storagePath('bootstrap' . ($path ? "/$path" : ''));
    }
}

final class LoadConfiguration
{
    public function bootstrap(ApplicationContract $app): void
    {
        $state = getenv('STATE');
        $app->instance('config', new Repository([
            'app' => [
                'name' => 'Jobs', 'env' => 'testing', 'debug' => true, 'url' => 'http://localhost', 'timezone' => 'UTC', 'locale' => 'en', 'fallback_locale' => 'en',
                'key' => 'base64:' . base64_encode(str_repeat('k', 32)), 'cipher' => 'AES-256-CBC', 'maintenance' => ['driver' => 'file'],
                'providers' => [
                    \Illuminate\Bus\BusServiceProvider::class, \Illuminate\Cache\CacheServiceProvider::class, \Illuminate\Database\DatabaseServiceProvider::class, \Illuminate\Encryption\EncryptionServiceProvider::class,
                    \Illuminate\Filesystem\FilesystemServiceProvider::class, \Illuminate\Foundation\Providers\ConsoleSupportServiceProvider::class,
                    \Illuminate\Foundation\Providers\FoundationServiceProvider::class, \Illuminate\View\ViewServiceProvider::class,
                    \Illuminate\Pipeline\PipelineServiceProvider::class, \Illuminate\Queue\QueueServiceProvider::class, JobsProvider::class,
                ],
                'aliases' => Facade::defaultAliases()->toArray(),
            ],
            'cache' => ['default' => 'file', 'stores' => ['file' => ['driver' => 'file', 'path' => "$state/cache"]], 'prefix' => 'jobs'],
            'queue' => [
                'default' => 'loxo', 'connections' => ['loxo' => ['driver' => 'loxo', 'host' => '127.0.0.1', 'port' => getenv('QUEUE_PORT'), 'queue' => 'jobs']],
                'failed' => ['driver' => 'file', 'path' => "$state/failed.json"],
            ],
            'database' => ['default' => 'none', 'connections' => [], 'migrations' => 'migrations'],
            'filesystems' => ['default' => 'local', 'disks' => ['local' => ['driver' => 'local', 'root' => $state]]],
            'logging' => ['default' => 'null', 'channels' => ['null' => ['driver' => 'monolog', 'handler' => \Monolog\Handler\NullHandler::class]], 'deprecations' => 'null'],
            'view' => ['paths' => [], 'compiled' => $state],
        ]));
        $app->detectEnvironment(static fn (): string => 'testing');
        date_default_timezone_set('UTC');
    }
}

final class Kernel extends BaseKernel
{
    protected $bootstrappers = [
        LoadConfiguration::class, Bootstrap\HandleExceptions::class, Bootstrap\RegisterFacades::class, Bootstrap\SetRequestForConsole::class,
        Bootstrap\RegisterProviders::class, Bootstrap\BootProviders::class,
    ];
}

final class Handler extends \Illuminate\Foundation\Exceptions\Handler
{
    public function report(\Throwable $e): void
    {
        echo '  reported: ', $e->getMessage(), "\n";
    }
}

final class JobsProvider extends ServiceProvider
{
    public function boot(): void
    {
        Queue::addConnector('loxo', static fn (): LoxoConnector => new LoxoConnector());
        Artisan::command('send', function (): void {
            SayJob::dispatch('first');
            SayJob::dispatch('later')->delay(3);
            SayJob::dispatch('broken', true);
            dispatch(static function (): void {
                echo "  a closure\n";
            })->onQueue('other');
            Queue::bulk([new SayJob('bulk 1'), new SayJob('bulk 2')]);
            $this->info('jobs: ' . Queue::size() . ', others: ' . Queue::size('other'));
        });
        Artisan::command('sizes', fn () => $this->info('jobs: ' . Queue::size() . ', others: ' . Queue::size('other')));
        Artisan::command('put {from} {to}', function (string $from, string $to): void {
            Queue::bulk(array_map(static fn (int $number): CountJob => new CountJob($number), range((int) $from, (int) $to)));
        });
        // The reason why it failed is gone.
        Artisan::command('mend', fn () => touch(getenv('STATE') . '/mended'));
    }
}

final class SayJob implements ShouldQueue
{
    use Dispatchable, InteractsWithQueue, Queueable;

    public int $tries = 2;

    public function __construct(private string $word, private bool $isBroken = false)
    {
    }

    public function backoff(): int
    {
        return 1;
    }

    public function handle(): void
    {
        echo "  $this->word, attempt ", $this->attempts(), "\n";
        if ($this->isBroken && !file_exists(getenv('STATE') . '/mended')) {
            throw new \DomainException("$this->word cannot be done");
        }
    }

    public function failed(\Throwable $exception): void
    {
        echo '  failed for good: ', $exception->getMessage(), "\n";
    }
}

/** Writes down that it is done, which takes a while. */
final class CountJob implements ShouldQueue
{
    use Dispatchable, InteractsWithQueue, Queueable;

    public function __construct(private int $number)
    {
    }

    public function handle(): void
    {
        file_put_contents(getenv('STATE') . '/begun', "laravel $this->number\n", FILE_APPEND | LOCK_EX);
        usleep(20_000);
        file_put_contents(getenv('STATE') . '/done', "laravel $this->number\n", FILE_APPEND | LOCK_EX);
    }
}

$state = getenv('STATE');
foreach (['bootstrap/cache', 'cache', 'framework'] as $folder) {
    is_dir("$state/$folder") || mkdir("$state/$folder", 0777, true);
}
$app = new Application(__DIR__);
$app->useStoragePath($state);
$app->singleton(\Illuminate\Contracts\Console\Kernel::class, Kernel::class);
$app->singleton(\Illuminate\Contracts\Debug\ExceptionHandler::class, Handler::class);
$kernel = $app->make(\Illuminate\Contracts\Console\Kernel::class);
$status = $kernel->handle($input = new \Symfony\Component\Console\Input\ArgvInput(), new \Symfony\Component\Console\Output\ConsoleOutput());
$kernel->terminate($input, $status);
exit($status);
