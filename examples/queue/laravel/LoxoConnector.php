<?php

declare(strict_types=1);

namespace Loxo\Queue\Laravel;

use Illuminate\Contracts\Queue\Queue;
use Illuminate\Queue\Connectors\ConnectorInterface;
use Loxo\Queue\Client;

/** In a service provider: Queue::addConnector('loxo', fn () => new LoxoConnector()) */
final class LoxoConnector implements ConnectorInterface
{
    /** Settings of config/queue.php: host, port, queue, wait (milliseconds), after_commit. */
    public function connect(array $config): Queue
    {
        $client = new Client($config['host'] ?? '127.0.0.1', (int) ($config['port'] ?? 22122));
        return new LoxoQueue($client, $config['queue'] ?? 'default', (int) ($config['wait'] ?? 0), $config['after_commit'] ?? false);
    }
}
