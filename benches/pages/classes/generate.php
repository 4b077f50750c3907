<?php
// `generate.php TREE`: writes a page that touches each of 600 classes once, as a page of an application passes through many classes and stays in
// none. No call site runs twice in a request, so what is remembered at a site pays only when it outlives the request.

declare(strict_types=1);

const FILES = 30;
const CLASSES = 20;

$tree = $argv[1];
is_dir("$tree/parts") || mkdir("$tree/parts", 0777, true);

file_put_contents("$tree/base.php", <<<'PHP'
    <?php

    interface Part
    {
        public function render(): string;
    }

    abstract class Base implements Part
    {
        protected array $opts = [];
        protected string $title = '';
        protected ?Base $parent = null;

        public function setTitle(string $title): static
        {
            $this->title = $title;
            return $this;
        }

        public function setParent(?Base $parent): static
        {
            $this->parent = $parent;
            return $this;
        }

        public function set(string $name, mixed $value): static
        {
            $this->opts[$name] = $value;
            return $this;
        }

        public function has(string $name): bool
        {
            return isset($this->opts[$name]);
        }
    }

    PHP);

$page = "<?php\n\nrequire __DIR__ . '/base.php';\n";
for ($file = 0; $file < FILES; $file++) {
    $page .= "require __DIR__ . '/parts/p$file.php';\n";
    $text = "<?php\n";
    for ($class = 0; $class < CLASSES; $class++) {
        $n = $file * CLASSES + $class;
        $size = $n % 5 + 1;
        $text .= <<<PHP

            final class Part$n extends Base
            {
                const KIND = 'kind$n';
                private int \$size = $size;

                public static function make(string \$title, array \$opts = []): self
                {
                    \$made = new self(\$opts);
                    return \$made->setTitle(\$title)->setSize($size)->set('class', self::KIND)->set('id', $n);
                }

                public function __construct(array \$opts)
                {
                    \$this->opts = \$opts;
                }

                public function setSize(int \$size): self
                {
                    \$this->size = \$size;
                    return \$this;
                }

                public function render(): string
                {
                    \$all = isset(\$this->opts['lang']) ? \$this->opts : array_merge(['lang' => 'en', 'dir' => 'ltr'], \$this->opts);
                    if (\$this->has('hidden') || isset(\$this->opts['data']['none'])) {
                        return '';
                    }
                    \$text = "<div size=\\"{\$this->size}\\"";
                    foreach (\$all as \$name => \$value) {
                        \$text .= ' ' . \$name . '="' . htmlspecialchars((string) \$value) . '"';
                    }
                    return \$text . '>' . htmlspecialchars(\$this->title) . "</div>\\n";
                }
            }

            function part$n(string \$title): string
            {
                return Part$n::make(\$title, ['role' => 'note "$n"'])->render();
            }

            PHP;
    }
    file_put_contents("$tree/parts/p$file.php", $text);
}
for ($n = 0; $n < FILES * CLASSES; $n++) {
    $page .= "echo part$n('Number <$n> & more');\n";
}
file_put_contents("$tree/index.php", $page);
