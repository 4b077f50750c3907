<?php

declare(strict_types=1);

namespace Notes;

use Exception;

/** Something to tell the visitor, with a status code. */
final class Problem extends Exception
{
    public static function notFound(string $what): self
    {
        return new self("There is no $what here.", 404);
    }
}
