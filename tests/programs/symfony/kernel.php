<?php
// A small Symfony application. LIBRARIES: the folder with Debian 13's php-symfony-* packages; STATE: where caches go.
declare(strict_types=1);

namespace Shop;

use Psr\Log\AbstractLogger;
use Symfony\Bundle\FrameworkBundle\Console\Application;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Bundle\TwigBundle\TwigBundle;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Helper\Table;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Style\SymfonyStyle;
use Symfony\Component\DependencyInjection\Attribute\AutowireIterator;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpFoundation\StreamedResponse;
use Symfony\Component\HttpKernel\Event\ResponseEvent;
use Symfony\Component\HttpKernel\Exception\HttpException;
use Symfony\Component\HttpKernel\Kernel as BaseKernel;
use Symfony\Component\HttpKernel\KernelEvents;
use Symfony\Component\Routing\Attribute\Route;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;
use Symfony\Component\Validator\Constraints as Assert;
use Symfony\Component\Validator\Validator\ValidatorInterface;
use Symfony\Component\Yaml\Yaml;

$libraries = getenv('LIBRARIES') ?: '/usr/share/php';
foreach (['Bundle/FrameworkBundle', 'Bundle/TwigBundle', 'Component/Console', 'Component/Validator', 'Component/Yaml', 'Component/Translation'] as $name) {
    require_once "$libraries/Symfony/$name/autoload.php";
}

// The framework asks Composer what is installed.
require_once "$libraries/Composer/InstalledVersions.php";
\Composer\InstalledVersions::reload(['root' => ['name' => 'loxo/shop', 'pretty_version' => '1', 'version' => '1.0.0.0', 'reference' => null,
    'type' => 'project', 'install_path' => __DIR__, 'aliases' => [], 'dev' => false], 'versions' => []]);

enum Size: string
{
    case Small = 's';
    case Large = 'l';

    public function label(): string
    {
        return ucfirst(strtolower($this->name));
    }
}

final class Article
{
    public function __construct(
        #[Assert\NotBlank] #[Assert\Length(min: 3, max: 20)] public readonly string $title,
        #[Assert\Positive] public readonly float $price,
        #[Assert\Email] public readonly ?string $contact = null,
        public readonly Size $size = Size::Small,
    ) {
    }
}

interface Discount
{
    public function of(Article $article): float;
}

final class LargeDiscount implements Discount
{
    public function of(Article $article): float
    {
        return $article->size === Size::Large ? 0.1 : 0.0;
    }
}

final class DearDiscount implements Discount
{
    public function of(Article $article): float
    {
        return $article->price > 100 ? 0.05 : 0.0;
    }
}

final class Prices
{
    /** @param iterable<Discount> $discounts */
    public function __construct(#[AutowireIterator('shop.discount')] private iterable $discounts)
    {
    }

    public function of(Article $article): float
    {
        $share = 1.0;
        foreach ($this->discounts as $discount) {
            $share -= $discount->of($article);
        }
        return round($article->price * $share, 2);
    }
}

final class QuietLogger extends AbstractLogger
{
    public function log($level, string|\Stringable $message, array $context = []): void
    {
    }
}

final class Stamp implements EventSubscriberInterface
{
    public static function getSubscribedEvents(): array
    {
        return [KernelEvents::RESPONSE => ['stamp', -10]];
    }

    public function stamp(ResponseEvent $event): void
    {
        $event->getResponse()->headers->set('X-Shop', $event->getRequest()->attributes->get('_route', 'none'));
    }
}

#[Route('/shop', name: 'shop_')]
final class ShopController extends AbstractController
{
    public function __construct(private readonly Prices $prices)
    {
    }

    private static function articles(): array
    {
        return [
            new Article('Lamp', 20.5),
            new Article('Table <oak>', 240, 'sales@example.com', Size::Large),
            new Article('Ünïcödé', 3.999),
        ];
    }

    #[Route('/', name: 'list', methods: ['GET'])]
    public function list(Request $request): Response
    {
        $articles = self::articles();
        if ($request->query->has('sort')) {
            usort($articles, static fn (Article $a, Article $b): int => $a->price <=> $b->price);
        }
        return $this->render('list.html.twig', ['articles' => $articles, 'prices' => $this->prices, 'locale' => $request->getLocale()]);
    }

    #[Route('/{number}', name: 'one', requirements: ['number' => '\d+'], methods: ['GET'])]
    public function one(int $number): JsonResponse
    {
        $article = self::articles()[$number] ?? throw $this->createNotFoundException("No article $number.");
        return $this->json(['title' => $article->title, 'price' => $this->prices->of($article), 'size' => $article->size->label()]);
    }

    #[Route('/size/{size}', name: 'size')]
    public function size(Size $size): Response
    {
        return new Response($size->label(), headers: ['Content-Type' => 'text/plain']);
    }

