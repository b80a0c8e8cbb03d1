import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRowKey } from '#server/db/signing/signed-rows.ts';
import { readHead } from '#server/features/audit/audit.head.ts';
import { setAuditKey, setRetiredAuditKeys, signEntry } from '#server/features/audit/audit.signature.ts';
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
import type { TestDatabase } from '#tests/setup/database.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { isOtherKey, migrateUnderKey } from './key-check.ts';

const current = 'the key that follows the one for tests, 32 bytes';
const next = 'and the key that follows that one, of 32 bytes too';
const totpSecret = 'JBSWY3DPEHPK3PXP';
const stranger = 'a key that this database has never been made with';
const refusal = 'ENCRYPTION_KEY is another key';

const database = openDatabase();
let app: TestApp;
let ada: Seller;
let openQuote: string;
let order: string;
let forged: string;

const rowsOf: TestDatabase['rows'] = (...args) => database.rows(...args);
const chain = async (key: string) => verifyAudit(database.db, key, { head: await readHead(app.deps.env.dataDir) });
const migrate = (encryptionKey: string, encryptionKeyPrevious?: string) =>
  migrateUnderKey(database.url, { encryptionKey, encryptionKeyPrevious });
const startWith = async (encryptionKey: string, previous?: string) => {
  await migrate(encryptionKey, previous);
  const settings = { ENCRYPTION_KEY: encryptionKey, ...(previous && { ENCRYPTION_KEY_PREVIOUS: previous }) };
  app = await startTestApp(database, settings);
};
const signatures = () =>
  rowsOf(
    `select md5(string_agg(s::text, '|' order by s::text)) as sum from (
       select signature from orders union all select signature from sell_quotes union all select signature
       from deposit_wallets
       union all select signature from deposit_address_stops
       union all select signature from payment_methods union all select document_number from kyc_requests
       union all select value from encryption_key_check) t(s)`,
  );

test('a database without signed rows gets the key of the first start, and then no other', async () => {
  const areRefused = () => Promise.all([testEncryptionKey, stranger].map((key) => isOtherKey(database.db, key)));
  expect(await areRefused()).toEqual([false, false]);
  await migrate(testEncryptionKey);
  expect(await areRefused()).toEqual([false, true]);
  await expect(migrate(stranger)).rejects.toThrow(refusal);
  await migrate(testEncryptionKey);
});

test('an attacker cannot insert a second check value beside the first', async () => {
  const add = rowsOf(`insert into encryption_key_check (id, value) values (2, '\\x00')`);
  await expect(add).rejects.toThrow('encryption_key_check_one_row');
});

