<?php
// `cookie.php TREE`: prints the cookies of a browser that has logged in to the WordPress in TREE as the administrator.

$_SERVER += ['HTTP_HOST' => 'pages.test', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REMOTE_ADDR' => '127.0.0.1'];
require $argv[1] . '/wp-load.php';

$until = time() + 10 * 365 * 86400;
$token = WP_Session_Tokens::get_instance(1)->create($until);
$cookies = [];
foreach ([AUTH_COOKIE => 'auth', SECURE_AUTH_COOKIE => 'secure_auth', LOGGED_IN_COOKIE => 'logged_in'] as $name => $scheme) {
    $cookies[] = "$name=" . rawurlencode(wp_generate_auth_cookie(1, $until, $scheme, $token));
}
echo implode('; ', $cookies), "\n";
