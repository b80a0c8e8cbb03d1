import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminListBlogPosts } from '#shared/blog/blog.contract.ts';
import { newsletterOfPost, newsletterStats, sendingView } from '#shared/newsletter/newsletter.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const sendRoute = 'POST /api/admin/blog-posts/:id/newsletter';
const stopping = 'POST /api/admin/blog-posts/:id/newsletter/stop';
const testRoute = 'POST /api/admin/blog-posts/:id/newsletter/test';
const ofPost = 'GET /api/admin/blog-posts/:id/newsletter';

const post = {
  ...blankOf(adminListBlogPosts.response.element),
  id: crypto.randomUUID(),
  title: 'A new coin',
  status: 'published' as const,
};
const runningSending = { ...blankOf(sendingView), postId: post.id, title: post.title, total: 1_204, handed: 60 };
const unsentSending = {
  ...blankOf(newsletterOfPost.response),
  isPublished: true,
  language: 'de' as const,
  readers: { all: 1_204, language: 31 },
  sending: null,
};

async function openDialog(changes: Partial<typeof unsentSending> = {}) {
  const server = await renderAdmin('/admin/dashboard?tab=blog', {
    'GET /api/admin/blog-posts': [post],
    'GET /api/admin/newsletter': blankOf(newsletterStats.response),
    'GET /api/admin/newsletter/sendings': [],
    [ofPost]: { ...unsentSending, ...changes },
  });
  await press(t('newsletter.admin:label', { title: post.title }));
  await screen.findByRole('button', { name: t('newsletter.admin:test') });
  return { server, dialog: await dialogOf(t('newsletter.admin:title')) };
}
const button = (count: number, total: string) => t('newsletter.admin:send', { count, total });

test('a writer sends a post to themselves first, then to all readers, and stops it', async () => {
  const { server, dialog } = await openDialog();
  server.answer({ [testRoute]: undefined });
  fireEvent.click(await dialog.findByRole('button', { name: t('newsletter.admin:test') }));
  await waitFor(() => expect(server.sent(testRoute)).toHaveLength(1));
  server.answer({
    [sendRoute]: runningSending,
    [ofPost]: { ...unsentSending, readers: null, sending: runningSending },
  });
  fireEvent.click(dialog.getByRole('button', { name: button(1_204, '1,204') }));
  await waitFor(() => expect(server.sent(sendRoute)).toMatchObject([{ body: { audience: 'all' } }]));
  await expectText(t('newsletter.admin:state.sending', { handed: '60', total: '1,204' }));
  await expectText(t('newsletter.admin:remaining', { left: '1,144', time: '20 minutes' }));
  const stoppedSending = { ...runningSending, state: 'stopped' as const };
  server.answer({ [stopping]: stoppedSending, [ofPost]: { ...unsentSending, readers: null, sending: stoppedSending } });
  await press(t('newsletter.admin:stop'));
  await expectText(t('newsletter.admin:stopText', { left: '1,144' }));
  expect(server.sent(stopping)).toEqual([]);
  await press(t('newsletter.admin:stopYes'));
  await expectText(t('newsletter.admin:state.stopped', { handed: '60', total: '1,204' }));
  expect(screen.queryByRole('button', { name: t('newsletter.admin:stop') })).toBeNull();
});

test('a writer sends a post only to readers of its language', async () => {
  const { server, dialog } = await openDialog();
  fireEvent.click(await dialog.findByRole('radio', { name: /German/ }));
  server.answer({ [sendRoute]: runningSending });
  fireEvent.click(await dialog.findByRole('button', { name: button(31, '31') }));
  await waitFor(() => expect(server.sent(sendRoute)).toMatchObject([{ body: { audience: 'language' } }]));
});

test('a writer whose subscribers all read one language is asked for no audience', async () => {
  const { dialog } = await openDialog({ readers: { all: 31, language: 31 } });
  expect(await dialog.findByText(t('newsletter.admin:everyone', { language: 'German' }))).toBeTruthy();
  expect(dialog.queryByRole('radio')).toBeNull();
});

test('a writer reads the subject of the mail, and that it cannot be called back, before sending it', async () => {
  const { dialog } = await openDialog();
  expect(await dialog.findByText(`${t('newsletter.admin:subject')}: ${post.title}`)).toBeTruthy();
  expect(dialog.getByText(new RegExp(t('newsletter.admin:final')))).toBeTruthy();
});

test('a post on its way is above the list with its end, and one that was sent is below', async () => {
  const sent = { ...runningSending, postId: crypto.randomUUID(), title: 'Fees', state: 'sent' as const };
  await renderAdmin('/admin/dashboard?tab=blog', {
    'GET /api/admin/blog-posts': [post],
    'GET /api/admin/newsletter': blankOf(newsletterStats.response),
    'GET /api/admin/newsletter/sendings': [runningSending, sent],
  });
  const running = within(await screen.findByRole('list', { name: t('newsletter.admin:running') }));
  expect(running.getByRole('progressbar')).toBeTruthy();
  expect(running.getByRole('button', { name: t('newsletter.admin:stop') })).toBeTruthy();
  const ended = within(await screen.findByRole('list', { name: t('newsletter.admin:heading') }));
  expect(ended.getByText('Fees')).toBeTruthy();
  expect(ended.queryByRole('button')).toBeNull();
});

test.each<[named: string, of: Partial<typeof unsentSending>, reason: string]>([
  ['readers cannot see yet', { isPublished: false }, t('newsletter.admin:draft')],
  ['nobody would get', { readers: { all: 0, language: 0 } }, t('newsletter.admin:none')],
])('a post that %s cannot be sent, and the dialog says why', async (_case, changes, reason) => {
  const { server, dialog } = await openDialog(changes);
  expect(await dialog.findAllByText(reason)).not.toEqual([]);
  const count = changes.readers ? 0 : 1_204;
  fireEvent.click(dialog.getByRole('button', { name: button(count, count ? '1,204' : '0') }));
  expect(server.sent(sendRoute)).toEqual([]);
});
