<?php

declare(strict_types=1);

namespace Notes;

use Closure;
use Throwable;

/** Routes and what they do. */
final class App
{
    private const PER_PAGE = 20;

    private readonly Store $store;
    private View $view;
    private string $visitor;

    public function __construct(string $data)
    {
        $this->store = new Store($data);
    }

    public function handle(Request $request): Response
    {
        // Form tokens are bound to a random cookie; no session is needed.
        $known = $request->cookies['visitor'] ?? '';
        $this->visitor = preg_match('/^[0-9a-f]{32}$/D', $known) ? $known : bin2hex(random_bytes(16));
        $this->view = new View(dirname(__DIR__) . '/templates', [
            'token' => $this->token(),
            'flash' => $request->cookies['flash'] ?? '',
            'query' => $request->query('q'),
            'engine' => (defined('LOXO_VERSION') ? 'Loxo ' . constant('LOXO_VERSION') . ', ' : '') . 'PHP ' . PHP_VERSION,
        ]);
        try {
            if ($request->isPost() && !hash_equals($this->token(), $request->field('token'))) {
                throw new Problem('The form has expired. Go back, reload the page and try again.', 403);
            }
            $response = $this->route($request);
        } catch (Problem $problem) {
            $response = $this->failure($problem->getMessage(), $problem->getCode());
        } catch (Throwable $error) {
            error_log((string) $error);
            $response = $this->failure('Something went wrong here. It has been written to the log.', 500);
        }
        if ($known !== $this->visitor) {
            $response->cookie('visitor', $this->visitor, 30 * 86400);
        }
        if (isset($request->cookies['flash']) && !$request->isPost()) {
            $response->cookie('flash', '', -3600);
        }
        return $response;
    }

    private function route(Request $request): Response
    {
        /** @var array<string, Closure> $routes method and pattern => action */
        $routes = [
            'GET /' => $this->index(...),
            'GET /new' => fn (): Response => $this->editor(null, ['title' => $request->query('title')]),
            'POST /new' => fn (): Response => $this->save($request, null),
            'POST /preview' => fn (): Response => new Response($this->markup()->html($request->field('text'))),
            'POST /images' => $this->upload(...),
            'GET /images/([\w.-]+)' => fn (Request $request, string $name): Response => Response::file(
                ...($this->store->image($name) ?? throw Problem::notFound('image')),
            ),
            'GET /export\.json' => fn (): Response => (new Response(
                json_encode(array_values($this->store->all()), JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE),
            ))->header('Content-Type', 'application/json'),
            'GET /notes/([a-z0-9-]+)' => $this->show(...),
            'GET /notes/([a-z0-9-]+)/edit' => fn (Request $request, string $id): Response => $this->editor($this->note($id)),
            'POST /notes/([a-z0-9-]+)/edit' => $this->save(...),
            'GET /notes/([a-z0-9-]+)/history' => $this->history(...),
            'POST /notes/([a-z0-9-]+)/restore' => $this->restore(...),
            'POST /notes/([a-z0-9-]+)/delete' => $this->delete(...),
        ];
        $allowed = [];
        foreach ($routes as $pattern => $action) {
            [$method, $path] = explode(' ', $pattern, 2);
            if (preg_match("~^$path\$~D", $request->path, $found)) {
                $allowed[] = $method;
                if ($method === ($request->method === 'HEAD' ? 'GET' : $request->method)) {
                    return $action($request, ...array_slice($found, 1));
                }
            }
        }
        throw $allowed ? new Problem('This address does not take that.', 405) : Problem::notFound('page');
    }

    private function index(Request $request): Response
    {
        $tag = $request->query('tag');
        $notes = $this->store->search($request->query('q'), $tag);
        $pages = max(1, (int) ceil(count($notes) / self::PER_PAGE));
        $page = min($pages, max(1, (int) $request->query('page', '1')));
        return $this->page('index', [
            'title' => 'Notes',
            'notes' => array_slice($notes, ($page - 1) * self::PER_PAGE, self::PER_PAGE),
            'count' => count($notes),
            'tags' => $this->store->tags(),
            'tag' => $tag,
            'page' => $page,
            'pages' => $pages,
        ]);
    }

