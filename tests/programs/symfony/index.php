<?php
require __DIR__ . '/kernel.php';
