import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { passDayOfGrace } from '#tests/factories/accounts.ts';
import { aMember, aSession, steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { adminEmail } from '#tests/setup/app.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const call: Call = (...sent) => testbed.app.call(...sent);
const member = (role: TeamRole) => aMember(testbed.database.pool, testbed.app.deps, role);
const ownerToken = async () => {
  const [owner] = await testbed.rows(`select id from users where role = 'admin'`);
  return (await aSession(testbed.app.deps, { id: String(owner?.id), role: 'admin' })).token;
};

/** A customer with an order, and the session they read it with. */
async function aCustomerWithOrder() {
  const customer = await aUser(testbed.database.pool, { firstName: 'Zoë', lastName: 'Quill' });
  const orderId = await anOrder(testbed.app.deps, customer);
  const { token } = await aSession(testbed.app.deps, { id: customer.userId, role: 'customer' });
  return { customer, orderId, token };
}
const auditOf = (id: string) =>
  testbed.rows(`select action, details from audit_log where subject_id = $1 and action not like 'auth.%' order by id`, [
    id,
  ]);

describe('a note', () => {
  test('on an order is read by the team with its author and what it said before, and never by the customer', async () => {
    const nora = await member('reviewer');
    const { orderId, token, customer } = await aCustomerWithOrder();
    const notes = `/api/admin/transactions/${orderId}/notes`;
    const text = 'The bank called: name differs by one letter.';
    const made = await call('POST', notes, { token: nora.token, json: { text } });
    expect(made).toMatchObject({
      status: 201,
      body: { text, author: { id: nora.id, name: 'Mo reviewer' }, versions: [] },
    });
    const changed = await call('PUT', `/api/admin/notes/${String(made.body.id)}`, {
      token: nora.token,
      json: { text: 'Cleared by phone.' },
    });
    expect(changed).toMatchObject({ status: 200, body: { text: 'Cleared by phone.', versions: [{ text }] } });
    const auditor = await member('auditor');
    const { body } = await call('GET', notes, { token: auditor.token });
    expect(body).toMatchObject([{ text: 'Cleared by phone.', versions: [{ text, at: made.body.createdAt }] }]);

    const seen = await Promise.all([
      call('GET', `/api/transactions/${orderId}`, { token }),
      call('GET', '/api/transactions', { token }),
      call('GET', '/api/user/export', { token }),
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/Cleared by phone|name differs|Mo reviewer/);
    expect((await call('GET', notes, { token })).status).toBe(403);
    const actions = await auditOf(orderId);
    expect(actions).toContainEqual({ action: 'note.written', details: { note: made.body.id, mentions: 0 } });
    expect(actions).toContainEqual({ action: 'note.edited', details: { note: made.body.id, mentions: 0 } });
    expect(JSON.stringify(actions)).not.toContain('name differs');
    expect(customer.userId).not.toBe(nora.id);
  });

  test('is changed by its author alone', async () => {
    const [nora, tomas] = [await member('reviewer'), await member('owner')];
    const { orderId } = await aCustomerWithOrder();
    const made = await call('POST', `/api/admin/transactions/${orderId}/notes`, {
      token: nora.token,
      json: { text: 'Mine.' },
    });
    const path = `/api/admin/notes/${String(made.body.id)}`;
    const refused = await call('PUT', path, { token: tomas.token, json: { text: 'Not mine.' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_author' } });
    const same = await call('PUT', path, { token: nora.token, json: { text: 'Mine.' } });
    expect(same).toMatchObject({ status: 200, body: { text: 'Mine.', versions: [] } });
    const unknown = await call('PUT', `/api/admin/notes/${randomUUID()}`, { token: nora.token, json: { text: 'x' } });
    expect(unknown.status).toBe(404);
  });

  test('on nothing, without words, or from a role that only reads is refused', async () => {
    const [nora, auditor] = [await member('reviewer'), await member('auditor')];
    const { orderId, customer } = await aCustomerWithOrder();
    for (const path of [`transactions/${randomUUID()}`, `users/${randomUUID()}`]) {
      expect((await call('GET', `/api/admin/${path}/notes`, { token: nora.token })).status).toBe(404);
      const made = await call('POST', `/api/admin/${path}/notes`, { token: nora.token, json: { text: 'Hello' } });
      expect(made.status).toBe(404);
    }
    for (const path of [`transactions/${orderId}`, `users/${customer.userId}`]) {
      const empty = await call('POST', `/api/admin/${path}/notes`, { token: nora.token, json: { text: '  ' } });
      expect(empty).toMatchObject({ status: 400, body: { reason: 'note_required' } });
      const refused = await call('POST', `/api/admin/${path}/notes`, { token: auditor.token, json: { text: 'Hello' } });
      expect(refused).toMatchObject({ status: 403, body: { code: 'not_permitted', params: { may: 'notes.write' } } });
    }
  });

  test('mails whom it mentions, once, without its text; a stranger cannot be mentioned', async () => {
    const [nora, tomas] = [await member('reviewer'), await member('payer')];
    const { orderId, customer } = await aCustomerWithOrder();
    const notes = `/api/admin/transactions/${orderId}/notes`;
    const text = '@Mo payer please look';
    const json = { text, mentions: [tomas.id, nora.id] };
    const made = await call('POST', notes, { token: nora.token, json });
    expect(made.status).toBe(201);
    await call('PUT', `/api/admin/notes/${String(made.body.id)}`, {
      token: nora.token,
      json: { ...json, text: `${text}!` },
    });
    const mails = (await testbed.mailbox.to(tomas.email)).filter(({ template }) => template === 'note_mention');
    const [order] = await testbed.rows('select reference from orders where id = $1', [orderId]);
    const path = `/admin/transactions?tx=${orderId}`;
    expect(mails.map(({ data }) => data)).toEqual([{ author: 'Mo reviewer', subject: order?.reference, path }]);
    expect(await testbed.mailbox.to(nora.email)).toEqual([]);
    for (const stranger of [customer.userId, randomUUID()]) {
      const refused = await call('POST', notes, { token: nora.token, json: { text, mentions: [stranger] } });
      expect(refused).toMatchObject({ status: 400, body: { fields: { mentions: expect.any(String) as string } } });
    }
  });

  test('is found by any part of its text, on orders and on users', async () => {
    const nora = await member('reviewer');
    const { orderId, customer } = await aCustomerWithOrder();
    const word = `w${randomUUID().slice(0, 8)}`;
    const token = nora.token;
    await call('POST', `/api/admin/transactions/${orderId}/notes`, { token, json: { text: `An ORDER ${word} here` } });
    await call('POST', `/api/admin/users/${customer.userId}/notes`, { token, json: { text: `A user u${word}` } });
    const orders = await call('GET', `/api/admin/transactions?q=order%20${word}`, { token });
    expect(orders.body).toMatchObject([{ id: orderId }]);
    const users = await call('GET', `/api/admin/users?q=U${word}`, { token });
    expect(users.body).toMatchObject([{ id: customer.userId }]);
    expect((await call('GET', `/api/admin/users?q=${word}zz`, { token })).body).toEqual([]);
  });
});

describe('a user', () => {
  test('is assigned and tagged, and the list is narrowed by both', async () => {
    const [nora, tomas] = [await member('reviewer'), await member('support')];
    const { customer } = await aCustomerWithOrder();
    const path = `/api/admin/users/${customer.userId}`;
    const token = nora.token;
    const assigned = await call('PUT', `${path}/assignee`, { token, json: { userId: nora.id } });
    expect(assigned).toMatchObject({ status: 200, body: { assignee: { id: nora.id, name: 'Mo reviewer' }, tags: [] } });
    const tagged = await call('PUT', `${path}/tags`, {
      token,
      json: { tags: [' #VIP ', 'vip', 'Pays  slowly', 'ＢＩＧ'] },
    });
    expect(tagged.body).toMatchObject({ tags: ['big', 'pays-slowly', 'vip'], assignee: { id: nora.id } });

    const listed = async (query: string, as = token) => {
      const { body, headers } = await call('GET', `/api/admin/users?${query}`, { token: as });
      const ids = (body as unknown as { id: string }[]).map(({ id }) => id);
      return { ids, total: headers.get('x-total-count') };
    };
    const found = { ids: [customer.userId], total: '1' };
    for (const query of ['assignee=me', `assignee=${nora.id}`, 'assignee=me&tag=VIP', 'assignee=me&q=quill'])
      expect([query, await listed(query)]).toEqual([query, found]);
    expect(await listed('assignee=me', tomas.token)).toEqual({ ids: [], total: '0' });
    expect((await listed('assignee=none')).ids).not.toContain(customer.userId);
    expect((await listed('assignee=none&q=quill')).ids).not.toContain(customer.userId);
    expect(await listed('tag=vip&assignee=none')).toEqual({ ids: [], total: '0' });
    expect(await auditOf(customer.userId)).toEqual([
      { action: 'user.assigned', details: { from: null, to: nora.id } },
      { action: 'user.tagged', details: { from: 0, to: 3 } },
    ]);
  });

  test('has no more than ten tags of letters and digits', async () => {
    const nora = await member('reviewer');
    const { customer } = await aCustomerWithOrder();
    const path = `/api/admin/users/${customer.userId}/tags`;
    const eleven = Array.from({ length: 11 }, (_, index) => `tag-${index}`);
    for (const tags of [eleven, ['<b>'], ['  '], ['x'.repeat(25)], ['a@example.com'], [7]]) {
      const { status } = await call('PUT', path, { token: nora.token, json: { tags } });
      expect([tags, status]).toEqual([tags, 400]);
    }
    expect((await call('PUT', path, { token: nora.token, json: { tags: eleven.slice(1) } })).status).toBe(200);
  });

  test('who is erased takes the notes on them and on their orders along, with every version', async () => {
    const nora = await member('owner');
    const customer = await aUser(testbed.database.pool);
    const orderId = await anOrder(testbed.app.deps, customer);
    const json = { text: 'Lives with her sister.' };
    const token = nora.token;
    const made = await call('POST', `/api/admin/users/${customer.userId}/notes`, { token, json });
    await call('PUT', `/api/admin/notes/${String(made.body.id)}`, { token, json: { text: 'Moved out.' } });
    await call('POST', `/api/admin/transactions/${orderId}/notes`, { token, json });
    await call('PUT', `/api/admin/users/${customer.userId}/tags`, { token, json: { tags: ['sister'] } });
    const decided = { status: 'rejected', adminNotes: 'No transfer has arrived.' };
    expect((await call('PUT', `/api/admin/transactions/${orderId}/status`, { token, json: decided })).status).toBe(200);
    const asOwner = await ownerToken();
    const erased = await call('DELETE', `/api/admin/users/${customer.userId}`, {
      token: asOwner,
      headers: await steppedUp(testbed.app.deps, asOwner),
      json: { email: customer.email },
    });
    expect(erased.status).toBe(204);
    await passDayOfGrace(testbed, customer.userId);
    const texts = `select text from notes where user_id = $1 or order_id = $2
      union all select v.text from note_versions v where v.text = 'Lives with her sister.'`;
    expect(await testbed.rows(texts, [customer.userId, orderId])).toEqual([]);
    expect(await testbed.rows('select tags from users where id = $1', [customer.userId])).toEqual([{ tags: [] }]);
  });
});

test('who leaves the team leaves their orders and users to nobody, and can be assigned nothing more', async () => {
  const [nora, tomas] = [await member('reviewer'), await member('payer')];
  const { orderId, customer } = await aCustomerWithOrder();
  const assign = (path: string, userId: string) =>
    call('PUT', `/api/admin/${path}/assignee`, { token: nora.token, json: { userId } });
  expect((await assign(`transactions/${orderId}`, tomas.id)).body).toMatchObject({ assignee: { id: tomas.id } });
  expect((await assign(`users/${customer.userId}`, tomas.id)).body).toMatchObject({ assignee: { id: tomas.id } });
  const token = await ownerToken();
  const stepUp = await call('POST', '/api/admin/step-up', {
    token,
    json: { password: 'the desk signs in with this' },
  });
  const ended = await call('DELETE', `/api/admin/team/${tomas.id}`, {
    token,
    headers: { 'X-Step-Up': String(stepUp.body.stepUpToken) },
  });
  expect([adminEmail, ended.status]).toEqual([adminEmail, 204]);
  for (const path of [`transactions/${orderId}`, `users/${customer.userId}`]) {
    expect((await call('GET', `/api/admin/${path}`, { token: nora.token })).body).toMatchObject({ assignee: null });
    for (const stranger of [tomas.id, customer.userId, randomUUID()])
      expect(await assign(path, stranger)).toMatchObject({ status: 400, body: { reason: 'member_not_found' } });
  }
});
