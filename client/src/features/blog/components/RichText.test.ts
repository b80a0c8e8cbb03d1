import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { readArticle } from './blog.rich-text.ts';
import { RichText } from './RichText.tsx';

function rendered(html: string): string {
  const text = createElement(RichText, { nodes: readArticle(html).blocks });
  return renderToStaticMarkup(createElement(StaticRouter, { location: '/blog/1' }, text));
}

test('a reader is shown the text of an article and its marks, with entities decoded', () => {
  expect(rendered('<p>5 &lt; 6 &amp; <em>7</em><br />next</p>')).toBe('<p>5 &lt; 6 &amp; <em>7</em><br/>next</p>');
});

test('an attacker who gets past the sanitiser runs nothing in the browser of a reader', () => {
  const html = rendered(
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

test('a reader finds each heading of an article by an address of its own', () => {
  const { headings } = readArticle('<h2>Fees &amp; rates</h2><h3>Fees</h3><h2>Fees</h2>');
  expect(headings).toEqual([
    { id: 'fees-rates', text: 'Fees & rates' },
    { id: 'fees-2', text: 'Fees' },
  ]);
});
