<!DOCTYPE html>
<html lang="{{ str_replace('_', '-', app()->getLocale()) }}">
<head><title>@yield('title', 'Notes')</title>@stack('head')</head>
<body class="@if(Route::is('list')) list @else other @endif">
@section('menu')
<nav>{{ config('app.name') }}</nav>
@show
@yield('content')
</body>
</html>
