import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aColleague, approvalCalls, setRules, theOwner } from '#tests/factories/approvals.ts';
import { download } from '#tests/factories/documents.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { bankDetails, worthUsd } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { seedProfiles } from './accounts/payouts.profiles.service.ts';
import { verifyPayouts } from './payouts.verify.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, mailbox, rows, row, minutesLater } = testbed;
const { reviewer, payer, as, ok, aPayout, aBatch, release, markSent, batchOf } = payoutCalls(testbed);
const { approve, pendingOf } = approvalCalls(testbed);
const second = fixture(() => aColleague(testbed, 'owner'));
const owner = fixture(() => theOwner(testbed));

const columns = [
  { heading: 'Account Number', value: '{accountNumber}' },
  { heading: 'Beneficiary', value: '{accountName}' },
  { heading: 'Amount', value: '{amount}' },
  { heading: 'Narration', value: '{endToEndId}' },
];
const layout = { name: 'Bank of pesos', direction: 'payout', separator: ';', columns };
const withColumn = (heading: string, value: string) => ({ ...layout, columns: [...columns, { heading, value }] });
const inPesos = (details: object = {}) => {
  return { ...worthUsd('20.00'), payoutCurrency: 'PHP', paymentDetails: { ...bankDetails, ...details } };
};

const ids = { profileId: '', accountId: '' };
const account = () => ({
  name: 'Pesos',
  currency: 'PHP',
  format: 'csv',
  holderName: 'Landfall Exchange Ltd',
  accountNumber: '0011223344',
  bankName: 'Bank',
  profileId: ids.profileId,
});
beforeAll(async () => {
  ids.profileId = String((await ok(owner, 'POST', 'payout-profiles', layout)).id);
  ids.accountId = String((await ok(owner, 'POST', 'desk-accounts', account())).id);
});

// Each test begins with the layout as it is above, and with no batch that uses it.
beforeEach(async () => {
  await rows(`update payout_batches set state = 'cancelled' where state = 'prepared'`);
  if (ids.profileId) await ok(owner, 'PUT', `payout-profiles/${ids.profileId}`, layout);
});

const save = (json: object, member: { token: string } = owner) =>
  as(member, 'PUT', `payout-profiles/${ids.profileId}`, json);
const aPesoBatch = async (terms: object = inPesos()) =>
  aBatch([(await aPayout(terms)).id], { accountId: ids.accountId });
const fileOf = async ({ id }: Body) => {
  const member = { token: payer.token, stepUp: await steppedUp(app.deps, payer.token) };
  return download(app, member, `/api/admin/payout-batches/${String(id)}/file`);
};
const cancel = ({ id }: Body) => ok(reviewer, 'DELETE', `payout-batches/${String(id)}`);
/** Writes as the owner of the tables, past every trigger. */
const forge = async (table: string, change: string, id: unknown) => {
  await rows(`alter table ${table} disable trigger user`);
  await rows(`update ${table} set ${change} = $1`, [id]);
  await rows(`alter table ${table} enable trigger user`);
};

