import { expect, test } from 'vitest';
import { aCustomer } from '#tests/factories/accounts.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

const admin = fixture(() => theAdmin(testbed.app));

const path = '/api/admin/ready-texts';
const put = (json: Record<string, unknown>, token = admin.token) => testbed.app.call('PUT', path, { token, json });
const putText = (text: string) => put({ key: 'chat.hold', language: 'en', text });

test('the operator words a canned reply in one language, every process answers it, and resets it to the default', async () => {
  const other = await testbed.another();
  const own = { key: 'chat.hold', language: 'es', text: 'Su tipo vale {{minutes}} minutos.' };
  expect(await put(own)).toMatchObject({ status: 200, body: [own] });
  expect((await other.call('GET', path, { token: admin.token })).body).toEqual([own]);
  const again = { ...own, text: 'Vale {{minutes}} minutos.' };
  expect((await put(again)).body).toEqual([again]);
  const reset = await testbed.app.call('DELETE', `${path}/chat.hold/es`, { token: admin.token });
  expect({ status: reset.status, body: reset.body }).toEqual({ status: 200, body: [] });
  await testbed.app.call('DELETE', `${path}/chat.hold/es`, { token: admin.token });
  expect(
    await testbed.rows(
      `select action, subject_id, details from audit_log where action like 'settings.text%' order by id`,
    ),
  ).toEqual([
    { action: 'settings.text_changed', subject_id: 'chat.hold', details: { language: 'es', from: null, to: own.text } },
    {
      action: 'settings.text_changed',
      subject_id: 'chat.hold',
      details: { language: 'es', from: own.text, to: again.text },
    },
    { action: 'settings.text_reset', subject_id: 'chat.hold', details: { language: 'es' } },
  ]);
});

test('a text without its placeholder, with an unknown one or with nothing is refused in words', async () => {
  expect(await putText('Your rate is held for a while.')).toMatchObject({
    status: 400,
    body: { fields: { text: 'Please keep {{minutes}}: the product fills it in' } },
  });
  expect(await putText('Held for {{minutes}} minutes, dear {{firstName}}.')).toMatchObject({
    status: 400,
    body: { fields: { text: '{{firstName}} is not a placeholder of this text' } },
  });
  expect(await putText('  ')).toMatchObject({
    status: 400,
    body: { fields: { text: 'Please write a text, or reset it to the default' } },
  });
  expect((await put({ key: 'chat.nothing', language: 'en', text: 'x' })).status).toBe(400);
  expect((await put({ key: 'chat.safety', language: 'tlh', text: 'x' })).status).toBe(400);
  expect((await testbed.app.call('GET', path, { token: admin.token })).body).toEqual([]);
});

test('a customer neither reads nor words the texts of the team', async () => {
  const { token } = await aCustomer(testbed.app.call, testbed.mailbox);
  expect((await testbed.app.call('GET', path, { token })).status).toBe(403);
  expect((await put({ key: 'chat.safety', language: 'en', text: 'x' }, token)).status).toBe(403);
});
