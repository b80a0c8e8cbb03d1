import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { passDayOfGrace } from '#tests/factories/accounts.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aSession } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { callsOf } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, mailbox, rows } = testbed;
const owner = fixture(() => theAdmin(app));

const member = (role: TeamRole) => aColleague(testbed, role);
const nora = fixture(() => member('reviewer'));
const auditor = fixture(() => member('auditor'));
/** A customer with an order, the session they read it with, and the notes and pages of both. */
async function aCustomerWithOrder() {
  const customer = await aUser(database.pool, { firstName: 'Zoë', lastName: 'Quill' });
  const orderId = await anOrder(app.deps, customer);
  const { token } = await aSession(app.deps, { id: customer.userId, role: 'customer' });
  const ofOrder = `transactions/${orderId}`;
  const ofUser = `users/${customer.userId}`;
  return { customer, orderId, token, ofOrder, ofUser, notes: `${ofOrder}/notes` };
}
const auditOf = (id: string) =>
  rows(`select action, details from audit_log where subject_id = $1 and action not like 'auth.%' order by id`, [id]);
/** A note of Nora. */
const written = async (notes: string, json: object) => {
  const { status, body } = await nora.post(notes, json);
  expect(status).toBe(201);
  return { ...body, path: `notes/${String(body.id)}` } as Record<string, unknown> & { path: string };
};

describe('a note', () => {
  test('on an order shows the team author and earlier text, and the customer never reads it', async () => {
    const { orderId, token, notes } = await aCustomerWithOrder();
    const text = 'The bank called: name differs by one letter.';
    const note = await written(notes, { text });
    expect(note).toMatchObject({ text, author: { id: nora.id, name: 'Mo reviewer' }, versions: [] });
    const changedNote = await nora.put(note.path, { text: 'Cleared by phone.' });
    expect(changedNote).toMatchObject({ status: 200, body: { text: 'Cleared by phone.', versions: [{ text }] } });
    const versions = [{ text, at: note.createdAt }];
    expect(await auditor.list(notes)).toMatchObject([{ text: 'Cleared by phone.', versions }]);

    const ownCalls = callsOf(app, { token });
    const paths = [`transactions/${orderId}`, 'transactions', 'user/export'];
    const noteAnswers = await Promise.all(paths.map((path) => ownCalls.get(path)));
    expect(JSON.stringify(noteAnswers)).not.toMatch(/Cleared by phone|name differs|Mo reviewer/);
    expect((await ownCalls.get(`admin/${notes}`)).status).toBe(403);
    const actions = await auditOf(orderId);
    for (const action of ['note.written', 'note.edited'])
      expect(actions).toContainEqual({ action, details: { note: note.id, mentions: 0 } });
    expect(JSON.stringify(actions)).not.toContain('name differs');
  });

  test('is changed by its author alone', async () => {
    const { path } = await written((await aCustomerWithOrder()).notes, { text: 'Mine.' });
    const refusal = await (await member('owner')).put(path, { text: 'Not mine.' });
    expect(refusal).toMatchObject({ status: 403, body: { code: 'not_author' } });
    const sameNote = await nora.put(path, { text: 'Mine.' });
    expect(sameNote).toMatchObject({ status: 200, body: { text: 'Mine.', versions: [] } });
    expect((await nora.put(`notes/${randomUUID()}`, { text: 'x' })).status).toBe(404);
  });

  test('is refused without a subject or text, or from a role that only reads', async () => {
    const { ofOrder, ofUser } = await aCustomerWithOrder();
    for (const path of [`transactions/${randomUUID()}`, `users/${randomUUID()}`]) {
      expect((await nora.get(`${path}/notes`)).status).toBe(404);
      expect((await nora.post(`${path}/notes`, { text: 'Hello' })).status).toBe(404);
    }
    for (const path of [ofOrder, ofUser]) {
      const empty = await nora.post(`${path}/notes`, { text: '  ' });
      expect(empty).toMatchObject({ status: 400, body: { reason: 'note_required' } });
      const refusal = await auditor.post(`${path}/notes`, { text: 'Hello' });
      expect(refusal).toMatchObject({ status: 403, body: { code: 'not_permitted', params: { may: 'notes.write' } } });
    }
  });

  test('mails the mentioned members once, without its text', async () => {
    const tomas = await member('payer');
    const { orderId, customer, notes } = await aCustomerWithOrder();
    const json = { text: '@Mo payer please look', mentions: [tomas.id, nora.id] };
    const { path } = await written(notes, json);
    await nora.put(path, { ...json, text: `${json.text}!` });
    const [order] = await rows('select reference as subject from orders where id = $1', [orderId]);
    const mails = await mailbox.to(tomas.email, 'note_mention');
    const mention = { author: 'Mo reviewer', subject: order?.subject, path: `/admin/transactions?tx=${orderId}` };
    expect(mails.map(({ data }) => data)).toEqual([mention]);
    expect(await mailbox.to(nora.email)).toEqual([]);
    for (const stranger of [customer.userId, randomUUID()]) {
      const refusal = await nora.post(notes, { ...json, mentions: [stranger] });
      expect(refusal).toMatchObject({ status: 400, body: { fields: { mentions: expect.any(String) as string } } });
    }
  });

  test('is found by any part of its text, on orders and on users', async () => {
    const { orderId, customer, notes, ofUser } = await aCustomerWithOrder();
    const word = `w${randomUUID().slice(0, 8)}`;
    await written(notes, { text: `An ORDER ${word} here` });
    await written(`${ofUser}/notes`, { text: `A user u${word}` });
    expect(await nora.ids(`transactions?q=order%20${word}`)).toEqual([orderId]);
    expect(await nora.ids(`users?q=U${word}`)).toEqual([customer.userId]);
    expect(await nora.ids(`users?q=${word}zz`)).toEqual([]);
  });
});

