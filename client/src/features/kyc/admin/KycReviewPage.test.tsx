import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#client/lib/api/query-client.ts';
import { formatList } from '#client/lib/format/list.ts';
import type { Api } from '#shared/api.ts';
import { fileForReview } from '#shared/files/files.contract.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { getKycRequest } from '#shared/kyc/kyc.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, field, fill, press, resizeWindow } from '#tests/components/screen.tsx';
import { Lost, Refused, type Answers, type SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

type Request = Api['GET /api/admin/kyc-requests/:id']['output'];

const review = 'PUT /api/admin/kyc-requests/:id/review';
const pick = t('kyc.admin:pick');
const approve = t('kyc.admin:approve', { name: 'Ada Ngozi Okafor' });

const ada: Request = {
  ...blankOf(getKycRequest.response),
  userName: 'Ada Okafor',
  userEmail: 'ada@customers.test',
  fullName: 'Ada Ngozi Okafor',
  registeredName: 'Ada Okafor',
};

/** A request in the list and the pane; a decision changes both. */
function answersWith(decide: (sent: SentCall) => Partial<Request> | Refused): Answers {
  let request = ada;
  const matchesQuery = ({ q, status }: { q?: string; status?: string }) =>
    (!q || q === request.userEmail) && (!status || status === request.status);
  return {
    'GET /api/admin/kyc-requests': ({ query }) => (matchesQuery(query as { q?: string }) ? [request] : []),
    'GET /api/admin/kyc-requests/:id': () => request,
    [review]: (call) => {
      const decidedRequest = decide(call);
      const byAnother = { status: 'rejected', reviewNotes: 'Expired last year.' } as const;
      request = { ...request, ...(decidedRequest instanceof Refused ? byAnother : decidedRequest) };
      return decidedRequest instanceof Refused ? decidedRequest : request;
    },
  };
}

const openList = (...decide: Parameters<typeof answersWith>) => renderAdmin('/admin/kyc', answersWith(...decide));
const openRequest = async () => fireEvent.click(await screen.findByRole('link', { name: ada.userName }));

test('a reviewer whose search does not list the open request cannot decide about it', async () => {
  await openList(() => ada);
  await fill(t('kyc.admin:search'), 'ada@customers.test');
  // The address must be set before the links of the list are built from it.
  const link = await screen.findByRole('link', { name: ada.userName });
  await waitFor(() => expect(link.getAttribute('href')).toContain('q=ada'));
  await openRequest();
  await screen.findByRole('button', { name: approve });
  await press(t('common:status.approved'));
  await expectText(t('admin.common:empty.search', { q: 'ada@customers.test' }));
  expect(screen.queryByText(pick)).toBeNull();
  expect(screen.queryByRole('button', { name: approve })).toBeNull();
  expect(location.search).toMatch(/show=approved/);
  await press(t('admin.common:empty.clearSearch'));
  await screen.findByRole('link', { name: ada.userName });
  expect((await field(t('kyc.admin:search'))).value).toBe('');
  await screen.findByRole('link', { name: new RegExp(t('admin:waitingKyc', { count: 1 })) });
});

test('an administrator whose decision comes second reads the first one, and changes nothing', async () => {
  const first = new Refused('already_decided', reasonWith('kyc_decided', { status: 'rejected' }));
  const server = await openList(() => first);
  await openRequest();
  await fill(t('kyc.admin:notes'), 'The document agrees.');
  await press(approve);
  await expectText(t('errors:kyc_decided', { status: 'rejected' }));
  await expectText('Expired last year.');
  expect(screen.queryByRole('button', { name: approve })).toBeNull();
  // Each view is recorded: the request, and once more after its row has changed.
  expect(server.sent('GET /api/admin/kyc-requests/:id')).toHaveLength(2);
});

test('a reviewer sees the face beside the document of an open request, and enlarges one of them', async () => {
  const fileOf = (side: 'front' | 'selfie') => ({
    ...blankOf(fileForReview),
    filename: `${side}.jpg`,
    originalName: `${side}.jpg`,
    type: 'image/jpeg',
    side,
  });
  const files = [fileOf('front'), fileOf('selfie')];
  const picture = () => new Response('picture', { headers: { 'Content-Type': 'image/jpeg' } });
  const server = await renderAdmin('/admin/kyc', {
    'GET /api/admin/kyc-requests': [ada],
    'GET /api/admin/kyc-requests/:id': { ...ada, files },
    'GET /api/files/:filename': picture,
  });
  await openRequest();
  for (const { filename } of files) await screen.findByRole('img', { name: filename });
  expect(server.sent('GET /api/files/:filename')).toHaveLength(2);
  await press(t('kyc.admin:enlarge', { side: t('kyc.admin:side.selfie') }));
  await screen.findByRole('button', { name: t('kyc.admin:side.selfie'), pressed: true });
  expect(screen.queryByRole('img', { name: 'front.jpg' })).toBeNull();
  // The audit log gets one view of each picture.
  expect(server.sent('GET /api/files/:filename')).toHaveLength(2);
});

test('a reviewer whose picture failed to load finds nothing over the button that loads it again', async () => {
  const file = { ...blankOf(fileForReview), type: 'image/jpeg' };
  const files = (['front', 'selfie'] as const).map((side) => ({ ...file, side, filename: side, originalName: side }));
  await renderAdmin('/admin/kyc', {
    'GET /api/admin/kyc-requests': [ada],
    'GET /api/admin/kyc-requests/:id': { ...ada, files },
    'GET /api/files/:filename': () => new Refused('not_found', 'file_not_found'),
  });
  await openRequest();
  await waitFor(() => expect(screen.getAllByText(t('admin.common:failed.load'))).toHaveLength(2));
  expect(
    screen.queryByRole('button', { name: t('kyc.admin:enlarge', { side: t('kyc.admin:side.front') }) }),
  ).toBeNull();
});

test('a reviewer whose decision got no answer can send it again', async () => {
  const server = await renderAdmin('/admin/kyc', {
    ...answersWith(({ body }) => ({ status: 'approved', reviewNotes: (body as { notes: string }).notes })),
    [review]: () => Promise.reject(new Lost()),
  });
  await openRequest();
  const notes = await field(t('kyc.admin:notes'));
  for (const name of [t('kyc.admin:reject'), approve]) {
    const button = await screen.findByRole('button', { name, description: t('errors:review_notes_required') });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await press(name);
    await waitFor(() => expect(document.activeElement).toBe(notes));
    notes.blur();
  }
  expect(server.sent(review)).toEqual([]);
  await press(t('kyc.admin:sentence.agrees.word'));
  await press(t('kyc.admin:sentence.selfieAgrees.word'));
  await press(approve);
  await expectText(t('kyc.admin:failed.approve'));
  const text = `${t('kyc.admin:sentence.agrees.text')} ${t('kyc.admin:sentence.selfieAgrees.text')}`;
  expect((await field(t('kyc.admin:notes'))).value).toBe(text);
  server.answer(answersWith(() => ({ status: 'approved', reviewNotes: text })));
  await press(approve);
  await expectText(t('kyc.admin:toast.approved.text'));
  const decision = { body: { status: 'approved', notes: text } };
  expect(server.sent(review)).toMatchObject([decision, decision]);
});

test('a reviewer reads the number of a failed request, and tries again', async () => {
  const refusal = new Refused('forbidden', 'admin_only');
  const server = await renderAdmin('/admin/kyc', { 'GET /api/admin/kyc-requests': refusal });
  await expectText(t('kyc.admin:failed.fetch', { status: 403 }));
  server.answer(answersWith(() => ada));
  await press(t('common:action.tryAgain'));
  await screen.findByRole('link', { name: ada.userName });
});

test('an administrator who revokes an approval is asked for a reason', async () => {
  const answersWithRequest = (request: Request) => ({
    'GET /api/admin/kyc-requests': [request],
    'GET /api/admin/kyc-requests/:id': request,
  });
  const server = await renderAdmin('/admin/kyc', answersWithRequest({ ...ada, status: 'approved' }));
  const revoke = 'PUT /api/admin/kyc-requests/:id/revoke';
  await openRequest();
  await press(t('kyc.admin:revoke.open'));
  await press(t('kyc.admin:revoke.confirm'));
  await expectText(t('errors:revoke_reason_required'));
  expect(server.sent(revoke)).toEqual([]);
  const reason = 'The document was reported as stolen.';
  const revokedRequest: Request = { ...ada, status: 'revoked', endedReason: reason };
  server.answer({ ...answersWithRequest(revokedRequest), [revoke]: revokedRequest });
  await fill(t('kyc.admin:revoke.reason'), reason);
  await press(t('kyc.admin:revoke.confirm'));
  await expectText(reason);
  expect(server.sent(revoke)).toMatchObject([{ body: { reason } }]);
});

test('support reads who may see identity documents, and who decides', async () => {
  await renderAdmin(
    '/admin/kyc',
    answersWith(() => ada),
    anAdmin('support'),
  );
  await openRequest();
  const roles = formatList([t('team:role.owner'), t('team:role.reviewer')]);
  await expectText(t('admin.common:notPermitted.documents', { roles }));
  await expectText(t('admin.common:notPermitted.approve', { roles }));
});

test('a reviewer without a waiting request reads so above the decided ones', async () => {
  const answers = answersWith(() => ({}));
  const list = { 'GET /api/admin/kyc-requests': [{ ...ada, status: 'approved' as const }] };
  await renderAdmin('/admin/kyc', { ...answers, ...list });
  await expectText(t('kyc.admin:empty.text'));
  await expectText(t('kyc.admin:decidedOnes'));
});

test('a reviewer reads by name who waits longest, and that all checks are decided once no one does', async () => {
  const server = await openList(() => ada);
  await screen.findByRole('button', { name: new RegExp(`^Open ${ada.userName.replaceAll(' ', '\u00a0')}, waiting `) });
  server.answer({ 'GET /api/admin/kyc-requests': [{ ...ada, status: 'approved' }] });
  await queryClient.invalidateQueries();
  await expectText(t('kyc.admin:allDecided'));
  expect(screen.queryByText(pick)).toBeNull();
});

test('a reviewer on a phone opens the longest waiting request, and takes a sentence at the buttons', async () => {
  resizeWindow({ width: 360, height: 740 });
  await openList(() => ada);
  await press(new RegExp(`^Open ${ada.userName.replaceAll(' ', '\u00a0')}, waiting `));
  await press(t('kyc.admin:sentence.blurred.word'));
  const notes = await field(t('kyc.admin:notes'));
  expect(notes.value).toBe(t('kyc.admin:sentence.blurred.text'));
  expect(screen.getAllByRole('button', { name: t('kyc.admin:sentence.blurred.word') })).toHaveLength(1);
});

test('a reviewer who presses the reason of a disabled decision comes to the notes', async () => {
  await openList(() => ada);
  await openRequest();
  fireEvent.click(await screen.findByRole('button', { name: t('errors:review_notes_required') }));
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('notes'));
});
