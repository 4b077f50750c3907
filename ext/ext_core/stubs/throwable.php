<?php

/** @object-handlers throwable::interface_object_handlers */
interface Throwable extends Stringable
{
    public function getMessage(): string;

    public function getCode();

    public function getFile(): string;

    public function getLine(): int;

    public function getTrace(): array;

    public function getPrevious(): ?Throwable;

    public function getTraceAsString(): string;
}

/** @module throwable @object-handlers throwable::object_handlers */
class Exception implements Throwable
{
    protected $message = "";
    private string $string = "";
    protected $code = 0;
    protected string $file = "";
    protected int $line = 0;
    private array $trace = [];
    private ?Throwable $previous = null;

    private function __clone(): void {}

    /** @optional $message */
    public function __construct(string $message = "", int $code = 0, ?Throwable $previous = null) {}

    /** @tentative-return */
    public function __wakeup(): void {}

    final public function getMessage(): string {}

    final public function getCode() {}

    final public function getFile(): string {}

    final public function getLine(): int {}

    final public function getTrace(): array {}

    final public function getPrevious(): ?Throwable {}

    final public function getTraceAsString(): string {}

    public function __toString(): string {}
}

class ErrorException extends Exception
{
    protected int $severity = E_ERROR;

    /** @optional $message */
    public function __construct(string $message = "", int $code = 0, int $severity = E_ERROR, ?string $filename = null, ?int $line = null, ?Throwable $previous = null) {}

    final public function getSeverity(): int {}
}

/** @object-handlers throwable::object_handlers */
class Error implements Throwable
{
    protected $message = "";
    private string $string = "";
    protected $code = 0;
    protected string $file = "";
    protected int $line;
    private array $trace = [];
    private ?Throwable $previous = null;

    /** @alias Exception::__clone */
    private function __clone(): void {}

    /** @alias Exception::__construct */
    public function __construct(string $message = "", int $code = 0, ?Throwable $previous = null) {}

    /** @tentative-return @alias Exception::__wakeup */
    public function __wakeup(): void {}

    /** @alias Exception::getMessage */
    final public function getMessage(): string {}

    /** @alias Exception::getCode */
    final public function getCode() {}

    /** @alias Exception::getFile */
    final public function getFile(): string {}

    /** @alias Exception::getLine */
    final public function getLine(): int {}

    /** @alias Exception::getTrace */
    final public function getTrace(): array {}

    /** @alias Exception::getPrevious */
    final public function getPrevious(): ?Throwable {}

    /** @alias Exception::getTraceAsString */
    final public function getTraceAsString(): string {}

    /** @alias Exception::__toString */
    public function __toString(): string {}
}

class CompileError extends Error {}

class ParseError extends CompileError {}

class TypeError extends Error {}

class ArgumentCountError extends TypeError {}

class ValueError extends Error {}

class ArithmeticError extends Error {}

class DivisionByZeroError extends ArithmeticError {}

class UnhandledMatchError extends Error {}

class RequestParseBodyException extends Exception {}