    private function show(Request $request, string $id): Response
    {
        $version = $request->query('version');
        $note = $this->note($id, $version === '' ? null : (int) $version);
        return $this->page('note', ['title' => $note->title, 'note' => $note, 'html' => $this->markup()->html($note->text), 'old' => $version !== '']);
    }

    /** @param array<string, string> $values what the form starts with */
    private function editor(?Note $note, array $values = [], array $errors = []): Response
    {
        $values += ['title' => $note?->title ?? '', 'text' => $note?->text ?? '', 'tags' => implode(', ', $note?->tags ?? [])];
        $title = $note ? "Edit $note->title" : 'New note';
        return $this->page('edit', compact('title', 'note', 'values', 'errors'), $errors ? 422 : 200);
    }

    private function save(Request $request, ?string $id): Response
    {
        $note = $id === null ? null : $this->note($id);
        $values = ['title' => trim($request->field('title')), 'text' => $request->field('text'), 'tags' => $request->field('tags')];
        $errors = array_filter([
            'title' => match (true) {
                $values['title'] === '' => 'A note needs a title.',
                mb_strlen($values['title']) > 100 => 'The title is too long.',
                default => null,
            },
            'text' => strlen($values['text']) > 200_000 ? 'The text is too long.' : (mb_check_encoding($values['text'], 'UTF-8') ? null : 'The text is not UTF-8.'),
            'version' => $note && $request->field('version') !== (string) $note->version ? 'Somebody else has changed this note. Your text is below; the history has theirs.' : null,
        ]);
        if ($errors) {
            return $this->editor($note, $values, $errors);
        }
        $saved = $this->store->save($id, $values['title'], $values['text'], Note::parseTags($values['tags']));
        return $this->done("/notes/$saved->id", $note ? 'Saved.' : 'Your note is here.');
    }

    private function history(Request $request, string $id): Response
    {
        $note = $this->note($id);
        $versions = array_map(fn (int $version): Note => $this->note($id, $version), array_reverse($this->store->versions($id)));
        $to = (int) $request->query('to', (string) $note->version);
        $from = (int) $request->query('from', (string) max(1, $to - 1));
        $lines = $from === $to ? [] : Difference::lines($this->note($id, $from)->text, $this->note($id, $to)->text);
        return $this->page('history', ['title' => "History of $note->title"] + compact('note', 'versions', 'from', 'to', 'lines'));
    }

    private function restore(Request $request, string $id): Response
    {
        $old = $this->note($id, (int) $request->field('version'));
        $this->store->save($id, $old->title, $old->text, $old->tags);
        return $this->done("/notes/$id", "Version $old->version is back.");
    }

    private function delete(Request $request, string $id): Response
    {
        $note = $this->note($id);
        $this->store->delete($id);
        return $this->done('/', "“{$note->title}” is gone.");
    }

    private function upload(Request $request): Response
    {
        $names = [];
        $files = $request->files['images'] ?? throw new Problem('No image was chosen.', 400);
        foreach (array_keys((array) $files['name']) as $index) {
            $names[] = $this->store->addImage(array_map(static fn (mixed $values): mixed => ((array) $values)[$index], $files));
        }
        return (new Response(json_encode(['images' => $names])))->header('Content-Type', 'application/json');
    }

    private function note(string $id, ?int $version = null): Note
    {
        return $this->store->find($id, $version) ?? throw Problem::notFound('note');
    }

    private function markup(): Markup
    {
        $titles = null;
        return new Markup(function (string $title) use (&$titles): string {
            $titles ??= array_change_key_case(array_column(array_map(get_object_vars(...), $this->store->all()), 'id', 'title'));
            $id = $titles[strtolower($title)] ?? null;
            return $id === null ? '/new?' . http_build_query(['title' => $title]) : "/notes/$id";
        });
    }

    private function token(): string
    {
        return hash_hmac('sha256', $this->visitor, $this->store->secret());
    }

    private function page(string $template, array $variables, int $status = 200): Response
    {
        return new Response($this->view->page($template, $variables), $status);
    }

    private function done(string $to, string $message): Response
    {
        return Response::redirect($to)->cookie('flash', $message, 60);
    }

    private function failure(string $message, int $status): Response
    {
        return $this->page('error', ['title' => "Error $status", 'message' => $message], $status);
    }
}
