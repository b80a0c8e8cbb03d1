import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '#tests/setup/testbed.ts';
import { bytes, jsonbOrNull, moment } from '../column-types.ts';
import { oneRow } from '../one-row.ts';
import { asksOf, rows, type Blanks, type Reads } from '../query.ts';

const database = openDatabase();

async function onOneConnection<Answer>(work: (client: PoolClient) => Promise<Answer>): Promise<Answer> {
  const client = await database.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}

const given = pgTable('given', { at: moment('at'), bytes: bytes('bytes'), details: jsonbOrNull('details') });
type Given = { at: Date; stored: Buffer; details: unknown; names: readonly (string | null)[]; isOpen: boolean };
const echo = rows((db: Reads, { at, stored, details, names, isOpen }: Blanks<Given>) =>
  db
    .select({
      at: sql`${at}::timestamptz`.mapWith(given.at),
      stored: sql`${stored}::bytea`.mapWith(given.bytes),
      details: sql`${details}::jsonb`.mapWith((value: unknown) => value),
      names: sql`${names}::text[]`.mapWith((value: unknown) => value),
      isOpen: sql`${isOpen}::boolean`.mapWith(Boolean),
    })
    .from(oneRow),
);

test('values of every kind come back as they were sent', async () => {
  const sent: Given = {
    at: new Date('1969-12-31T23:59:59.999Z'),
    stored: Buffer.from([0, 255, 92]),
    details: { name: 'Zoë "O\'Neil" \\ 🐢', list: [1, null] },
    names: ['', 'NULL', '{a,b}', 'say "no" \\', null, 'naïve 🐢'],
    isOpen: false,
  };
  expect(
    await echo({ ask: (query, ...values) => onOneConnection((client) => asksOf(client).ask(query, ...values)) }, sent),
  ).toEqual([sent]);
});

const numbered = rows((db: Reads, { id }: Blanks<{ id: string }>) =>
  db.select({ id: sql`${id}::int`.mapWith(Number) }).from(oneRow),
);

test('PostgreSQL describes the columns of an answer once on each connection', async () => {
  await onOneConnection(async (client) => {
    let described = 0;
    client.connection.on('rowDescription', () => (described += 1));
    const asks = asksOf(client);
    for (const id of ['1', '2', '3']) expect(await numbered(asks, { id })).toEqual([{ id: Number(id) }]);
    expect(described).toBe(1);
  });
});

test('a query that PostgreSQL refused at first is answered on the same connection', async () => {
  await onOneConnection(async (client) => {
    const asks = asksOf(client);
    await expect(numbered(asks, { id: 'no number' })).rejects.toThrow('invalid input syntax');
    expect(await numbered(asks, { id: '7' })).toEqual([{ id: 7 }]);
  });
});

test('a value that cannot be read fails its own query and no other', async () => {
  await onOneConnection(async (client) => {
    const asks = asksOf(client);
    const failing = rows((db: Reads) =>
      db
        .select({
          id: sql`1`.mapWith(() => {
            throw new Error('unreadable');
          }),
        })
        .from(oneRow),
    );
    await expect(failing(asks)).rejects.toThrow('unreadable');
    expect(await numbered(asks, { id: '7' })).toEqual([{ id: 7 }]);
  });
});

const shapes = pgTable('shapes', { id: integer('id'), name: text('name') });

test('a failed query says where it was sent', async () => {
  await onOneConnection(async (client) => {
    const missing = rows((db: Reads) => db.select().from(shapes));
    const error = await missing(asksOf(client)).catch((cause: unknown) => cause);
    expect((error as Error).message).toBe('relation "shapes" does not exist');
    expect((error as Error).stack).toContain('declared-query');
  });
});
