import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectText, renderScreen } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

test('a visitor who follows the address of an article that is gone is led to the others', async () => {
  const gone = new Refused('not_found', 'article_not_found');
  await renderScreen('/blog/00000000-0000-4000-8000-000000000000', { 'GET /api/blog-posts/:id': gone });
  await expectText(t('blog:gone.heading'));
  expect(screen.getByRole('link', { name: t('blog:all') }).getAttribute('href')).toBe('/blog');
});
