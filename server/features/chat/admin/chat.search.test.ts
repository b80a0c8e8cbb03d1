import { beforeAll, expect, test } from 'vitest';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { openChat } from '#tests/setup/chat.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { asAdmin } = openChat(testbed);
/** Newest first; the last is closed. */
const rooms = ['talkative', 'quiet', 'old'];
const textOf = (room: string) =>
  room === 'talkative'
    ? `'everywhere' || case when seq % 3 = 0 then ' sometimes' else '' end`
    : `'Everywhere, Sometimes'`;

beforeAll(async () => {
  for (const [at, room] of rooms.entries()) {
    const length = room === 'talkative' ? 20_001 : 1;
    await testbed.rows(
      `insert into chat_rooms (id, token_hash, visitor_email, last_seq, last_activity, closed_at)
       values ($1, 'x', $1 || '@qz.test', $2, now() - $3 * interval '1 day', case when $1 = 'old' then now() end)`,
      [room, length, at],
    );
    await testbed.rows(
      `insert into chat_messages (id, room_id, seq, sender, sender_name, text)
       select gen_random_uuid(), $1, seq, 'user', 'Visitor', ${textOf(room)} from generate_series(1, $2::int) seq`,
      [room, length],
    );
  }
});

/** The conversations on a page, and how many there are in all. */
async function find(query: string): Promise<unknown[]> {
  const { body, headers } = await asAdmin.get(`chat-rooms?${query}`);
  return [...(body as unknown as { roomId: string }[]).map(({ roomId }) => roomId), headers.get('x-total-count')];
}

const words = 'a word that one customer wrote thousands of times is found in all the others’ rooms too';
const pages = 'a word that stands everywhere brings page after page, in the order of the list, to the last room';
const ends = 'the conversations are read from either end by last activity, whole, filtered or searched';
const short = 'two signs are enough to look for, in words and addresses';
const oldest = rooms.toReversed();

test.each<[string, string, string[], string]>([
  [words, 'q=sometimes', rooms, '3'],
  [words, 'q=sometimes&status=closed', ['old'], '1'],
  [words, 'q=sometimes&pageSize=2&page=2', ['old'], '3'],
  [pages, 'q=everywhere', rooms, '3'],
  [pages, 'q=EVERYWHERE&pageSize=1', ['talkative'], '2'],
  [pages, 'q=everywhere&pageSize=1&page=2', ['quiet'], '3'],
  [pages, 'q=everywhere&pageSize=1&page=3', ['old'], '3'],
  [pages, 'q=everywhere&pageSize=1&page=4', [], '3'],
  [pages, 'q=everywhere&status=open', ['talkative', 'quiet'], '2'],
  [pages, 'q=everywhere&status=waiting', [], '0'],
  [ends, 'sort=oldest', oldest, '3'],
  [ends, 'sort=newest&pageSize=2&page=2', ['old'], '3'],
  [ends, 'sort=oldest&status=open', ['quiet', 'talkative'], '2'],
  [ends, 'sort=oldest&q=sometimes', oldest, '3'],
  [ends, 'sort=oldest&q=everywhere&pageSize=1', ['old'], '2'],
  [short, 'q=SO', rooms, '3'],
  [short, 'q=qz', rooms, '3'],
  [short, 'q=d@', ['old'], '1'],
  [short, 'q=%25_', [], '0'],
])('%s: %s', async (_sentence, query, found, total) => {
  expect(await find(query)).toEqual([...found, total]);
});

test('waiting conversations are first unless the agent chooses another order', async () => {
  await testbed.rows(`update chat_rooms set waiting_since = now() where id = 'quiet'`);
  expect(await find('')).toEqual(['quiet', 'talkative', 'old', '3']);
  expect(await find('sort=newest')).toEqual([...rooms, '3']);
  await testbed.rows(`update chat_rooms set waiting_since = null where id = 'quiet'`);
});

test('a flood of messages is one mail to support, and one digest ten minutes later', async () => {
  const { app, mailbox, rows: read } = testbed;
  const notices = async () => {
    const mails = await mailbox.to(settingsOf(app.deps).brand.supportEmail);
    return mails.filter(({ template }) => template === 'agent_request_notice').map(({ data }) => data);
  };
  for (let number = 1; number <= 30; number += 1) {
    const json = { email: `p${number}@example.com`, message: `question ${number}` };
    expect((await app.call('POST', '/api/agent-request', { json })).status).toBe(201);
  }
  expect(await notices()).toEqual([{ from: 'p1@example.com', message: 'question 1' }]);
  const job = `from graphile_worker.jobs where task_identifier = 'chat.mail-requests'`;
  const jobs = await read(`select extract(epoch from run_at - now())::int > 500 as waits ${job}`);
  expect(jobs).toEqual([{ waits: true }]);
  await read(`select graphile_worker.reschedule_jobs(array[id], run_at := now()) ${job}`);
  await expect.poll(notices).toHaveLength(2);
  expect((await notices())[1]?.message).toMatch(/^question 2\n\n[^]*\+ 9$/);
});
