<?php
interface Named
{
    public function describe(): string;
}
