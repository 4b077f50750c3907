//! Objects that show nodes.

use std::any::Any;
use std::sync::OnceLock;

use loxo_libxml_sys::Node;
use loxo_runtime::value::object_by_handle;
use loxo_runtime::{Cx, Native, PhpObject, PhpResult, Value};

/// The native part of such an object: DOM's, of which a node has one at most, and SimpleXML's, which share nodes.
#[derive(Default)]
pub struct NodeNative {
    node: Option<Node>,
    /// The object's number, where the node knows it.
    handle: u32,
    pub extra: Option<Box<dyn Any>>,
    /// What the object stands for, where that is not the node itself.
    resolve: Option<fn(&PhpObject) -> Option<Node>>,
}

// They are made and found here alone: then all have the same table of methods, by which they are known quickly.
impl NodeNative {
    /// Shows nothing yet.
    #[inline(never)]
    pub fn fresh() -> Box<dyn Native> {
        Box::new(NodeNative::default())
    }

    /// Shows a node without being its only object. `resolve` tells what the object stands for, where that is not the node itself.
    pub fn shared(node: Option<Node>, extra: Box<dyn Any>, resolve: Option<fn(&PhpObject) -> Option<Node>>) -> Box<dyn Native> {
        Box::new(NodeNative { node, handle: 0, extra: Some(extra), resolve })
    }

    /// Of an object that shows a node.
    #[allow(clippy::mut_from_ref)] // objects are shared cells
    #[inline(never)]
    pub fn of(object: &PhpObject) -> Option<&mut NodeNative> {
        object.native_mut::<NodeNative>()
    }

    /// From now on it shows this node as [`NodeNative::shared`] does.
    pub fn share(&mut self, node: Node) {
        self.leave();
        self.node = Some(node);
    }

    pub fn node(&self) -> Option<&Node> {
        self.node.as_ref()
    }

    /// From now on it shows this node. The node may know another object already, which it then keeps.
    pub fn show(&mut self, node: Option<Node>, object: &PhpObject) {
        self.leave();
        if let Some(node) = &node
            && node.object() == 0
        {
            node.set_object(object.handle());
            self.handle = object.handle();
        }
        self.node = node;
    }

    fn leave(&mut self) {
        if let Some(node) = self.node.take()
            && self.handle != 0
            && node.object() == self.handle
        {
            node.set_object(0);
        }
        self.handle = 0;
    }
}

impl Drop for NodeNative {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Native for NodeNative {
    fn clone_native(&self) -> Option<Box<dyn Native>> {
        Some(NodeNative::fresh())
    }
}

/// The node that an object shows.
pub fn node_of(object: &PhpObject) -> Option<Node> {
    let native = NodeNative::of(object)?;
    match native.resolve {
        Some(resolve) => resolve(object),
        None => native.node.clone(),
    }
}

/// The object that a node knows.
pub fn object_of(node: &Node) -> Option<PhpObject> {
    match node.object() {
        0 => None,
        number => object_by_handle(number),
    }
}

/// Makes the object that shows a node: what knows the classes of nodes leaves it here.
pub type Shower = fn(&mut Cx, &Node) -> PhpResult<Value>;

static SHOWER: OnceLock<Shower> = OnceLock::new();

/// Who shows nodes from now on.
pub fn set_shower(shower: Shower) {
    let _ = SHOWER.set(shower);
}

/// The object of a node.
pub fn show(cx: &mut Cx, node: &Node) -> PhpResult<Value> {
    match SHOWER.get() {
        Some(shower) => shower(cx, node),
        None => Err(cx.throw_error("Nodes cannot be shown without the dom extension")),
    }
}
