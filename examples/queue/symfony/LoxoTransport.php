<?php

declare(strict_types=1);

namespace Loxo\Queue\Symfony;

use Loxo\Queue\Client;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\MessageDecodingFailedException;
use Symfony\Component\Messenger\Stamp\DelayStamp;
use Symfony\Component\Messenger\Transport\Receiver\MessageCountAwareInterface;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;
use Symfony\Component\Messenger\Transport\TransportInterface;

/** Symfony Messenger's messages on `loxo queue`. A worker has one message open at a time; it comes back if the worker dies. */
final class LoxoTransport implements TransportInterface, MessageCountAwareInterface
{
    public function __construct(private Client $client, private string $queue, private int $wait, private SerializerInterface $serializer)
    {
    }

    public function get(): iterable
    {
        $message = $this->client->open($this->queue, $this->wait);
        if ($message === null) {
            return [];
        }
        try {
            return [$this->serializer->decode(json_decode($message, true, flags: JSON_THROW_ON_ERROR))];
        } catch (MessageDecodingFailedException | \JsonException $exception) {
            $this->client->close($this->queue);
            throw $exception;
        }
    }

    public function ack(Envelope $envelope): void
    {
        $this->client->close($this->queue);
    }

    public function reject(Envelope $envelope): void
    {
        $this->client->close($this->queue);
    }

    public function send(Envelope $envelope): Envelope
    {
        $delay = $envelope->last(DelayStamp::class)?->getDelay() ?? 0;
        $message = json_encode($this->serializer->encode($envelope), JSON_THROW_ON_ERROR);
        $this->client->put($this->queue, $message, (int) ceil($delay / 1000));
        return $envelope;
    }

    public function getMessageCount(): int
    {
        return $this->client->count($this->queue);
    }
}
