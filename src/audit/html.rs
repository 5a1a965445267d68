//! An HTML file into its elements, in document order, with what the parser found wrong.
//!
//! The parser is html5ever's, so "valid" means what browsers' own algorithm calls valid. The tree is
//! flat: every element knows its parent by number, so depth costs no stack.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use html5ever::interface::{ElementFlags, ExpandedName, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{Attribute, ParseOpts, QualName, parse_document};

/// One element.
#[derive(Debug, Clone)]
pub struct Element {
    /// Its name in lower case, as the parser has it.
    pub name: String,
    /// Whether it is an element of HTML, not of SVG or MathML.
    pub html: bool,
    /// Its attributes, in order: name with prefix, value.
    pub attributes: Vec<(String, String)>,
    /// The line of its tag, from 1.
    pub line: u32,
    /// The number of its parent.
    pub parent: Option<usize>,
    /// The text right inside it.
    pub text: String,
}

impl Element {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Whether `word` is one of the words of an attribute.
    pub fn has_word(&self, attribute: &str, word: &str) -> bool {
        self.get(attribute)
            .is_some_and(|value| value.split_ascii_whitespace().any(|one| one.eq_ignore_ascii_case(word)))
    }
}

/// A parsed file.
#[derive(Debug, Default)]
pub struct Document {
    /// Elements in document order.
    pub elements: Vec<Element>,
    /// What the parser found wrong: line, message.
    pub faults: Vec<(u32, String)>,
}

impl Document {
    /// The ancestors of an element, nearest first.
    pub fn ancestors(&self, number: usize) -> impl Iterator<Item = &Element> {
        let mut next = self.elements.get(number).and_then(|element| element.parent);
        std::iter::from_fn(move || {
            let element = self.elements.get(next?)?;
            next = element.parent;
            Some(element)
        })
    }
}

/// Parses a whole file.
pub fn parse(html: &str) -> Document {
    // `noscript` is read as a browser without script reads it: what it offers are links as well.
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options =
        ParseOpts { tree_builder, tokenizer: TokenizerOpts { exact_errors: true, ..Default::default() } };
    let mut parser = parse_document(Tree::default(), options);
    parser.process(StrTendril::from_slice(html));
    parser.finish()
}

/// A node on its way into the document.
struct Node {
    name: QualName,
    attributes: RefCell<Vec<Attribute>>,
    line: u32,
    number: usize,
    parent: Cell<Option<usize>>,
    text: RefCell<String>,
}

struct Tree {
    root: Rc<Node>,
    nodes: RefCell<Vec<Rc<Node>>>,
    faults: RefCell<Vec<(u32, String)>>,
    line: Cell<u32>,
}

/// The number of the document itself and of what is no element.
const NONE: usize = usize::MAX;

impl Default for Tree {
    fn default() -> Self {
        let root =
            node(QualName::new(None, html5ever::ns!(), html5ever::local_name!("")), Vec::new(), 1, NONE);
        Self { root, nodes: RefCell::default(), faults: RefCell::default(), line: Cell::new(1) }
    }
}

fn node(name: QualName, attributes: Vec<Attribute>, line: u32, number: usize) -> Rc<Node> {
    Rc::new(Node {
        name,
        attributes: RefCell::new(attributes),
        line,
        number,
        parent: Cell::new(None),
        text: RefCell::default(),
    })
}

impl Tree {
    fn adopt(&self, parent: Option<usize>, child: NodeOrText<Rc<Node>>) {
        match child {
            NodeOrText::AppendNode(child) => child.parent.set(parent),
            NodeOrText::AppendText(text) => {
                if let Some(parent) = parent.and_then(|parent| self.nodes.borrow().get(parent).cloned()) {
                    parent.text.borrow_mut().push_str(&text);
                }
            }
        }
    }
}

