/** An element of an article, or text. */
export type RichNode = string | RichElement;

export interface RichElement {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  children: RichNode[];
}

/** A heading of an article, for its list of contents. */
export interface Heading {
  id: string;
  text: string;
}

/** An article taken apart: its blocks, and its headings of the first rank. */
export interface Article {
  blocks: RichNode[];
  headings: Heading[];
}

const voidTags = new Set(['br', 'hr', 'img']);
const letters: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: '\u00a0',
};

/**
 * Reads HTML as the server's sanitiser prints it: elements closed in order, attributes in double quotes. By hand, so that
 * the server can draw an article as well; screens draw what comes out with elements of their own, so nothing in it runs.
 */
export function readArticle(html: string): Article {
  const top: RichElement = { tag: '', attributes: {}, children: [] };
  const open = [top];
  for (const [, text, closing, tag = '', attributes = ''] of html.matchAll(
    /([^<]+)|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^>"])*)>/gi,
  )) {
    const parent = open.at(-1) ?? top;
    const name = tag.toLowerCase();
    if (text !== undefined) parent.children.push(decoded(text));
    else if (closing) closeElement(open, name);
    else {
      const element = { tag: name, attributes: attributesIn(attributes), children: [] };
      parent.children.push(element);
      if (!voidTags.has(name)) open.push(element);
    }
  }
  return { blocks: top.children, headings: nameHeadings(top.children, new Set()) };
}

function closeElement(open: RichElement[], name: string): void {
  const at = open.findLastIndex(({ tag }) => tag === name);
  if (at > 0) open.splice(at);
}

function attributesIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-z-]+)="([^"]*)"/gi)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), decoded(value)]));
}

function decoded(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => letters[name] ?? whole);
}

function nameHeadings(nodes: RichNode[], taken: Set<string>): Heading[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    if (!['h2', 'h3'].includes(node.tag)) return nameHeadings(node.children, taken);
    const text = textOf(node).trim();
    const id = anchorOf(text, taken);
    node.attributes = { ...node.attributes, id };
    return node.tag === 'h2' ? [{ id, text }] : [];
  });
}

function textOf(node: RichNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

/** An address inside the page that says what stands there, and no other heading's. */
function anchorOf(text: string, taken: Set<string>): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['part'];
  const plain = words.join('-');
  let anchor = plain;
  for (let count = 2; taken.has(anchor); count += 1) anchor = `${plain}-${count}`;
  taken.add(anchor);
  return anchor;
}
