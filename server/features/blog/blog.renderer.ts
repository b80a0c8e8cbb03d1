import { Marked } from 'marked';
import sanitizeHtml, { type Attributes } from 'sanitize-html';

const marked = new Marked({ gfm: true, async: false });

const tags = 'h2 h3 h4 p ul ol li blockquote pre code hr br strong em del a img table thead tbody tr th td'.split(' ');

/** The library's own list, which it does not export, and elements whose text is no prose either. A test compares. */
const nonTextTags = 'script style textarea option xmp noscript iframe object svg math template'.split(' ');

/** A page has one h1, its title: headings of the text begin below it. */
const loweredHeadings = { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', s: 'del' };

/** Renders Markdown without scripts for any author: listed elements, links and pictures; all else is removed. */
export function renderMarkdown(markdown: string): string {
  return sanitizeHtml(marked.parse(markdown, { async: false }), {
    allowedTags: tags,
    allowedAttributes: {
      a: ['href', 'rel', 'title'],
      img: ['src', 'alt', 'loading', 'title'],
      ol: ['start'],
      th: ['align'],
      td: ['align'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['http', 'https'] },
    allowProtocolRelative: false,
    transformTags: { ...loweredHeadings, a: withRel, img: lazyImage },
    nonTextTags,
  }).trim();
}

function withRel(tagName: string, attribs: Attributes) {
  const isExternal = /^https?:/i.test(attribs.href ?? '');
  return { tagName, attribs: isExternal ? { ...attribs, rel: 'noopener noreferrer nofollow' } : attribs };
}

function lazyImage(tagName: string, attribs: Attributes) {
  return { tagName, attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' } };
}
