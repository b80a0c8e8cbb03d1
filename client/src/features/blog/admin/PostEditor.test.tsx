import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminGetBlogPost } from '#shared/blog/blog.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, fill } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const post = {
  ...blankOf(adminGetBlogPost.response),
  id: crypto.randomUUID(),
  title: 'Fees',
  content: 'Read this.',
  version: 1,
};
const answers = {
  'GET /api/admin/blog-posts': [],
  'GET /api/admin/blog-posts/:id': post,
  'POST /api/admin/blog-preview': { html: '<p>Read this.</p>', minutes: 1, variables: {} },
};
const address = `/admin/dashboard?tab=blog&post=${post.id}`;

async function contentField(): Promise<HTMLTextAreaElement> {
  const area = await screen.findByLabelText(t('blog.admin:fields.content'));
  if (!(area instanceof HTMLTextAreaElement)) throw new Error('The text is in no text area.');
  return area;
}

test('a writer marks the selected text by a button, without knowing Markdown', async () => {
  await renderAdmin(address, answers);
  const area = await contentField();
  area.setSelectionRange(5, 9);
  fireEvent.click(screen.getByRole('button', { name: t('blog.admin:tools.bold') }));
  expect(area.value).toBe('Read **this**.');
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('this');
  await screen.findByText(t('blog.admin:unsaved'));
});

test('a writer saves by Ctrl Enter from the title, where Enter alone does nothing', async () => {
  const server = await renderAdmin(address, { ...answers, 'PUT /api/admin/blog-posts/:id': post });
  await fill(t('blog.admin:fields.title'), 'Our fees');
  const title = await screen.findByLabelText(t('blog.admin:fields.title'));
  fireEvent.keyDown(title, { key: 'Enter' });
  expect(server.sent('PUT /api/admin/blog-posts/:id')).toEqual([]);
  fireEvent.keyDown(title, { key: 'Enter', ctrlKey: true });
  await waitFor(() =>
    expect(server.sent('PUT /api/admin/blog-posts/:id')).toMatchObject([{ body: { title: 'Our fees' } }]),
  );
});

test('a writer reads why a published post without a change is not saved', async () => {
  await renderAdmin(address, {
    ...answers,
    'GET /api/admin/blog-posts/:id': { ...post, status: 'published' as const },
  });
  const save = await screen.findByRole('button', { name: t('blog.admin:save') });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await expectText(t('settings.admin:unchanged'));
  await fill(t('blog.admin:fields.title'), 'Our fees');
  await waitFor(() => expect(screen.queryByText(t('settings.admin:unchanged'))).toBeNull());
  expect(save.getAttribute('aria-disabled')).not.toBe('true');
});
