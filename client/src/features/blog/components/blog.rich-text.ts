import { htmlToDOM, type DOMNode, type Element, type Text } from 'html-react-parser';
import { articlePolicy } from '#client/lib/browser/trusted-types.ts';

/** A heading of an article, for its list of contents. */
export interface Heading {
  id: string;
  text: string;
}

/** A parsed article: its blocks, and its headings of the first rank. */
export interface Article {
  blocks: DOMNode[];
  headings: Heading[];
}

/** Parses HTML that the server has sanitised. Nothing in it runs: RichText renders elements of its own. */
export function readArticle(html: string): Article {
  const blocks = htmlToDOM(html, { trustedTypePolicy: articlePolicy });
  return { blocks, headings: nameHeadings(blocks, new Set()) };
}

/**
 * True for an element of parsed HTML. The parser bundles its own copy of the classes, so `instanceof` does not work.
 */
export const isElement = (node: DOMNode): node is Element => 'attribs' in node;

/** True for text, false for comments. */
export const isText = (node: DOMNode): node is Text => node.nodeType === 3;

/** The nodes inside an element. */
export const childrenOf = (element: Element): DOMNode[] =>
  // The parser returns these nodes; its type is of the older package that it builds on.
  element.children as DOMNode[];

function nameHeadings(nodes: readonly DOMNode[], usedAnchors: Set<string>): Heading[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [];
    if (!['h2', 'h3'].includes(node.name)) return nameHeadings(childrenOf(node), usedAnchors);
    const text = textOf(node).trim();
    const id = anchorOf(text, usedAnchors);
    node.attribs = { ...node.attribs, id };
    return node.name === 'h2' ? [{ id, text }] : [];
  });
}

function textOf(node: DOMNode): string {
  if (isText(node)) return node.data;
  return isElement(node) ? childrenOf(node).map(textOf).join('') : '';
}

/** A readable anchor for a heading, unique within the page. */
function anchorOf(text: string, usedAnchors: Set<string>): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['part'];
  const plain = words.join('-');
  let anchor = plain;
  for (let count = 2; usedAnchors.has(anchor); count += 1) anchor = `${plain}-${count}`;
  usedAnchors.add(anchor);
  return anchor;
}