    #[Route('', name: 'add', methods: ['POST'])]
    public function add(Request $request, ValidatorInterface $validator): JsonResponse
    {
        $data = $request->getPayload();
        $article = new Article($data->getString('title'), (float) $data->get('price', 0), $data->get('contact'), $data->getEnum('size', Size::class, Size::Small));
        $found = [];
        foreach ($validator->validate($article) as $violation) {
            $found[$violation->getPropertyPath()][] = $violation->getMessage();
        }
        return $this->json($found ?: ['added' => $article->title], $found ? 422 : 201);
    }
}

final class MiscController extends AbstractController
{
    #[Route('/', name: 'home')]
    public function home(): Response
    {
        return $this->redirectToRoute('shop_list', ['sort' => 1]);
    }

    #[Route('/yaml', name: 'yaml', methods: ['POST'])]
    public function yaml(Request $request): Response
    {
        $data = Yaml::parse($request->getContent(), Yaml::PARSE_CONSTANT | Yaml::PARSE_DATETIME);
        return new Response(Yaml::dump($data, 3, 2), 200, ['Content-Type' => 'text/plain']);
    }

    #[Route('/stream', name: 'stream')]
    public function flow(): StreamedResponse
    {
        return new StreamedResponse(static function (): void {
            foreach (range('a', 'e') as $letter) {
                echo str_repeat($letter, 3), "\n";
                flush();
            }
        }, 200, ['Content-Type' => 'text/plain']);
    }

    #[Route('/cookie', name: 'cookie')]
    public function cookie(Request $request): Response
    {
        $seen = $request->cookies->getInt('seen') + 1;
        $response = new Response("seen $seen", 200, ['Content-Type' => 'text/plain']);
        $response->headers->setCookie(Cookie::create('seen', (string) $seen)->withHttpOnly(true)->withSameSite('strict'));
        $response->setEtag(md5((string) $seen));
        $response->isNotModified($request);
        return $response;
    }

    #[Route('/upload', name: 'upload', methods: ['POST'])]
    public function upload(Request $request): JsonResponse
    {
        $file = $request->files->get('file');
        return $this->json([
            'name' => $file->getClientOriginalName(),
            'size' => $file->getSize(),
            'hash' => hash_file('sha256', $file->getPathname()),
            'field' => $request->request->all(),
        ]);
    }

    #[Route('/break/{how}', name: 'break')]
    public function break(string $how): Response
    {
        match ($how) {
            'http' => throw new HttpException(418, 'A teapot.', headers: ['X-Pot' => 'yes']),
            'type' => strlen(...)([]),
            'denied' => throw $this->createAccessDeniedException(),
            'twig' => $this->render('broken.html.twig'),
        };
    }
}

#[AsCommand('shop:report', 'Lists the prices')]
final class ReportCommand extends Command
{
    public function __construct(private readonly Prices $prices)
    {
        parent::__construct();
    }

    protected function configure(): void
    {
        $this->addArgument('title', InputArgument::REQUIRED, 'Of what')->addOption('count', 'c', InputOption::VALUE_REQUIRED, 'How many', '2');
    }

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $style = new SymfonyStyle($input, $output);
        $style->title('Report of ' . $input->getArgument('title'));
        $table = new Table($output);
        $table->setHeaders(['Number', 'Price'])->setStyle('box');
        for ($i = 1; $i <= (int) $input->getOption('count'); $i++) {
            $table->addRow([$i, number_format($this->prices->of(new Article($input->getArgument('title'), $i * 60.0)), 2)]);
        }
        $table->render();
        $style->definitionList(['A' => 1], ['B' => '<info>two</info>']);
        $style->success(['Done.', 'Really.']);
        return Command::SUCCESS;
    }
}

final class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle(), new TwigBundle()];
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
        $container->extension('framework', [
            'secret' => 'none', 'http_method_override' => false, 'handle_all_throwables' => true, 'php_errors' => ['log' => false],
            'validation' => ['enabled' => true, 'email_validation_mode' => 'html5'], 'default_locale' => 'en', 'set_locale_from_accept_language' => true,
            'enabled_locales' => ['en', 'de'],
        ]);
        $container->extension('twig', ['default_path' => __DIR__ . '/templates', 'strict_variables' => true]);
        $services = $container->services()->defaults()->autowire()->autoconfigure();
        $services->instanceof(Discount::class)->tag('shop.discount');
        foreach ([LargeDiscount::class, DearDiscount::class, Prices::class, Stamp::class, ReportCommand::class] as $class) {
            $services->set($class);
        }
        $services->set('logger', QuietLogger::class);
        foreach ([ShopController::class, MiscController::class] as $class) {
            $services->set($class)->tag('controller.service_arguments')->public();
        }
    }

    protected function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->import(ShopController::class, 'attribute');
        $routes->import(MiscController::class, 'attribute');
    }
}

$kernel = new Kernel(getenv('APP_ENV') ?: 'prod', (bool) getenv('APP_DEBUG'));
if (PHP_SAPI === 'cli') {
    exit((new Application($kernel))->run());
}
$request = Request::createFromGlobals();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
