import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { adminBlogPostView } from '#shared/blog/blog.contract.ts';
import { blankOf } from '#tests/components/blank.ts';
import type { AdminPost } from './admin/blog.admin.queries.ts';
import { bodyOf, draftOf, isSame, parseStoredDraft, publishStateOf } from './admin/blog.post-draft.ts';
import { readArticle } from './components/blog.rich-text.ts';
import { RichText } from './components/RichText.tsx';

const post: AdminPost = {
  ...blankOf(adminBlogPostView),
  title: 'A title',
  content: 'Words',
  language: 'de',
  category: 'Security',
  tags: ['fees', 'selling'],
  status: 'published',
  featured: true,
  publishDate: '2026-03-12T14:02:00.000Z',
  authorName: 'Landfall',
};

test('a post that is opened and saved does not change', () => {
  const body = bodyOf(draftOf(post));
  expect(post).toMatchObject(body);
  const keys = ['title', 'content', 'excerpt', 'language', 'category', 'tags', 'featured', 'featuredImage'];
  expect(Object.keys(body).toSorted()).toEqual([...keys, 'publishDate', 'authorName'].toSorted());
});

test('a stored draft is restored only if it is complete', () => {
  const storedDraft = draftOf(post);
  const restoredDraft = parseStoredDraft(JSON.parse(JSON.stringify(storedDraft)));
  expect(restoredDraft && isSame(restoredDraft, storedDraft)).toBe(true);
  expect(parseStoredDraft({ ...storedDraft, title: 7 })).toBeUndefined();
  expect(parseStoredDraft({ ...storedDraft, category: 'Gossip' })).toBeUndefined();
  expect(parseStoredDraft(null)).toBeUndefined();
});

test('a published post with a future date is scheduled', () => {
  expect(publishStateOf(post)).toBe('published');
  expect(publishStateOf({ ...post, publishDate: '2999-01-01T00:00:00.000Z' })).toBe('scheduled');
  expect(publishStateOf({ status: 'draft', publishDate: '2999-01-01T00:00:00.000Z' })).toBe('draft');
});

function renderHtml(html: string): string {
  const text = createElement(RichText, { nodes: readArticle(html).blocks });
  return renderToStaticMarkup(createElement(StaticRouter, { location: '/blog/1' }, text));
}

test('a reader sees the formatted text of an article, with its entities decoded', () => {
  expect(renderHtml('<p>5 &lt; 6 &amp; <em>7</em><br />next</p>')).toBe('<p>5 &lt; 6 &amp; <em>7</em><br/>next</p>');
});

test('an attacker who gets past the sanitiser runs nothing in the browser of a reader', () => {
  const html = renderHtml(
    [
      '<p onclick="steal()" style="position:fixed">one</p>',
      '<script>steal()</script>',
      '<iframe src="https://example.org"></iframe>',
      '<svg onload="steal()"><a href="javascript:steal()">two</a></svg>',
      '<img src="x.png" alt="three" onerror="steal()" />',
      '<a href="javascript:steal()">four</a><a href="/api/logout">five</a>',
      '<!-- six -->',
    ].join(''),
  );
  expect(html).not.toMatch(/<script|<iframe|<svg|<a |style=|\son\w+=|javascript:|six/i);
  for (const text of ['one', 'two', 'four', 'five']) expect(html).toContain(text);
});

test('a reader can open each heading of an article by its own address', () => {
  const { headings } = readArticle('<h2>Fees &amp; rates</h2><h3>Fees</h3><h2>Fees</h2>');
  expect(headings).toEqual([
    { id: 'fees-rates', text: 'Fees & rates' },
    { id: 'fees-2', text: 'Fees' },
  ]);
});
