<?php
// A Symfony application whose messages are in `loxo queue`: php symfony.php COMMAND…, and `send` puts the messages.
// LIBRARIES: the folder with Debian 13's php-symfony-framework-bundle and php-symfony-messenger; STATE: where caches go; QUEUE_PORT: the server's.
declare(strict_types=1);

namespace Messages;

use Loxo\Queue\Symfony\LoxoTransportFactory;
use Symfony\Bundle\FrameworkBundle\Console\Application;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpKernel\Kernel as BaseKernel;
use Symfony\Component\Messenger\Attribute\AsMessageHandler;
use Symfony\Component\Messenger\Exception\UnrecoverableMessageHandlingException;
use Symfony\Component\Messenger\MessageBusInterface;
use Symfony\Component\Messenger\Stamp\DelayStamp;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

$libraries = getenv('LIBRARIES') ?: '/usr/share/php';
foreach (['Bundle/FrameworkBundle', 'Component/Console', 'Component/Messenger'] as $name) {
    require_once "$libraries/Symfony/$name/autoload.php";
}
foreach (['Client', 'symfony/LoxoTransportFactory', 'symfony/LoxoTransport'] as $file) {
    require_once __DIR__ . "/../../../examples/queue/$file.php";
}

// The framework asks Composer what is installed.
require_once "$libraries/Composer/InstalledVersions.php";
\Composer\InstalledVersions::reload(['root' => ['name' => 'loxo/messages', 'pretty_version' => '1', 'version' => '1.0.0.0', 'reference' => null,
    'type' => 'project', 'install_path' => __DIR__, 'aliases' => [], 'dev' => false], 'versions' => []]);

final class Say
{
    public function __construct(public readonly string $word, public readonly string $how = 'well')
    {
    }
}

#[AsMessageHandler]
final class SayHandler
{
    private array $attempts = [];

    public function __invoke(Say $say): void
    {
        $attempt = $this->attempts[$say->word] = ($this->attempts[$say->word] ?? 0) + 1;
        echo "  $say->word, attempt $attempt of this worker\n";
        if (file_exists(getenv('STATE') . '/mended')) {
            return;
        }
        match ($say->how) {
            'well' => null,
            'broken' => throw new \DomainException("$say->word cannot be done"),
            'hopeless' => throw new UnrecoverableMessageHandlingException("$say->word can never be done"),
        };
    }
}

/** Its handler writes down that it is done, which takes a while. */
final class Count
{
    public function __construct(public readonly int $number)
    {
    }
}

#[AsMessageHandler]
final class CountHandler
{
    public function __invoke(Count $count): void
    {
        file_put_contents(getenv('STATE') . '/begun', "symfony $count->number\n", FILE_APPEND | LOCK_EX);
        usleep(20_000);
        file_put_contents(getenv('STATE') . '/done', "symfony $count->number\n", FILE_APPEND | LOCK_EX);
    }
}

#[AsCommand('put')]
final class PutCommand extends Command
{
    public function __construct(private MessageBusInterface $bus)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('from')->addArgument('to');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        foreach (range((int) $input->getArgument('from'), (int) $input->getArgument('to')) as $number) {
            $this->bus->dispatch(new Count($number));
        }
        return 0;
    }
}

#[AsCommand('send')]
final class SendCommand extends Command
{
    public function __construct(private MessageBusInterface $bus)
    {
        parent::__construct();
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $this->bus->dispatch(new Say("first \u{e9}\0"));
        $this->bus->dispatch(new Say('later'), [new DelayStamp(3000)]);
        $this->bus->dispatch(new Say('broken', 'broken'));
        $this->bus->dispatch(new Say('hopeless', 'hopeless'));
        return 0;
    }
}

#[AsCommand('mend')]
final class MendCommand extends Command
{
    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        return touch(getenv('STATE') . '/mended') ? 0 : 1;
    }
}

final class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle()];
    }

    public function getProjectDir(): string
    {
        return __DIR__;
    }

    public function getCacheDir(): string
    {
        return getenv('STATE') . '/cache/' . $this->environment;
    }

    public function getLogDir(): string
    {
        return getenv('STATE') . '/log';
    }

    protected function configureContainer(ContainerConfigurator $container): void
    {
        $server = 'loxo://127.0.0.1:' . getenv('QUEUE_PORT');
        $retry = ['max_retries' => 1, 'delay' => 1000];
        $container->extension('framework', [
            'secret' => 'none', 'http_method_override' => false, 'handle_all_throwables' => true, 'php_errors' => ['log' => false],
            'messenger' => [
                'transports' => ['async' => ['dsn' => "$server/messages", 'retry_strategy' => $retry], 'failed' => ['dsn' => "$server/failed", 'retry_strategy' => ['max_retries' => 0]]],
                'failure_transport' => 'failed', 'routing' => [Say::class => 'async', Count::class => 'async'],
            ],
        ]);
        $services = $container->services()->defaults()->autowire()->autoconfigure();
        $services->set(LoxoTransportFactory::class)->tag('messenger.transport_factory');
        $services->set('logger', \Psr\Log\NullLogger::class);
        foreach ([SayHandler::class, CountHandler::class, SendCommand::class, PutCommand::class, MendCommand::class] as $class) {
            $services->set($class);
        }
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
    }
}

exit((new Application(new Kernel('prod', false)))->run());
