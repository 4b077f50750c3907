<?php
// The parts of the application that are classes.
declare(strict_types=1);

namespace Notes;

use Illuminate\Config\Repository;
use Illuminate\Console\Command;
use Illuminate\Contracts\Foundation\Application as ApplicationContract;
use Illuminate\Foundation\Application as BaseApplication;
use Illuminate\Foundation\Bootstrap;
use Illuminate\Foundation\Console\Kernel as BaseConsoleKernel;
use Illuminate\Foundation\Exceptions\Handler as BaseHandler;
use Illuminate\Foundation\Http\FormRequest;
use Illuminate\Foundation\Http\Kernel as BaseHttpKernel;
use Illuminate\Foundation\Support\Providers\RouteServiceProvider;
use Illuminate\Http\Request;
use Illuminate\Http\Resources\Json\JsonResource;
use Illuminate\Support\Facades\Blade;
use Illuminate\Support\Facades\RateLimiter;
use Illuminate\Cache\RateLimiting\Limit;
use Illuminate\Support\ServiceProvider;
use Illuminate\Validation\Rule;

final class Application extends BaseApplication
{
    public function bootstrapPath($path = ''): string
    {
        return $this->storagePath('bootstrap' . ($path ? "/$path" : ''));
    }

    public function getNamespace(): string
    {
        return 'Notes\\';
    }

    public function langPath($path = ''): string
    {
        return $this->basePath('lang' . ($path ? "/$path" : ''));
    }
}

final class LoadConfiguration
{
    public function bootstrap(ApplicationContract $app): void
    {
        $app->instance('config', new Repository(require __DIR__ . '/config.php'));
        $app->detectEnvironment(static fn (): string => 'testing');
        date_default_timezone_set('UTC');
        mb_internal_encoding('UTF-8');
    }
}

final class HttpKernel extends BaseHttpKernel
{
    protected $bootstrappers = [
        LoadConfiguration::class, Bootstrap\HandleExceptions::class, Bootstrap\RegisterFacades::class, Bootstrap\RegisterProviders::class,
        Bootstrap\BootProviders::class,
    ];

    protected $middleware = [\Illuminate\Foundation\Http\Middleware\ConvertEmptyStringsToNull::class, \Illuminate\Foundation\Http\Middleware\TrimStrings::class];

    protected $middlewareGroups = [
        'web' => [
            \Illuminate\Cookie\Middleware\EncryptCookies::class, \Illuminate\Cookie\Middleware\AddQueuedCookiesToResponse::class,
            \Illuminate\Session\Middleware\StartSession::class, \Illuminate\View\Middleware\ShareErrorsFromSession::class,
            \Illuminate\Routing\Middleware\SubstituteBindings::class, Language::class,
        ],
    ];

    protected $middlewareAliases = ['throttle' => \Illuminate\Routing\Middleware\ThrottleRequests::class, 'signed' => \Illuminate\Routing\Middleware\ValidateSignature::class];
}

final class ConsoleKernel extends BaseConsoleKernel
{
    protected $bootstrappers = [
        LoadConfiguration::class, Bootstrap\HandleExceptions::class, Bootstrap\RegisterFacades::class, Bootstrap\SetRequestForConsole::class,
        Bootstrap\RegisterProviders::class, Bootstrap\BootProviders::class,
    ];

    protected $commands = [SayCommand::class];
}

final class Handler extends BaseHandler
{
    public function report(\Throwable $e): void
    {
    }
}

final class Language
{
    public function handle(Request $request, \Closure $next): mixed
    {
        app()->setLocale($request->getPreferredLanguage(['en', 'de']));
        return $next($request)->withHeaders(['X-Notes' => $request->route()?->getName() ?? 'none']);
    }
}

final class NotesProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton(Shelf::class, static fn (): Shelf => new Shelf(['first', 'second <b>', 'drïtte']));
    }

    public function boot(): void
    {
        Blade::directive('shout', static fn (string $what): string => "<?php echo e(mb_strtoupper($what)); ?>");
        RateLimiter::for('twice', static fn (Request $request): Limit => Limit::perMinute(2)->by('all'));
    }
}

final class Routes extends RouteServiceProvider
{
    public function boot(): void
    {
        $this->routes(fn () => $this->app['router']->middleware('web')->group(__DIR__ . '/routes.php'));
    }
}

final class Shelf implements \IteratorAggregate, \Countable
{
    public function __construct(private array $titles)
    {
    }

    public function getIterator(): \Generator
    {
        yield from $this->titles;
    }

    public function count(): int
    {
        return count($this->titles);
    }
}

final class StoreNote extends FormRequest
{
    public function rules(): array
    {
        return [
            'title' => ['required', 'string', 'min:3', 'max:20'],
            'tags' => 'array|max:5',
            'tags.*' => ['required', 'string', Rule::notIn(['bad'])],
            'due' => ['nullable', 'date_format:Y-m-d', 'after:2020-01-01'],
            'mail' => 'sometimes|email:rfc',
            'kind' => ['sometimes', Rule::enum(Kind::class)],
        ];
    }
}

enum Kind: string
{
    case Short = 'short';
    case Long = 'long';
}

final class NoteResource extends JsonResource
{
    public function toArray(Request $request): array
    {
        return ['title' => $this['title'], 'tags' => $this->whenNotNull($this['tags'] ?? null), 'due' => isset($this['due']) ? now()->parse($this['due'])->toRfc2822String() : null];
    }
}

final class SayCommand extends Command
{
    protected $signature = 'say {name : Whom to greet} {--times=1 : How often}';
    protected $description = 'Greets';

    public function handle(Shelf $shelf): int
    {
        if (!ctype_digit((string) $this->option('times'))) {
            $this->error('How often?');
            return self::INVALID;
        }
        $this->info("Hello {$this->argument('name')}");
        $this->table(['#', 'Title'], collect($shelf)->map(static fn (string $title, int $i): array => [$i, $title])->all());
        $this->withProgressBar(range(1, (int) $this->option('times')), static fn () => null);
        $this->newLine();
        $this->components->twoColumnDetail('Notes', (string) count($shelf));
        $this->components->bulletList(['one', 'two']);
        return self::SUCCESS;
    }
}
