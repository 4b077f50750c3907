<?php

interface OuterIterator extends Iterator
{
    /** @tentative-return */
    public function getInnerIterator(): ?Iterator;
}

interface RecursiveIterator extends Iterator
{
    /** @tentative-return */
    public function hasChildren(): bool;

    /** @tentative-return */
    public function getChildren(): ?RecursiveIterator;
}

interface SeekableIterator extends Iterator
{
    /** @tentative-return */
    public function seek(int $offset): void;
}

interface SplObserver
{
    /** @tentative-return */
    public function update(SplSubject $subject): void;
}

interface SplSubject
{
    /** @tentative-return */
    public function attach(SplObserver $observer): void;

    /** @tentative-return */
    public function detach(SplObserver $observer): void;

    /** @tentative-return */
    public function notify(): void;
}
