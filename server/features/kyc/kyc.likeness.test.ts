import { expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { claims, requestOf, submitDocuments, type Documents } from '#tests/factories/kyc.ts';
import { aPicture } from '#tests/factories/pictures.ts';
import { aSeller, type Seller } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

const admin = fixture(() => theAdmin(testbed.app));

let numbers = 0;
const aNumber = () => `P ${1000 + numbers++}-${'ABCDEFGH'.charAt(numbers % 8)}`;

async function aRequest(
  documentNumber = aNumber(),
  files?: Documents,
  user?: Seller,
): Promise<{ user: Seller; id: string }> {
  const owner = user ?? (await aSeller(testbed.app, testbed.database.pool, { kyc: 'none' }));
  const sent = { fields: { ...claims, documentNumber }, ...(files && { files }) };
  expect((await submitDocuments(testbed.app, owner, sent)).status).toBe(201);
  return { user: owner, id: (await requestOf(testbed.app, admin.token, owner)).id };
}
const sameAs = async (id: string) =>
  (await testbed.app.call('GET', `/api/admin/kyc-requests/${id}`, { token: admin.token })).body.sameDocument;

test('the same document number on two accounts is flagged on both, however it is spaced, and is stored as a keyed hash', async () => {
  const [item, two, else_] = [await aRequest('X 12-34.56'), await aRequest('x123456'), await aRequest('X123457')];
  const { email } = item.user;
  expect(await sameAs(two.id)).toEqual([
    { id: item.id, userName: 'Ada Obi', userEmail: email, status: 'pending', by: ['number'] },
  ]);
  expect(await sameAs(item.id)).toMatchObject([{ id: two.id, by: ['number'] }]);
  expect(await sameAs(else_.id)).toEqual([]);
  const [row] = await testbed.rows(
    'select k::text as whole, document_number_hash as hash from kyc_requests k where id = $1',
    [two.id],
  );
  expect(row?.hash).toHaveLength(32);
  expect(String(row?.whole).toLowerCase()).not.toContain(Buffer.from('x123456').toString('hex'));
  expect(String(row?.whole)).not.toMatch(/x123456/i);
});

test('the same file and the same picture saved again are flagged, another picture is not', async () => {
  const picture = await aPicture();
  const [item, same, again, different] = [
    await aRequest(undefined, { document: { bytes: picture, name: 'a.png' } }),
    await aRequest(undefined, { document: { bytes: picture, name: 'b.png' } }),
    await aRequest(undefined, { document: { bytes: await aPicture(620, 60), name: 'c.png' } }),
    await aRequest(undefined, { document: { bytes: await aPicture(1000, 100, 450), name: 'd.png' } }),
  ];
  expect(await sameAs(same.id)).toMatchObject([
    { id: again.id, by: ['picture'] },
    { id: item.id, by: ['file'] },
  ]);
  expect(await sameAs(different.id)).toEqual([]);
});

test('a customer who submits their own document again is not flagged', async () => {
  const number = aNumber();
  const { user, id } = await aRequest(number);
  const json = { status: 'rejected', notes: 'Blurred.' };
  await testbed.app.call('PUT', `/api/admin/kyc-requests/${id}/review`, { token: admin.token, json });
  const again = await aRequest(number, undefined, user);
  expect(await sameAs(again.id)).toEqual([]);
});
