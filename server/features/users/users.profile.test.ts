import { expect, test } from 'vitest';
import { aCustomer } from '#tests/factories/accounts.ts';
import { aPhoto } from '#tests/factories/kyc.ts';
import type { Call } from '#tests/setup/platform.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const call: Call = (...sent) => testbed.app.call(...sent);
const aUser = () => aCustomer(call, testbed.mailbox);
const change = (token: string, json: object) => call('PUT', '/api/profile', { token, json });

async function setAvatar(token: string, bytes?: Buffer) {
  const body = new FormData();
  if (bytes) body.append('avatar', new Blob([new Uint8Array(bytes)]), 'me.png');
  const url = `${testbed.app.url}/api/profile/avatar`;
  const response = await fetch(url, { method: 'PUT', headers: { Authorization: `Bearer ${token}` }, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const pictures = (userId: string) =>
  testbed.rows(`select filename from files where owner_id = $1 and purpose = 'avatar'`, [userId]);

test('names, phone and language are kept, and what was not sent stays', async () => {
  const { token } = await aUser();
  const changed = await change(token, { firstName: 'Adaeze', mobileNumber: '0803 999 0000', language: 'fr' });
  expect(changed).toMatchObject({
    status: 200,
    body: { firstName: 'Adaeze', lastName: 'Obi', mobileNumber: '+2348039990000', language: 'fr' },
  });
  expect((await change(token, { middleName: 'N.' })).body).toMatchObject({ middleName: 'N.', firstName: 'Adaeze' });
  expect((await change(token, { middleName: '' })).body).toMatchObject({ middleName: null });
  expect((await call('GET', '/api/profile', { token })).body).toMatchObject({ firstName: 'Adaeze', language: 'fr' });
});

test('a wrong value is refused beside its field, and neither role nor address can be sent along', async () => {
  const { token, email } = await aUser();
  expect(await change(token, { firstName: 'A', mobileNumber: 'call me' })).toMatchObject({
    status: 400,
    body: {
      code: 'invalid_input',
      fields: {
        firstName: 'First name must be at least 2 characters',
        mobileNumber: 'Please enter a valid mobile number',
      },
    },
  });
  expect(await change(token, { language: 'tlh' })).toMatchObject({ status: 400 });
  const forged = { role: 'admin', isAdmin: true, email: 'x@example.com', kycStatus: 'approved', status: 'active' };
  expect((await change(token, forged)).body).toMatchObject({ role: 'customer', email, kycStatus: 'none' });
});

test('a picture replaces the one before, and removing it leaves nothing', async () => {
  const { token, id } = await aUser();
  const { body } = await setAvatar(token, aPhoto().bytes);
  expect(body.profileImageUrl).toMatch(/^\/api\/files\/[0-9a-f-]{36}\.(png|jpg)$/);
  await Promise.all([1, 2, 3, 4].map(() => setAvatar(token, aPhoto().bytes)));
  const stored = await pictures(id);
  expect(stored).toHaveLength(1);
  const { body: seen } = await call('GET', '/api/profile', { token });
  expect(seen.profileImageUrl).toBe(`/api/files/${String(stored[0]?.filename)}`);
  const removed = await call('DELETE', '/api/profile/avatar', { token });
  expect(removed.body).toMatchObject({ profileImageUrl: null });
  expect(await pictures(id)).toEqual([]);
});

test('what is no picture is refused and nothing is kept', async () => {
  const { token, id } = await aUser();
  expect(await setAvatar(token)).toMatchObject({ status: 400, body: { code: 'file_missing' } });
  const text = Buffer.from('<svg onload="alert(1)"/>');
  expect(await setAvatar(token, text)).toMatchObject({ status: 415, body: { code: 'file_type' } });
  expect(await pictures(id)).toEqual([]);
});
