<?php
return ['title' => '{0} Keine Notizen|{1} Eine Notiz|[2,*] :count Notizen', 'menu' => 'Menü'];
