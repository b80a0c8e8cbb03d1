import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmailAddress } from './EmailAddress.tsx';

test('a long email address is broken after its @ or a dot, not inside a word', () => {
  const html = renderToStaticMarkup(createElement(EmailAddress, { email: 'ada.okafor@mail.example.test' }));
  expect(html.replace(/<\/?bdi[^>]*>/g, '')).toBe('ada.<wbr/>okafor@<wbr/>mail.<wbr/>example.<wbr/>test');
});
