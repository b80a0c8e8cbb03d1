import { Marked } from 'marked';
import sanitizeHtml, { type Attributes } from 'sanitize-html';

const marked = new Marked({ gfm: true, async: false });

const tags = 'h2 h3 h4 p ul ol li blockquote pre code hr br strong em del a img table thead tbody tr th td'.split(' ');

/** A page has one h1, its title: headings of the text begin below it. */
const loweredHeadings = { h1: 'h2', h5: 'h4', h6: 'h4', b: 'strong', i: 'em', s: 'del' };

/**
 * Renders Markdown as HTML without scripts, for any author: only listed elements, links and pictures by http, https or
 * a path of this site. Everything else is removed. Links to other sites reveal nothing about the reader.
 */
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
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'object', 'svg', 'math', 'template'],
  }).trim();
}

function withRel(tagName: string, attribs: Attributes) {
  const isExternal = /^https?:/i.test(attribs.href ?? '');
  return { tagName, attribs: isExternal ? { ...attribs, rel: 'noopener noreferrer nofollow' } : attribs };
}

function lazyImage(tagName: string, attribs: Attributes) {
  return { tagName, attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' } };
}
