[{{ $item }}{{ $key }}]
