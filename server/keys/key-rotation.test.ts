import { afterAll, beforeAll, expect, test } from 'vitest';
import { setRowKey } from '#server/db/signing/signed-rows.ts';
import { readHead } from '#server/features/audit/audit.head.ts';
import { setAuditKey, setRetiredAuditKeys } from '#server/features/audit/audit.signature.ts';
import { verifyAudit } from '#server/features/audit/audit.verify.ts';
import { decryptSecret, encryptSecret } from '#server/features/auth/second-factor/auth.second-factor.ts';
import { hashNumber } from '#server/features/kyc/kyc.numbers.ts';
import { orderOfCode, receiptCode } from '#server/features/orders/export/orders.receipts.service.ts';
import { walletsNeedingAttention } from '#server/features/wallets/wallets.service.ts';
import { acceptPreviousKey } from '#server/lib/keys.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { claims, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import { aQuote, aSeller, plainOrder, submit, type Seller } from '#tests/factories/sales.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { testEncryptionKey } from '#tests/setup/audit-key.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { migrateUnderKey } from './key-check.ts';

const current = 'the key that follows the one for tests, 32 bytes';
const next = 'and the key that follows that one, of 32 bytes too';
const totpSecret = 'JBSWY3DPEHPK3PXP';
const stranger = 'a key that this database has never been made with';
const refused = 'ENCRYPTION_KEY is another key';

let database: TestDatabase;
let app: TestApp;
let ada: Seller;
let openQuote: string;
let order: string;
let forged: string;

const chain = async (key: string) => verifyAudit(database.db, key, { head: await readHead(app.deps.env.dataDir) });
const startWith = async (encryptionKey: string, previous?: string) => {
  await migrateUnderKey(database.url, { encryptionKey, encryptionKeyPrevious: previous });
  const settings = { ENCRYPTION_KEY: encryptionKey, ...(previous && { ENCRYPTION_KEY_PREVIOUS: previous }) };
  app = await startTestApp(database, settings);
};
const signatures = async () => {
  const { rows } = await database.pool.query<{ sum: string }>(
    `select md5(string_agg(s::text, '|' order by s::text)) as sum from (
       select signature from orders union all select signature from sell_quotes union all select signature from deposit_wallets
       union all select signature from deposit_address_stops
       union all select signature from payment_methods union all select document_number from kyc_requests
       union all select value from encryption_key_check) t(s)`,
  );
  return rows[0]?.sum;
};

beforeAll(async () => {
  database = await createTestDatabase();
  await startWith(testEncryptionKey);
  ada = await aSeller(app, database.pool, { kyc: 'none' });
  await submitDocuments(app, ada);
  openQuote = (await aQuote(app, ada)).quoteId;
  order = (await submit(app, ada, plainOrder())).body.id;
  forged = (await submit(app, ada, plainOrder({ amount: 0.011, valueUsd: 409.07 }))).body.id;
  await database.pool.query(`update orders set signature = decode(repeat('00', 32), 'hex') where id = $1`, [forged]);
  const { token, stepUp } = await theAdmin(app);
  const { rows } = await database.pool.query<object>(
    `select address, memo from deposit_wallets where crypto_id = 'tron'`,
  );
  const json = { ...rows[0], reason: 'The key was stolen' };
  await app.call('POST', '/api/admin/wallets/tron/stop', { token, headers: stepUp, json });
  const secret = encryptSecret({ env: { encryptionKey: testEncryptionKey } }, ada.id, totpSecret);
  await database.pool.query('insert into second_factors (user_id, secret) values ($1, $2)', [ada.id, secret]);
  await app.stop();
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  // Other files of this worker sign with the key for tests.
  setAuditKey(testEncryptionKey);
  setRowKey(testEncryptionKey);
  setRetiredAuditKeys([]);
  for (const key of [testEncryptionKey, current, next]) acceptPreviousKey(key, undefined);
});

test('a pair of keys of which neither is that of the database is refused, and nothing is written', async () => {
  const before = await signatures();
  for (const pair of [{ encryptionKey: current }, { encryptionKey: current, encryptionKeyPrevious: stranger }])
    await expect(migrateUnderKey(database.url, pair)).rejects.toThrow(refused);
  expect(await signatures()).toBe(before);
});

