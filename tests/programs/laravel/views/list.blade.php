@extends('layout')
@section('title', trans_choice('notes.title', $count, ['count' => $count]))
@push('head')<meta name="a" content="b">@endpush
@section('menu')
@parent
<i>{{ __('notes.menu') }}</i>
@endsection
@section('content')
{{-- a comment that nobody sees --}}
@forelse ($notes as $number => $note)
  <p @class(['note', 'first' => $loop->first, 'last' => $loop->last])>{{ $loop->iteration }}/{{ $loop->count }} {{ $note }} {!! '<b>raw</b>' !!} @shout($note) @{{ kept }}</p>
  @continue($number === 1)
  @switch($number) @case(0) zero @break @default more @endswitch
@empty
  none
@endforelse
@php($sum = array_sum([1, 2, 3]))
@isset($sum) {{ $sum }} @endisset @unless(false) unless @endunless
@json(['a' => '</script>', 'b' => [1, null]])
@includeIf('missing') @each('item', ['x', 'y'], 'item')
@for ($i = 0; $i < 3; $i++){{ $i }}@endfor
@endsection
