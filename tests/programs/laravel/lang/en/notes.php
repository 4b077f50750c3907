<?php
return ['title' => '{0} No notes|{1} One note|[2,*] :count notes', 'menu' => 'Menu'];
