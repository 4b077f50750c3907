--TEST--
Prefixes of attributes in namespaces, and declarations that are taken away
--FILE--
<?php
$documents = ['<r xmlns:a="u"/>', '<r xmlns="u"/>', '<r xmlns="u" xmlns:a="u"/>', '<r xmlns:a="v"/>', '<r/>', '<p xmlns="u"><r/></p>',
    '<p xmlns:a="u"><r xmlns="u"/></p>', '<r xmlns="u" xmlns:default="q"/>'];
foreach ($documents as $xml) {
    foreach (['b:x', 'x', 'a:x'] as $name) {
        $document = new DOMDocument;
        $document->loadXML($xml);
        $element = $document->getElementsByTagName('r')[0];
        $element->setAttributeNS('u', $name, '1');
        echo $xml, ' ', $name, ' => ', $document->saveXML($document->documentElement), "\n";
        $attribute = $document->createAttributeNS('u', $name);
        $attribute->value = '2';
        $element->setAttributeNodeNS($attribute);
        echo $document->saveXML($document->documentElement), "\n";
    }
}
$document = new DOMDocument;
$document->loadXML('<r xmlns:a="u"><a:b><a:c/></a:b><d a:e=""><a:f/></d></r>');
var_dump($document->documentElement->removeAttribute('xmlns:a'));
echo $document->saveXML();
$fragment = $document->createDocumentFragment();
$fragment->appendChild($document->createElementNS('v', 'v:one'))->appendChild($document->createElementNS('w', 'w:two'));
$document->loadXML('<r xmlns:v="v" xmlns:w="w"/>');
$document->documentElement->appendChild($document->importNode($fragment, true));
echo $document->saveXML();
?>
--EXPECTF--
<r xmlns:a="u"/> b:x => <r xmlns:a="u" a:x="1"/>
<r xmlns:a="u" a:x="2"/>
<r xmlns:a="u"/> x => <r xmlns:a="u" a:x="1"/>
<r xmlns:a="u" a:x="2"/>
<r xmlns:a="u"/> a:x => <r xmlns:a="u" a:x="1"/>
<r xmlns:a="u" a:x="2"/>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<r xmlns="u"/> b:x => <r xmlns="u" xmlns:default="u" default:x="1"/>
<r xmlns="u" xmlns:default="u" xmlns:b="u" b:x="2"/>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<r xmlns="u"/> x => <r xmlns="u" xmlns:default="u" default:x="1"/>
<r xmlns="u" xmlns:default="u" xmlns:default1="u" default1:x="2"/>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<r xmlns="u"/> a:x => <r xmlns="u" xmlns:default="u" default:x="1"/>
<r xmlns="u" xmlns:default="u" xmlns:a="u" a:x="2"/>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<r xmlns="u" xmlns:a="u"/> b:x => <r xmlns="u" xmlns:a="u" a:x="1"/>
<r xmlns="u" xmlns:a="u" xmlns:b="u" b:x="2"/>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<r xmlns="u" xmlns:a="u"/> x => <r xmlns="u" xmlns:a="u" a:x="1"/>
<r xmlns="u" xmlns:a="u" xmlns:default="u" default:x="2"/>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<r xmlns="u" xmlns:a="u"/> a:x => <r xmlns="u" xmlns:a="u" a:x="1"/>
<r xmlns="u" xmlns:a="u" xmlns:default="u" default:x="2"/>
<r xmlns:a="v"/> b:x => <r xmlns:a="v" xmlns:b="u" b:x="1"/>
<r xmlns:a="v" xmlns:b="u" b:x="2"/>
<r xmlns:a="v"/> x => <r xmlns:a="v" xmlns="u" x="1"/>
<r xmlns:a="v" xmlns="u" xmlns:default="u" default:x="2"/>
<r xmlns:a="v"/> a:x => <r xmlns:a="v" xmlns:default="u" default:x="1"/>
<r xmlns:a="v" xmlns:default="u" default:x="2"/>
<r/> b:x => <r xmlns:b="u" b:x="1"/>
<r xmlns:b="u" b:x="2"/>
<r/> x => <r xmlns="u" x="1"/>
<r xmlns="u" xmlns:default="u" default:x="2"/>
<r/> a:x => <r xmlns:a="u" a:x="1"/>
<r xmlns:a="u" a:x="2"/>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<p xmlns="u"><r/></p> b:x => <p xmlns="u"><r xmlns:default="u" default:x="1"/></p>
<p xmlns="u" xmlns:b="u"><r xmlns:default="u" b:x="2"/></p>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<p xmlns="u"><r/></p> x => <p xmlns="u"><r xmlns:default="u" default:x="1"/></p>
<p xmlns="u" xmlns:default="u"><r xmlns:default="u" default:x="2"/></p>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<p xmlns="u"><r/></p> a:x => <p xmlns="u"><r xmlns:default="u" default:x="1"/></p>
<p xmlns="u" xmlns:a="u"><r xmlns:default="u" a:x="2"/></p>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<p xmlns:a="u"><r xmlns="u"/></p> b:x => <p xmlns:a="u"><r xmlns="u" xmlns:default="u" default:x="1"/></p>
<p xmlns:a="u"><r xmlns="u" xmlns:default="u" a:x="2"/></p>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<p xmlns:a="u"><r xmlns="u"/></p> x => <p xmlns:a="u"><r xmlns="u" xmlns:default="u" default:x="1"/></p>
<p xmlns:a="u"><r xmlns="u" xmlns:default="u" a:x="2"/></p>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<p xmlns:a="u"><r xmlns="u"/></p> a:x => <p xmlns:a="u"><r xmlns="u" xmlns:default="u" default:x="1"/></p>
<p xmlns:a="u"><r xmlns="u" xmlns:default="u" a:x="2"/></p>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<r xmlns="u" xmlns:default="q"/> b:x => <r xmlns="u" xmlns:default="q" xmlns:default1="u" default1:x="1"/>
<r xmlns="u" xmlns:default="q" xmlns:default1="u" xmlns:b="u" b:x="2"/>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<r xmlns="u" xmlns:default="q"/> x => <r xmlns="u" xmlns:default="q" xmlns:default1="u" default1:x="1"/>
<r xmlns="u" xmlns:default="q" xmlns:default1="u" xmlns:default2="u" default2:x="2"/>

Notice: DOMDocument::loadXML(): xmlns: URI u is not absolute in Entity, line: 1 in %s on line 7
<r xmlns="u" xmlns:default="q"/> a:x => <r xmlns="u" xmlns:default="q" xmlns:default1="u" default1:x="1"/>
<r xmlns="u" xmlns:default="q" xmlns:default1="u" xmlns:a="u" a:x="2"/>
bool(true)
<?xml version="1.0"?>
<r><a:b xmlns:a="u"><a:c/></a:b><d xmlns:a="u" a:e=""><a:f/></d></r>
<?xml version="1.0"?>
<r xmlns:v="v" xmlns:w="w"><v:one><w:two/></v:one></r>