describe('the change of the key', () => {
  beforeAll(async () => {
    await startWith(testEncryptionKey);
    ada = await aSeller(app, database.pool, { kyc: 'none' });
    await submitDocuments(app, ada);
    openQuote = (await aQuote(app, ada)).quoteId;
    order = (await submit(app, ada, plainOrder())).body.id;
    forged = (await submit(app, ada, plainOrder({ amount: 0.011, valueUsd: 409.07 }))).body.id;
    await rowsOf(`update orders set signature = decode(repeat('00', 32), 'hex') where id = $1`, [forged]);
    const [wallet] = await rowsOf(`select address, memo from deposit_wallets where crypto_id = 'tron'`);
    const { post } = await theAdmin(app);
    await post('wallets/tron/stop', { ...wallet, reason: 'The key was stolen' });
    const secret = encryptSecret({ env: { encryptionKey: testEncryptionKey } }, ada.id, totpSecret);
    await rowsOf('insert into second_factors (user_id, secret) values ($1, $2)', [ada.id, secret]);
    await app.stop();
  });
  afterAll(async () => {
    await app.stop();
    // Other files of this worker sign with the key for tests.
    setAuditKey(testEncryptionKey);
    setRowKey(testEncryptionKey);
    setRetiredAuditKeys([]);
    for (const key of [testEncryptionKey, current, next]) acceptPreviousKey(key, undefined);
  });

  test('is refused if neither key is that of the database, and nothing is written', async () => {
    const signaturesBefore = await signatures();
    for (const previous of [undefined, stranger]) await expect(migrate(current, previous)).rejects.toThrow(refusal);
    expect(await signatures()).toEqual(signaturesBefore);
  });

  test('signs and encrypts everything with the new key at a start with both', async () => {
    await startWith(current, testEncryptionKey);
    // The previous key is out of the way: what is read below is of the new one alone.
    acceptPreviousKey(current, undefined);
    const { token, get } = await theAdmin(app);
    expect((await app.call('GET', `/api/sell-quotes/${openQuote}`, ada)).status).toBe(200);
    expect(await get(`transactions/${order}`)).toMatchObject({ status: 200, body: { tampered: false } });
    const { id } = await requestOf(app, token, ada);
    const { documentNumber } = claims;
    expect((await get(`kyc-requests/${id}`)).body).toMatchObject({ documentNumber });
    const numbers = await rowsOf('select document_number_hash as hash from kyc_requests');
    expect(numbers).toEqual([{ hash: hashNumber(documentNumber, current) }]);
    const [factor] = await rowsOf('select user_id as "userId", secret from second_factors');
    expect(decryptSecret(app.deps, factor as { userId: string; secret: Buffer })).toBe(totpSecret);
    await aQuote(app, await aSeller(app, database.pool));
    expect((await walletsNeedingAttention(app.deps)).forged).toEqual([]);
    expect(await rowsOf('select from deposit_address_stops')).toHaveLength(1);
    const { findings, rows, waiting } = await chain(current);
    expect(findings).toEqual([]);
    expect(rows + waiting).toBeGreaterThan(3);
    expect(app.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test('leaves a forged row forged', async () => {
    const { get } = await theAdmin(app);
    expect((await get(`transactions/${forged}`)).body).toMatchObject({ tampered: true });
  });

  test('leaves the code of a printed receipt valid while the previous key is set', () => {
    const printed = receiptCode(testEncryptionKey, order);
    expect(orderOfCode(current, printed)).toBeUndefined();
    acceptPreviousKey(current, testEncryptionKey);
    expect(orderOfCode(current, printed)).toBe(order);
    acceptPreviousKey(current, undefined);
  });

  test('prevents an attacker with the old key from adding to the audit log', async () => {
    setAuditKey(testEncryptionKey);
    const nothing = { actorId: null, subjectType: null, subjectId: null, requestId: null };
    const signature = signEntry({ ...nothing, actorRole: 'system', action: 'x', details: {} });
    setAuditKey(current);
    const [entry] = await rowsOf(
      `insert into audit_log (actor_role, action, details, signature) values ('system', 'x', '{}', $1)
      returning id::text`,
      [signature],
    );
    expect((await chain(current)).findings).toEqual([{ kind: 'inserted', auditId: entry?.id }]);
    await rowsOf('alter table audit_log disable trigger all');
    await rowsOf('delete from audit_log where id = $1', [entry?.id]);
    await rowsOf('alter table audit_log enable trigger all');
  });

  test('makes the old key alone invalid, and so is a wrong previous key', async () => {
    await expect(migrate(testEncryptionKey)).rejects.toThrow(refusal);
    await expect(migrate(current, stranger)).rejects.toThrow('ENCRYPTION_KEY_PREVIOUS is no key');
    const signaturesBefore = await signatures();
    await migrate(current, testEncryptionKey);
    await migrate(current);
    expect(await signatures()).toEqual(signaturesBefore);
  });

  test('leaves the audit log whole back to its first entry when it is repeated', async () => {
    await app.stop();
    await startWith(next, current);
    await theAdmin(app);
    expect((await chain(next)).findings).toEqual([]);
    expect(await rowsOf(`select 1 from audit_log where action = 'encryption_key.rotated'`)).toHaveLength(2);
  });
});
