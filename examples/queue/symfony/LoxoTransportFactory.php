<?php

declare(strict_types=1);

namespace Loxo\Queue\Symfony;

use Loxo\Queue\Client;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;
use Symfony\Component\Messenger\Transport\TransportFactoryInterface;
use Symfony\Component\Messenger\Transport\TransportInterface;

/** loxo://HOST:PORT/QUEUE?wait=MILLISECONDS; as a service it has the tag messenger.transport_factory. */
final class LoxoTransportFactory implements TransportFactoryInterface
{
    public function createTransport(#[\SensitiveParameter] string $dsn, #[\SensitiveParameter] array $options, SerializerInterface $serializer): TransportInterface
    {
        $parts = parse_url($dsn) ?: throw new \InvalidArgumentException('the DSN is loxo://HOST:PORT/QUEUE');
        parse_str($parts['query'] ?? '', $query);
        $client = new Client($parts['host'] ?? '127.0.0.1', $parts['port'] ?? 22122);
        return new LoxoTransport($client, trim($parts['path'] ?? '', '/') ?: 'messages', (int) ($query['wait'] ?? 0), $serializer);
    }

    public function supports(#[\SensitiveParameter] string $dsn, #[\SensitiveParameter] array $options): bool
    {
        return str_starts_with($dsn, 'loxo://');
    }
}
