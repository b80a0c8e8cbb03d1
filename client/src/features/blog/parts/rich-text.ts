/** A heading of an article, for its list of contents. */
export interface Heading {
  id: string;
  text: string;
}

/** An article taken apart: its blocks, and its headings of the first rank. */
export interface Article {
  blocks: Node[];
  headings: Heading[];
}

/** Reads sanitised HTML into a document that runs nothing and is never shown; screens draw it with elements of their own. */
export function readArticle(html: string): Article {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const taken = new Set<string>();
  const headings = [...body.querySelectorAll('h2, h3')].flatMap((heading) => {
    const text = heading.textContent.trim();
    heading.id = anchorOf(text, taken);
    return heading.tagName === 'H2' ? [{ id: heading.id, text }] : [];
  });
  return { blocks: [...body.childNodes], headings };
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