test('after a start with both keys everything is of the new one: addresses, quotes, orders, document numbers, the audit log', async () => {
  await startWith(current, testEncryptionKey);
  // The previous key is out of the way: what is read below is of the new one alone.
  acceptPreviousKey(current, undefined);
  const { token } = await theAdmin(app);
  const get = (path: string, as = token) => app.call('GET', path, { token: as });
  expect((await get(`/api/sell-quotes/${openQuote}`, ada.token)).status).toBe(200);
  expect(await get(`/api/admin/transactions/${order}`)).toMatchObject({ status: 200, body: { tampered: false } });
  const request = await requestOf(app, token, ada);
  expect((await get(`/api/admin/kyc-requests/${request.id}`)).body).toMatchObject({
    documentNumber: claims.documentNumber,
  });
  const { rows: numbers } = await database.pool.query<{ hash: Buffer }>(
    'select document_number_hash as hash from kyc_requests',
  );
  expect(numbers).toEqual([{ hash: hashNumber(claims.documentNumber, current) }]);
  const { rows: factors } = await database.pool.query<{ userId: string; secret: Buffer }>(
    'select user_id as "userId", secret from second_factors',
  );
  expect(factors.map((factor) => decryptSecret(app.deps, factor))).toEqual([totpSecret]);
  await aQuote(app, await aSeller(app, database.pool));
  expect((await walletsNeedingAttention(app.deps)).forged).toEqual([]);
  expect((await database.pool.query('select from deposit_address_stops')).rowCount).toBe(1);
  const { findings, rows, waiting } = await chain(current);
  expect(findings).toEqual([]);
  expect(rows + waiting).toBeGreaterThan(3);
  expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('what was forged before is still called forged', async () => {
  const { token } = await theAdmin(app);
  const read = await app.call('GET', `/api/admin/transactions/${forged}`, { token });
  expect(read.body).toMatchObject({ tampered: true });
});

test('a code on a receipt that was printed before opens it for as long as the previous key is set', () => {
  const printed = receiptCode(testEncryptionKey, order);
  expect(orderOfCode(current, printed)).toBeUndefined();
  acceptPreviousKey(current, testEncryptionKey);
  expect(orderOfCode(current, printed)).toBe(order);
  acceptPreviousKey(current, undefined);
});

test('whoever has the old key cannot add to the audit log with it', async () => {
  setAuditKey(testEncryptionKey);
  const { signEntry } = await import('#server/features/audit/audit.signature.ts');
  const entry = {
    actorId: null,
    actorRole: 'system',
    action: 'x',
    subjectType: null,
    subjectId: null,
    requestId: null,
  };
  const signature = signEntry({ ...entry, details: {} });
  setAuditKey(current);
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into audit_log (actor_role, action, details, signature) values ('system', 'x', '{}', $1) returning id::text`,
    [signature],
  );
  expect((await chain(current)).findings).toEqual([{ kind: 'inserted', auditId: rows[0]?.id }]);
  await database.pool.query('alter table audit_log disable trigger all');
  await database.pool.query('delete from audit_log where id = $1', [rows[0]?.id]);
  await database.pool.query('alter table audit_log enable trigger all');
});

test('the old key alone is refused from then on, as is a previous key that never was one; the right pair starts again', async () => {
  await expect(migrateUnderKey(database.url, { encryptionKey: testEncryptionKey })).rejects.toThrow(refused);
  await expect(
    migrateUnderKey(database.url, { encryptionKey: current, encryptionKeyPrevious: stranger }),
  ).rejects.toThrow('ENCRYPTION_KEY_PREVIOUS is no key');
  const before = await signatures();
  await migrateUnderKey(database.url, { encryptionKey: current, encryptionKeyPrevious: testEncryptionKey });
  await migrateUnderKey(database.url, { encryptionKey: current });
  expect(await signatures()).toBe(before);
});

test('a second change leaves the audit log whole back to its first entry', async () => {
  await app.stop();
  await startWith(next, current);
  await theAdmin(app);
  expect((await chain(next)).findings).toEqual([]);
  const { rows } = await database.pool.query(`select 1 from audit_log where action = 'encryption_key.rotated'`);
  expect(rows).toHaveLength(2);
});