impl TreeSink for Tree {
    type Handle = Rc<Node>;
    type Output = Document;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Document {
        let shown = |name: &QualName| match &name.prefix {
            Some(prefix) => format!("{prefix}:{}", name.local),
            None => name.local.to_string(),
        };
        let nodes = self.nodes.take();
        let elements = nodes.iter().map(|node| Element {
            name: node.name.local.to_string(),
            html: node.name.ns == html5ever::ns!(html),
            attributes: node
                .attributes
                .borrow()
                .iter()
                .map(|attribute| (shown(&attribute.name), attribute.value.to_string()))
                .collect(),
            line: node.line,
            parent: node.parent.get(),
            text: node.text.borrow().clone(),
        });
        Document { elements: elements.collect(), faults: self.faults.take() }
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.faults.borrow_mut().push((self.line.get(), message.into_owned()));
    }

    fn get_document(&self) -> Rc<Node> {
        self.root.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Node>) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Rc<Node> {
        if flags.had_duplicate_attributes {
            self.parse_error(format!("an attribute of <{}> is written twice", name.local).into());
        }
        let mut nodes = self.nodes.borrow_mut();
        let node = node(name, attributes, self.line.get(), nodes.len());
        nodes.push(node.clone());
        node
    }

    fn create_comment(&self, _: StrTendril) -> Rc<Node> {
        node(self.root.name.clone(), Vec::new(), self.line.get(), NONE)
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<Node> {
        node(self.root.name.clone(), Vec::new(), self.line.get(), NONE)
    }

    fn append(&self, parent: &Rc<Node>, child: NodeOrText<Rc<Node>>) {
        self.adopt((parent.number != NONE).then_some(parent.number), child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Rc<Node>,
        before: &Rc<Node>,
        child: NodeOrText<Rc<Node>>,
    ) {
        if element.parent.get().is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(before, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Rc<Node>) -> Rc<Node> {
        target.clone()
    }

    fn same_node(&self, a: &Rc<Node>, b: &Rc<Node>) -> bool {
        Rc::ptr_eq(a, b)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        if mode != QuirksMode::NoQuirks {
            self.parse_error("the doctype is missing or old".into());
        }
    }

    fn append_before_sibling(&self, sibling: &Rc<Node>, child: NodeOrText<Rc<Node>>) {
        self.adopt(sibling.parent.get(), child);
    }

    fn add_attrs_if_missing(&self, target: &Rc<Node>, attributes: Vec<Attribute>) {
        let mut own = target.attributes.borrow_mut();
        for attribute in attributes {
            if !own.iter().any(|known| known.name == attribute.name) {
                own.push(attribute);
            }
        }
    }

    fn remove_from_parent(&self, target: &Rc<Node>) {
        target.parent.set(None);
    }

    fn reparent_children(&self, from: &Rc<Node>, to: &Rc<Node>) {
        for node in self.nodes.borrow().iter() {
            if node.parent.get() == Some(from.number) {
                node.parent.set(Some(to.number));
            }
        }
    }

    fn set_current_line(&self, line: u64) {
        self.line.set(u32::try_from(line).unwrap_or(u32::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_come_in_order_with_their_lines_and_parents() {
        let document = parse(
            "<!doctype html>\n<html lang=\"en\"><head><title>T</title></head>\n<body><p>a <a href=x>b</a></p></body></html>",
        );
        assert_eq!(document.faults, []);
        let link = document.elements.iter().position(|element| element.name == "a").unwrap();
        let parents: Vec<&str> = document.ancestors(link).map(|element| element.name.as_str()).collect();
        assert_eq!((parents, document.elements[link].line), (vec!["p", "body", "html"], 3));
        assert_eq!(document.elements[link].get("href"), Some("x"));
    }

    #[test]
    fn broken_markup_is_told() {
        for html in [
            "<html><title>x</title>",
            "<!doctype html><title>x</title><p><b>a</p></b>",
            "<!doctype html><title>x</title><a href=1><a href=2>x</a></a>",
            "<!doctype html><title>x</title><p a=1 a=2>x</p>",
            "<!doctype html><title>x</title><p><div></div></p>",
        ] {
            assert!(!parse(html).faults.is_empty(), "{html}");
        }
    }
}