describe('a user', () => {
  test('is assigned and tagged, and the list is filtered by both', async () => {
    const tomas = await member('support');
    const { customer, ofUser } = await aCustomerWithOrder();
    const assignee = { id: nora.id, name: 'Mo reviewer' };
    const assigned = await nora.put(`${ofUser}/assignee`, { userId: nora.id });
    expect(assigned).toMatchObject({ status: 200, body: { assignee, tags: [] } });
    const tagged = await nora.put(`${ofUser}/tags`, { tags: [' #VIP ', 'vip', 'Pays  slowly', 'ＢＩＧ'] });
    expect(tagged.body).toMatchObject({ tags: ['big', 'pays-slowly', 'vip'], assignee });

    const listUsers = async (query: string, { get } = nora) => {
      const { body, headers } = await get(`users?${query}`);
      return { ids: (body as unknown as { id: string }[]).map(({ id }) => id), total: headers.get('x-total-count') };
    };
    const expected = { ids: [customer.userId], total: '1' };
    const none = { ids: [], total: '0' };
    for (const query of ['assignee=me', `assignee=${nora.id}`, 'assignee=me&tag=VIP', 'assignee=me&q=quill'])
      expect([query, await listUsers(query)]).toEqual([query, expected]);
    expect(await listUsers('assignee=me', tomas)).toEqual(none);
    expect(await listUsers('tag=vip&assignee=none')).toEqual(none);
    for (const query of ['assignee=none', 'assignee=none&q=quill'])
      expect((await listUsers(query)).ids).not.toContain(customer.userId);
    expect(await auditOf(customer.userId)).toEqual([
      { action: 'user.assigned', details: { from: null, to: nora.id } },
      { action: 'user.tagged', details: { from: 0, to: 3 } },
    ]);
  });

  test('has at most ten tags of letters and digits', async () => {
    const path = `${(await aCustomerWithOrder()).ofUser}/tags`;
    const eleven = Array.from({ length: 11 }, (_, index) => `tag-${index}`);
    for (const tags of [eleven, ['<b>'], ['  '], ['x'.repeat(25)], ['a@example.com'], [7]])
      expect([tags, (await nora.put(path, { tags })).status]).toEqual([tags, 400]);
    expect((await nora.put(path, { tags: eleven.slice(1) })).status).toBe(200);
  });

  test('is erased with the notes on them and their orders, in every version', async () => {
    const { customer, orderId, notes, ofOrder, ofUser } = await aCustomerWithOrder();
    const json = { text: 'Lives with her sister.' };
    const { path } = await written(`${ofUser}/notes`, json);
    await nora.put(path, { text: 'Moved out.' });
    await written(notes, json);
    await nora.put(`${ofUser}/tags`, { tags: ['sister'] });
    const rejection = { status: 'rejected', adminNotes: 'No transfer has arrived.' };
    expect((await nora.put(`${ofOrder}/status`, rejection)).status).toBe(200);
    expect((await owner.del(ofUser, { email: customer.email })).status).toBe(204);
    await passDayOfGrace(testbed, customer.userId);
    const texts = `select text from notes where user_id = $1 or order_id = $2
      union all select v.text from note_versions v where v.text = 'Lives with her sister.'`;
    expect(await rows(texts, [customer.userId, orderId])).toEqual([]);
    expect(await rows('select tags from users where id = $1', [customer.userId])).toEqual([{ tags: [] }]);
  });
});

test('a member who leaves loses all assigned orders and users, and gets no new ones', async () => {
  const tomas = await member('payer');
  const { customer, ofOrder, ofUser } = await aCustomerWithOrder();
  const assign = (path: string, userId: string) => nora.put(`${path}/assignee`, { userId });
  for (const path of [ofOrder, ofUser])
    expect((await assign(path, tomas.id)).body).toMatchObject({ assignee: { id: tomas.id } });
  expect((await owner.del(`team/${tomas.id}`)).status).toBe(204);
  for (const path of [ofOrder, ofUser]) {
    expect((await nora.get(path)).body).toMatchObject({ assignee: null });
    for (const stranger of [tomas.id, customer.userId, randomUUID()])
      expect(await assign(path, stranger)).toMatchObject({ status: 400, body: { reason: 'member_not_found' } });
  }
});
