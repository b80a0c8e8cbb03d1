import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eraseAuditTexts } from '#server/features/audit/audit.service.ts';
import { auditEntry } from '#shared/audit/audit.contract.ts';
import type { Rights } from '#shared/kernel/permission.ts';
import { kycRequestDetails } from '#shared/kyc/kyc.contract.ts';
import { paymentMethodView } from '#shared/payment-methods/payment-methods.contract.ts';
import { roleRights, type TeamRole } from '#shared/team/team.roles.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { aLitecoinSale } from '#tests/factories/deposits.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser, bankDetails } from '#tests/factories/orders.ts';
import { aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { declaredEndpoints } from '#tests/setup/callers.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { maskedBy } from './masking.ts';

const testbed = openTestbed();
const email = 'ada.the.customer@example.com';

const member = (role: TeamRole) => aColleague(testbed, role);
const get = (path: string, token?: string) => testbed.app.call('GET', path, { token });
/** A stored picture of this user or order, without its bytes; its name. */
async function aFile(purpose: string, whose: 'owner_id' | 'order_id', id: string): Promise<string> {
  const filename = `${randomUUID()}.jpg`;
  const insert = `insert into files (filename, original_name, type, size, sent_hash, purpose, ${whose})
    values ($1, 'picture.jpg', 'image/jpeg', 1, '\\x00', $2, $3)`;
  await testbed.rows(insert, [filename, purpose, id]);
  return filename;
}
const textOf = async (path: string, token: string) => JSON.stringify((await get(path, token)).body);

describe('a support agent and an auditor', () => {
  test('read no account number and no address that their role masks, in any list or detail', async () => {
    const ada = await aUser(testbed.database.pool, { email });
    const id = await anOrder(testbed.app.deps, ada, { paymentDetails: bankDetails });
    const reads = declaredEndpoints.filter(({ access, method }) => access === 'admin' && method === 'GET');
    const lists = reads.map(({ path }) => path).filter((path) => !path.includes(':'));
    const paths = [...lists, `/api/admin/transactions/${id}`];
    const { accountNumber } = bankDetails;
    const unmasked = [accountNumber, email];
    const masked = ['••••6789', 'a•••@example.com'];
    /** Forms of the account number and of the address that a role reads. */
    const read = async (role: TeamRole) => {
      const { token } = await member(role);
      const text = (await Promise.all(paths.map((path) => textOf(path, token)))).join('');
      return [...unmasked, ...masked].filter((value) => text.includes(value));
    };
    expect(await read('reviewer')).toEqual(unmasked);
    expect(await read('support')).toEqual([email, '••••6789']);
    expect(await read('auditor')).toEqual(masked);
  });

  test('get no 304 for a version from another role', async () => {
    const { id, token } = await member('reviewer');
    const etag = async () => (await get('/api/admin/transactions', token)).headers.get('etag');
    await expect.poll(etag).not.toBeNull();
    const etagBefore = await etag();
    await testbed.rows(`update team_members set role = 'support' where user_id = $1`, [id]);
    await expect.poll(etag).not.toBe(etagBefore);
  });

  test.each(['support', 'auditor', 'payer'] as const)('are refused identity files, by name, as is %s', async (role) => {
    const { userId } = await aUser(testbed.database.pool);
    const filename = await aFile('kyc', 'owner_id', userId);
    const refusal = { code: 'not_permitted', params: { may: 'files.identity' } };
    const { token } = await member(role);
    expect(await get(`/api/files/${filename}`, token)).toMatchObject({ status: 403, body: refusal });
  });
});

describe('the picture of a payment', () => {
  const roles = ['owner', 'reviewer', 'payer', 'support', 'auditor'] as const;

  /** A sale with its proof, and a second picture of the same order. */
  async function aSaleWithProof() {
    const ada = await aSeller(testbed.app, testbed.database.pool);
    const { body } = await submit(testbed.app, ada, orderOf(await aQuote(testbed.app, ada)));
    const [proof] = await testbed.rows('select id, filename from files where order_id = $1', [body.id]);
    const screenshot = await aFile('payout_screenshot', 'order_id', body.id);
    return { ada, proof: `/api/files/${String(proof?.filename)}`, fileId: proof?.id, screenshot };
  }

  test('is shown to members who decide or pay, and to auditor and support only with a reason', async () => {
    const { proof } = await aSaleWithProof();
    const answers = await Promise.all(
      roles.map(async (role) => {
        const { token } = await member(role);
        const link = await testbed.app.call('POST', `${proof}/link`, { token });
        return [role, (await get(proof, token)).status, link.status, link.body.reason];
      }),
    );
    expect(answers).toEqual([
      ['owner', 200, 200, undefined],
      ['reviewer', 200, 200, undefined],
      ['payer', 200, 200, undefined],
      ['support', 403, 403, 'view_reason_required'],
      ['auditor', 403, 403, 'view_reason_required'],
    ]);
  });

  test('is opened by an auditor any number of times, each with an audited reason', async () => {
    const { proof, screenshot } = await aSaleWithProof();
    const { token, post } = await member('auditor');
    const owner = await member('owner');
    const names = [proof, screenshot].map((path) => path.split('/').at(-1) ?? '');
    for (const name of names) {
      const reason = `Compared with the books: ${name}`;
      const { status } = await post(`files/${name}/case-link`, { reason });
      expect([status, (await get(`/api/files/${name}`, token)).status]).toEqual([200, 403]);
      const [newestEntry] = await owner.list('audit-log?action=file.opened_for_case');
      expect(newestEntry).toMatchObject({ details: { reason } });
    }
    const { body } = await post(`files/${names[0]}/case-link`, { reason: 'Once more.' });
    expect((await get(String(body.url))).status).toBe(200);
  });

  test('is opened by support once for each order, with an audited reason', async () => {
    const { ada, proof, fileId, screenshot } = await aSaleWithProof();
    const { token, post } = await member('support');
    const caseLink = (path: string, reason: string) => post(`files/${path.split('/').at(-1)}/case-link`, { reason });
    expect((await caseLink(proof, ' ')).body.fields).toMatchObject({ reason: expect.any(String) as string });
    const reason = 'Asks whether the right receipt came in.';
    const firstLink = await caseLink(proof, reason);
    const secondLink = await caseLink(proof, reason);
    expect([firstLink.status, secondLink.status]).toEqual([200, 200]);
    const link = String(firstLink.body.url);
    const answers = [await get(link), await get(link, token), await get(proof, token)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
    const otherLink = await caseLink(screenshot, reason);
    expect([otherLink.status, otherLink.body.reason]).toEqual([403, 'case_picture_used']);

    const owner = await member('owner');
    const path = `audit-log?action=file.opened_for_case&subjectId=${String(fileId)}`;
    const readDetails = async () =>
      (await owner.list(path)).map(({ details }) => (details as Record<string, unknown>).reason);
    expect(await readDetails()).toEqual([reason, reason]);
    const storedRows = await testbed.rows('select details::text as details from audit_log');
    expect(JSON.stringify(storedRows)).not.toContain(reason);
    await testbed.app.deps.inTx((tx) => eraseAuditTexts(tx, ada.id));
    expect(await readDetails()).toEqual([null, null]);
  });
});

describe('an auditor who searches', () => {
  const fullEmail = 'quiet-lake-4f8c799b9c@example.com';
  const searchedLists = ['users', 'transactions', 'kyc-requests', 'sell-quotes', 'audit-log'];
  const exported = ['users', 'transactions', 'kyc-requests', 'audit-log'].map((list) => `${list}/export`);

  /** A customer with a quote, a sale, and notes that name her whole address. */
  async function theCustomer() {
    const ada = await aSeller(testbed.app, testbed.database.pool);
    await testbed.rows('update users set email = $2 where id = $1', [ada.id, fullEmail]);
    await aQuote(testbed.app, ada);
    const { post } = await member('reviewer');
    const { id } = await aLitecoinSale(testbed, { userId: ada.id });
    for (const about of [`users/${ada.id}`, `transactions/${id}`])
      await post(`${about}/notes`, { text: `Writes to us as ${fullEmail}.` });
    return ada;
  }

  test('finds a customer by the whole address, and never by a part of it', async () => {
    const ada = await theCustomer();
    const { token, headers } = await anAuditor();
    const answerTo = async (list: string, q: string) => {
      const format = list.endsWith('export') ? '&format=csv' : '';
      const path = `/api/admin/${list}?q=${encodeURIComponent(q)}${format}`;
      const response = await fetch(`${testbed.app.url}${path}`, { headers });
      expect([list, q, response.status]).toEqual([list, q, 200]);
      // The log also records the exports of this very test.
      return list.startsWith('audit-log') ? (await response.text()).includes(ada.id) : response.text();
    };
    const parts = [3, 5, 12, fullEmail.length - 1].flatMap((length) => [
      fullEmail.slice(0, length),
      fullEmail.slice(-length),
    ]);
    for (const list of [...searchedLists, 'sell-quotes/totals', ...exported]) {
      const nothing = await answerTo(list, 'nobody-is-called-this');
      expect([list, (await answerTo(list, 'obi')) === nothing]).toEqual([list, false]);
      expect([list, (await answerTo(list, fullEmail)) === nothing]).toEqual([list, false]);
      for (const part of parts) expect([list, part, await answerTo(list, part)]).toEqual([list, part, nothing]);
    }
    // Letter by letter, as a script would.
    for (let length = 1; length < fullEmail.length; length += 1) {
      expect(await textOf(`/api/admin/users?q=${fullEmail.slice(0, length)}`, token)).not.toContain(ada.id);
    }
  });

  test('cannot derive addresses from the order of the list', async () => {
    const { token } = await anAuditor();
    const listUsers = (sort: string) => textOf(`/api/admin/users?sort=${sort}`, token);
    expect(await listUsers('email')).toEqual(await listUsers('name'));
  });

  test('reads neither phone number nor IP address of a customer', async () => {
    const ada = await aSeller(testbed.app, testbed.database.pool);
    await testbed.rows(`update users set country_code = '+234', mobile_number = '8031234567' where id = $1`, [ada.id]);
    const { token } = await anAuditor();
    const user = await textOf(`/api/admin/users/${ada.id}`, token);
    expect(user).toContain('"mobileNumber":"••••67"');
    expect(user + (await textOf('/api/admin/audit-log', token))).not.toContain('127.0.0.1');
  });
});

/** An auditor who has just entered the password again. */
async function anAuditor() {
  const { token } = await member('auditor');
  return { token, headers: { Authorization: `Bearer ${token}`, ...(await steppedUp(testbed.app.deps, token)) } };
}

test('a member who answers chats may read and search addresses, because messages contain them', () => {
  const roles: Rights[] = Object.values(roleRights);
  for (const { may, masks } of roles) expect(may.includes('chat.answer') && masks.includes('contacts')).toBe(false);
});

test('an auditor reads members in full in the audit log, and customers not', () => {
  const log = [
    { actorRole: 'staff', actorEmail: 'mo@testbed.example', details: { to: 'ada@example.com' } },
    { actorRole: 'customer', actorEmail: 'ada@example.com', details: { ip: '203.0.113.9' } },
  ];
  expect(maskedBy(z.array(auditEntry), log, ['accounts', 'contacts'])).toEqual([
    { actorRole: 'staff', actorEmail: 'mo@testbed.example', details: { to: 'a•••@example.com' } },
    { actorRole: 'customer', actorEmail: 'a•••@example.com', details: { ip: '••••' } },
  ]);
  const account = (IBAN: string) => ({ name: 'Desk', accountDetails: { IBAN, Bank: 'First Bank' } });
  const maskedMethod = maskedBy(paymentMethodView.nullable(), account('DE02 1203 0000 0000 2020 51'), ['accounts']);
  expect(maskedMethod).toEqual(account('••••0 51'));
});

test('an auditor reads no home address of an identity request, and a reviewer does', () => {
  const claims = { address: '14 Marina Road, Lagos', documentNumber: 'A01234567' };
  const readBy = (role: TeamRole) =>
    maskedBy(kycRequestDetails.pick({ address: true, documentNumber: true }), claims, roleRights[role].masks);
  expect(readBy('auditor')).toEqual({ address: '••••', documentNumber: '••••4567' });
  expect(readBy('reviewer')).toEqual(claims);
});
