<?php
header('Content-Type: text/plain');
echo "Loxo runs PHP ", PHP_VERSION, ".\n";
echo "This page is shown because no site is configured: set root in /etc/loxo/loxo.toml.\n";
