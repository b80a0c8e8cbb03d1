import { beforeAll, expect, test } from 'vitest';
import { adminToken } from '#tests/setup/chat.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
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

async function find(query: string): Promise<{ rooms: string[]; total: number }> {
  const token = await adminToken(testbed.app);
  const { body, headers } = await testbed.app.call('GET', `/api/admin/chat-rooms?${query}`, { token });
  const found = body as unknown as { roomId: string }[];
  return { rooms: found.map(({ roomId }) => roomId), total: Number(headers.get('x-total-count')) };
}

test('a word that one customer wrote thousands of times is found in all the others’ rooms too', async () => {
  expect(await find('q=sometimes')).toEqual({ rooms, total: 3 });
  expect(await find('q=sometimes&status=closed')).toEqual({ rooms: ['old'], total: 1 });
  expect(await find('q=sometimes&pageSize=2&page=2')).toEqual({ rooms: ['old'], total: 3 });
});

test('a word that stands everywhere brings page after page, in the order of the list, to the last room', async () => {
  expect(await find('q=everywhere')).toEqual({ rooms, total: 3 });
  expect(await find('q=EVERYWHERE&pageSize=1')).toEqual({ rooms: ['talkative'], total: 2 });
  expect(await find('q=everywhere&pageSize=1&page=2')).toEqual({ rooms: ['quiet'], total: 3 });
  expect(await find('q=everywhere&pageSize=1&page=3')).toEqual({ rooms: ['old'], total: 3 });
  expect(await find('q=everywhere&pageSize=1&page=4')).toEqual({ rooms: [], total: 3 });
  expect(await find('q=everywhere&status=open')).toEqual({ rooms: ['talkative', 'quiet'], total: 2 });
  expect(await find('q=everywhere&status=waiting')).toEqual({ rooms: [], total: 0 });
});

test('the conversations are read from either end by last activity, whole, filtered or searched', async () => {
  const oldest = rooms.toReversed();
  expect(await find('sort=oldest')).toEqual({ rooms: oldest, total: 3 });
  expect(await find('sort=newest&pageSize=2&page=2')).toEqual({ rooms: ['old'], total: 3 });
  expect(await find('sort=oldest&status=open')).toEqual({ rooms: ['quiet', 'talkative'], total: 2 });
  expect(await find('sort=oldest&q=sometimes')).toEqual({ rooms: oldest, total: 3 });
  expect(await find('sort=oldest&q=everywhere&pageSize=1')).toEqual({ rooms: ['old'], total: 2 });
  // The one whose customer waits comes first unless the agent asks for another order.
  await testbed.rows(`update chat_rooms set waiting_since = now() where id = 'quiet'`);
  expect((await find('')).rooms).toEqual(['quiet', 'talkative', 'old']);
  expect((await find('sort=newest')).rooms).toEqual(rooms);
  await testbed.rows(`update chat_rooms set waiting_since = null where id = 'quiet'`);
});

test('two signs are enough to look for, in words and addresses', async () => {
  expect(await find('q=SO')).toEqual({ rooms, total: 3 });
  expect(await find('q=qz')).toEqual({ rooms, total: 3 });
  expect(await find('q=d@')).toEqual({ rooms: ['old'], total: 1 });
  expect(await find('q=%25_')).toEqual({ rooms: [], total: 0 });
});