describe('a layout that selects the paid account', () => {
  test.each([
    ['an account number of a thief', 'Account', '9998887776'],
    ['a number in groups', 'Account', '99-98 88.77'],
    ['digits of another script', 'Account', '٩٩٩٨٨٨'],
  ])('is refused with %s in a column', async (_what, heading, value) => {
    const { status, body } = await save(withColumn(heading, value));
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.fieldErrors).toEqual({ 'columns.4.value': { reason: 'fixed_number' } });
  });

  test('is refused without the payee’s account or the sum in a column of its own', async () => {
    for (const without of ['{accountNumber}', '{amount}']) {
      const changedColumns = columns.map((column) =>
        column.value === without ? { ...column, value: `No ${without}` } : column,
      );
      const { body } = await save({ ...layout, columns: changedColumns });
      expect(body.fieldErrors).toEqual({ columns: { reason: 'profile_payee_missing' } });
    }
  });

  test('may have a short code and the own account of the business', async () => {
    const more = [
      { heading: 'Branch', value: '12345' },
      { heading: 'From', value: '{fromAccount}' },
    ];
    expect((await save({ ...layout, columns: [...columns, ...more] })).status).toBe(200);
    const batch = await aPesoBatch();
    await release(batch);
    expect(Buffer.from((await fileOf(batch)).bytes).toString()).toMatch(/;12345;0011223344\r\n$/);
  });

  test('is changed with the approval of another member under the rule, and all owners are mailed', async () => {
    await setRules(testbed, { addressChange: true });
    const changedFile = withColumn('Note', 'Salary');
    const id = await pendingOf(save(changedFile));
    expect(await ok(owner, 'GET', 'payout-profiles')).toContainEqual(
      expect.objectContaining({ id: ids.profileId, columns, tampered: false }),
    );
    expect((await approve(id, second.token)).status).toBe(200);
    expect(await ok(owner, 'GET', 'payout-profiles')).toContainEqual(
      expect.objectContaining({ id: ids.profileId, columns: changedFile.columns, tampered: false }),
    );
    const mail = { kind: 'layout', name: layout.name, path: '/admin/payouts?tab=accounts' };
    expect((await mailbox.of('owner_notice', adminEmail)).at(-1)).toMatchObject(mail);
    expect((await mailbox.of('owner_notice', second.email)).at(-1)).toMatchObject(mail);
  });

  test('writes no file after a change in the database, and raises the alarm', async () => {
    const stolen = `'${JSON.stringify({ ...layout, columns: [{ heading: 'Account', value: '9998887776' }] })}'`;
    const payout = await aPayout(inPesos());
    await forge('payout_profiles', `shape = ${stolen} where id`, ids.profileId);
    const payload = { accountId: ids.accountId, payoutIds: [payout.id] };
    expect(await outcome(as(reviewer, 'POST', 'payout-batches', payload))).toBe(
      '400 invalid_input payout_account_unusable',
    );
    expect(await ok(owner, 'GET', 'payout-profiles')).toContainEqual(
      expect.objectContaining({ id: ids.profileId, tampered: true }),
    );
    await verifyPayouts(app.deps);
    expect(
      await row(`select action from audit_log where subject_id = $1 order by id desc limit 1`, [ids.profileId]),
    ).toEqual({
      action: 'payout_profile.signature_failed',
    });
    expect((await save(layout)).status).toBe(200);
    await aBatch([payout.id], { accountId: ids.accountId });
  });

  test('of an earlier version is signed at the start if it equals the shipped one', async () => {
    await seedProfiles(app.deps);
    await rows(`update payout_profiles set signature = null where is_ready`);
    await rows(`update payout_profiles set shape = shape || '{"separator": "|"}' where name = 'br-pix'`);
    await seedProfiles(app.deps);
    const unsignedProfiles = await rows(`select name from payout_profiles where is_ready and signature is null`);
    expect(unsignedProfiles).toEqual([{ name: 'br-pix' }]);
  });
});

