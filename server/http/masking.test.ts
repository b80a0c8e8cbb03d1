import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endpointsByFeature } from '#shared/api.ts';
import { aMember } from '#tests/factories/members.ts';
import { anOrder, aUser, bankDetails } from '#tests/factories/orders.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { masked } from './masking.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '1000' });
const email = 'ada.the.customer@example.com';

/** An order with a bank account, and an action of its customer in the audit log. */
async function anOrderOfAda() {
  const ada = await aUser(testbed.database.pool, { email });
  return anOrder(testbed.app.deps, ada, { paymentDetails: bankDetails });
}

describe('a support agent and an auditor', () => {
  test('read no account number and no address of a customer that their role masks, on any list or detail', async () => {
    const id = await anOrderOfAda();
    const readers = {
      support: await aMember(testbed.database.pool, testbed.app.deps, 'support'),
      auditor: await aMember(testbed.database.pool, testbed.app.deps, 'auditor'),
      reviewer: await aMember(testbed.database.pool, testbed.app.deps, 'reviewer'),
    };
    const lists = endpointsByFeature
      .flatMap(({ endpoints }) => endpoints)
      .filter(({ access, method, path }) => access === 'admin' && method === 'GET' && !path.includes(':'))
      .map(({ path }) => path);
    const paths = [...lists, `/api/admin/transactions/${id}`];
    const read = async (token: string) =>
      JSON.stringify(
        await Promise.all(paths.map(async (path) => (await testbed.app.call('GET', path, { token })).body)),
      );
    const [support, auditor, reviewer] = [
      await read(readers.support.token),
      await read(readers.auditor.token),
      await read(readers.reviewer.token),
    ];
    expect(reviewer).toContain(bankDetails.accountNumber);
    expect(reviewer).toContain(email);
    expect(support).toContain('••••6789');
    expect(support).toContain(email);
    expect(auditor).toContain('••••6789');
    expect(auditor).toContain('a•••@example.com');
    for (const text of [support, auditor]) expect(text).not.toContain(bankDetails.accountNumber);
    expect(auditor).not.toContain(email);
  });

  test('are not answered 304 to what they read under another role', async () => {
    const { id, token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer');
    const etag = async () => (await testbed.app.call('GET', '/api/admin/transactions', { token })).headers.get('etag');
    await expect.poll(etag).not.toBeNull();
    const before = await etag();
    await testbed.rows(`update team_members set role = 'support' where user_id = $1`, [id]);
    await expect.poll(etag, { timeout: 10_000 }).not.toBe(before);
  });

  test('are refused identity files, by name', async () => {
    const ada = await aUser(testbed.database.pool);
    const filename = `${randomUUID()}.jpg`;
    await testbed.rows(
      `insert into files (filename, original_name, type, size, sent_hash, purpose, owner_id)
       values ($1, 'passport.jpg', 'image/jpeg', 1, '\\x00', 'kyc', $2)`,
      [filename, ada.userId],
    );
    const answers = await Promise.all(
      (['support', 'auditor', 'payer'] as const).map(async (role) => {
        const { token } = await aMember(testbed.database.pool, testbed.app.deps, role);
        return testbed.app.call('GET', `/api/files/${filename}`, { token });
      }),
    );
    for (const { status, body } of answers)
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { code: 'not_permitted', params: { may: 'files.identity' } },
      });
  });
});

test('the audit log names colleagues to an auditor in full, customers not', () => {
  const log = [
    { actorRole: 'staff', actorEmail: 'mo@testbed.example', details: { to: 'ada@example.com' } },
    {
      actorRole: 'customer',
      actorEmail: 'ada@example.com',
      details: { accountDetails: { IBAN: 'DE02 1203 0000 0000 2020 51' } },
    },
  ];
  expect(masked(log, ['accounts', 'emails'])).toEqual([
    { actorRole: 'staff', actorEmail: 'mo@testbed.example', details: { to: 'a•••@example.com' } },
    { actorRole: 'customer', actorEmail: 'a•••@example.com', details: { accountDetails: { IBAN: '••••0 51' } } },
  ]);
});