describe('a released file', () => {
  test('has the digest of its bytes, which no member gets before the release', async () => {
    const batch = await aPesoBatch();
    expect(batch.sha256).toBe(batch.digest);
    expect((await fileOf(batch)).status).toBe(404);
    expect((await release(batch)).body).toMatchObject({ state: 'released', sha256: batch.digest });
    const { bytes } = await fileOf(batch);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(batch.digest);
    expect(Buffer.from(bytes).toString()).toContain('\r\n0123456789;Ada Obi;');
  });

  test('uses a layout and an account that cannot change while its batch is prepared', async () => {
    const batch = await aPesoBatch();
    const changedAccount = { ...account(), holderName: 'Another Ltd' };
    const change = () => as(owner, 'PUT', `desk-accounts/${ids.accountId}`, changedAccount);
    expect(await outcome(save(withColumn('Note', 'x')))).toBe('409 conflict in_batch');
    expect(await outcome(change())).toBe('409 conflict in_batch');
    await cancel(batch);
    expect((await change()).status).toBe(200);
    expect((await save(layout)).status).toBe(200);
  });

  test('pays its payees after its layout was changed in the database', async () => {
    const batch = await aPesoBatch();
    const thief = {
      ...layout,
      columns: columns.map((column, index) => (index === 0 ? { ...column, value: '9998887776' } : column)),
    };
    await forge('payout_profiles', `shape = '${JSON.stringify(thief)}' where id`, ids.profileId);
    expect(await outcome(release(batch))).toBe('409 batch_changed');
  });

  test('is not released or served after a change in the database, even with its hash', async () => {
    const batch = await aPesoBatch();
    const rewriteFile = (id: unknown) =>
      rows(
        `update payout_files set bytes = convert_to(replace(convert_from(bytes, 'UTF8'), '0123456789',
         '9998887776'), 'UTF8')
         where batch_id = $1`,
        [id],
      );
    await rows('alter table payout_files disable trigger user');
    await rewriteFile(batch.id);
    await rows(`update payout_files set sha256 = encode(sha256(bytes), 'hex') where batch_id = $1`, [batch.id]);
    await rows(
      `update payout_batches b set digest = f.sha256 from payout_files f where f.batch_id = b.id and b.id = $1`,
      [batch.id],
    );
    const seenBatch = await batchOf(batch.id);
    expect(await outcome(release(seenBatch))).toBe('409 batch_changed');
    await rows(`update payout_files set signature = null where batch_id = $1`, [batch.id]);
    expect(await outcome(release(seenBatch))).toBe('409 batch_changed');
    const validBatch = await aPesoBatch();
    await release(validBatch);
    await rewriteFile(validBatch.id);
    await rows(`update payout_files set sha256 = encode(sha256(bytes), 'hex') where batch_id = $1`, [validBatch.id]);
    await rows('alter table payout_files enable trigger user');
    expect(await outcome(markSent(validBatch))).toBe('409 file_changed');
  });

  test('is written again after its day, and released by the next press', async () => {
    const batch = await aPesoBatch();
    minutesLater(24 * 60);
    const { status, body } = await release(batch);
    const { digest } = body.params as { digest: string };
    expect([status, body.code]).toEqual([409, 'batch_changed']);
    const now = await batchOf(batch.id);
    expect(now).toMatchObject({ state: 'prepared', digest, sha256: digest });
    expect(String(now.executeOn) > String(batch.executeOn)).toBe(true);
    expect(await outcome(release(batch))).toBe(digest === batch.digest ? '200' : '409 batch_changed');
    expect((await release({ ...batch, digest })).status).toBe(digest === batch.digest ? 409 : 200);
  });

  test('is written at the first release for a batch of an older version', async () => {
    const batch = await aBatch([(await aPayout(inEuro())).id]);
    await rows('alter table payout_files disable trigger user');
    await rows('delete from payout_files where batch_id = $1', [batch.id]);
    await rows('alter table payout_files enable trigger user');
    const { body } = await release(batch);
    const { digest } = body.params as { digest: string };
    expect(await batchOf(batch.id)).toMatchObject({ state: 'prepared', sha256: digest });
    expect((await release({ ...batch, digest })).body).toMatchObject({ state: 'released', sha256: digest });
  });

  test('has no empty column, because its batch stops and names payout and column', async () => {
    expect((await save(withColumn('Bank Code', '{bankCode}'))).status).toBe(200);
    const payout = await aPayout(inPesos());
    const payload = { accountId: ids.accountId, payoutIds: [payout.id] };
    const { status, body } = await as(reviewer, 'POST', 'payout-batches', payload);
    expect([status, body.code, body.reason]).toEqual([422, 'payee_blocked', 'payout_column_empty']);
    expect(body.params).toMatchObject({ id: payout.id, column: 'Bank Code' });
    expect(await row('select state from payouts where id = $1', [payout.id])).toEqual({ state: 'due' });
    await aPesoBatch(inPesos({ bankCode: '058' }));
  });
});

test('leaves out due payouts with an empty column, which are counted separately', async () => {
  const bank = { ...layout, columns: [...columns, { heading: 'Bank Code', value: '{bankCode}' }] };
  await aPayout(inPesos());
  const coded = await aPayout(inPesos({ bankCode: '058' }));
  const pesos = async () => {
    const parts = (await ok(reviewer, 'GET', 'payouts/due-parts')) as unknown as Body[];
    const { ready, flagged } = parts.find(({ currency }) => currency === 'PHP') as Record<'ready' | 'flagged', Body>;
    return { ready: Number(ready.payouts), flagged: Number(flagged.payouts), amount: String(ready.amount) };
  };
  const pesosBefore = await pesos();
  await ok(owner, 'PUT', `payout-profiles/${ids.profileId}`, bank);
  const after = await pesos();
  expect(after.ready).toBe(1);
  expect(after.amount).toBe(coded.amount);
  expect(after.flagged - pesosBefore.flagged).toBe(pesosBefore.ready - 1);
  expect(await outcome(as(payer, 'GET', 'payouts/due-parts'))).toBe('403 not_permitted');
});
