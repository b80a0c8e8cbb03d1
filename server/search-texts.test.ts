import { describe, expect, test } from 'vitest';
import { searchable } from '#shared/reference/latin.ts';
import { passDayOfGrace } from '#tests/factories/accounts.ts';
import { ownerCalls } from '#tests/factories/approvals.ts';
import { aUser } from '#tests/factories/orders.ts';
import { aStray } from '#tests/factories/own-sales.ts';
import { inEuro } from '#tests/factories/payouts.ts';
import { aDueRefund } from '#tests/factories/refunds.ts';
import { aQuote, aSeller } from '#tests/factories/sales.ts';
import { openStatements } from '#tests/factories/statements.ts';
import { callsOf, teamCalls } from '#tests/setup/calls.ts';
import { readsDuring } from '#tests/setup/reads.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { fillSearchTexts } from './search-texts.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, row, rows } = testbed;
const admin = ownerCalls(testbed);
const { aPayout, auditor, imported, payer, listOf } = openStatements(testbed);

type Calls = Pick<typeof admin, 'get'>;
/** Returns the number of results of a search, or why it is refused. */
async function countOf(list: string, q: string, by: Calls = admin): Promise<number> {
  const { status, headers } = await by.get(`${list}q=${encodeURIComponent(q)}`);
  expect([list, q, status]).toEqual([list, q, 200]);
  return Number(headers.get('x-total-count'));
}
const aNamed = (firstName: string, lastName: string, changes: { email?: string } = {}) =>
  aUser(database.pool, { firstName, lastName, ...changes });

const scripts = [
  'Latn',
  'Grek',
  'Cyrl',
  'Armn',
  'Geor',
  'Hebr',
  'Arab',
  'Deva',
  'Thai',
  'Hira',
  'Zinh',
  'Zyyy',
] as const;

test('the database spells each letter like the search does', async () => {
  const among = new RegExp(`[${scripts.map((script) => `\\p{sc=${script}}`).join('')}]`, 'u');
  // PostgreSQL may not know the letters from here on yet.
  const letters = Array.from({ length: 0xa700 }, (_, index) => String.fromCodePoint(index + 1)).filter(
    (letter) => among.test(letter) && /[\p{L}\p{M}\p{N}\p{P}\p{Zs}]/u.test(letter),
  );
  const words = ['', ...letters.map((letter) => `Zoe ${letter}a${letter}`)];
  const matchingRows = await rows(
    'select array_agg(searchable(word) order by at) as all from unnest($1::text[]) with ordinality w (word, at)',
    [words],
  );
  const written = matchingRows[0]?.all as string[];
  const otherWords = words.filter((word, index) => written[index] !== searchable(word));
  expect(otherWords).toEqual([]);
});

describe('a customer in another spelling', () => {
  test.each([
    ['Zoe\u0308', 'Ngu\u0303en', ['Zoë Ngũen', 'NGUEN', 'ngũen zoë', 'Ngu\u0303en']],
    ['Zoë', 'Łukasz', ['lukasz', 'Łukasz Zoë', 'Zoë  Łukasz', 'lukasz zoe', 'Zoe\u0308 Łukasz', 'ŁUKASZ, Zoë']],
    ['İsmail', 'Şahin', ['SAHIN', 'İSMAİL', 'ısmaıl', 'sahin ismail', 'S\u0327ahin']],
    ['Þórdís', 'Guðmundsdóttir', ['thordis', 'ÞÓRDÍS', 'gudmundsdottir thor']],
    ['Αλέξανδρος', 'Παπαδόπουλος', ['papadopoulos', 'Alexandros', 'ΠΑΠΑΔΟΠΟΥΛΟΣ αλεξανδρος']],
    ['Илья', 'Щукин', ['shchukin', 'Щукин Илья', 'ILYA shchukin']],
    ['Jürgen', 'Weiß', ['weiss jurgen', 'WEISS', 'JU\u0308RGEN']],
    ['Mary  Ann', 'O’Neil', ["mary ann o'neil", 'ann O’Neil', 'mary   ann']],
    ['राम', 'सिंह', ['राम सिंह', 'सिंह राम']],
    ['小明', '王', ['小明', '王 小明']],
  ])('is found: %s %s', async (firstName, lastName, typed) => {
    const { userId } = await aNamed(firstName, lastName);
    for (const q of typed) {
      const { body } = await admin.get<{ id: string }[]>(`users?q=${encodeURIComponent(q)}`);
      expect([q, body.map(({ id }) => id)]).toEqual([q, [userId]]);
    }
  });

  test.each(['lukasz sahin', 'Zoë Schukin', 'राज सिंह', '«', '% %', 'zoe_ngun'])(
    'is not found by a word of another customer: %s',
    async (q) => {
      expect(await countOf('users?', q)).toBe(0);
    },
  );
});

/** Each list in which the team searches for people. */
const lists = [
  'users?',
  'transactions?',
  'kyc-requests?',
  'sell-quotes?',
  'payouts?',
  'refunds?',
  'unmatched?state=all&',
];
const address = 'quiet-lake-7d31@example.com';

/** A customer with something in each list, whose name no other has. */
async function makeTadeusz(): Promise<void> {
  const seller = await aSeller(app, database.pool);
  const { id } = seller;
  await rows(
    `update users set first_name = 'Tadeusz', middle_name = 'Ján', last_name = 'Wąsowicz', email = $2 where id = $1`,
    [id, address],
  );
  await aQuote(app, seller);
  const { orderId } = await aPayout(inEuro(), seller);
  await aDueRefund(app, { orderId, userId: id, cryptoId: 'bitcoin', amount: '0.001' });
  await aStray(testbed, { userId: id });
  await rows(`insert into chat_rooms (id, user_id, last_seq) values ('of-tadeusz', $1, 1)`, [id]);
  await rows(`insert into chat_messages (id, room_id, seq, sender, sender_name, text)
    values (gen_random_uuid(), 'of-tadeusz', 1, 'user', 'Tadeusz', 'Where is it?')`);
}
let made: Promise<void> | undefined;
const theTadeusz = () => (made ??= makeTadeusz());

test('a customer is found in every list by the words of the name, in any order and spelling', async () => {
  await theTadeusz();
  for (const list of [...lists, 'chat-rooms?']) {
    for (const q of ['wasowicz tadeusz', 'Tadeusz  WĄSOWICZ', 'Wa\u0328sowicz', 'jan wasowicz', address])
      expect([list, q, await countOf(list, q)]).not.toEqual([list, q, 0]);
    expect([list, await countOf(list, 'wasowicz thaddeus')]).toEqual([list, 0]);
  }
  for (const list of ['users', 'transactions', 'kyc-requests', 'payouts']) {
    const exported = await admin.text(`${list}/export?format=csv&q=wasowicz%20tadeusz`);
    expect([list, exported]).toEqual([list, expect.stringContaining('Wąsowicz')]);
  }
});

test('a role without contacts finds a customer by name or whole address, and not by a part of it', async () => {
  await theTadeusz();
  const by = teamCalls(app, auditor);
  for (const list of lists) {
    for (const q of ['wasowicz tadeusz', address.toUpperCase()])
      expect([list, q, await countOf(list, q, by)]).not.toEqual([list, q, 0]);
    for (const q of [
      'quiet-lake',
      'quiet',
      'qu',
      'lake-7d31',
      '7d31@example.com',
      address.slice(0, -1),
      'wasowicz quiet-lake',
    ])
      expect([list, q, await countOf(list, q, by)]).toEqual([list, q, 0]);
  }
});

test('a payee in another spelling is found among payouts, and by the customer among orders', async () => {
  const details = { ...inEuro().paymentDetails, accountName: 'Ørjan Ångström' };
  const customer = await aSeller(app, database.pool);
  const { id } = await aPayout({ ...inEuro(), paymentDetails: details }, customer);
  const { body } = await admin.get<{ id: string }[]>('payouts?q=angstrom%20orjan');
  expect(body.map((payout) => payout.id)).toEqual([id]);
  const listOwn = async (q: string) =>
    (await callsOf(app, customer).get(`transactions?q=${encodeURIComponent(q)}`)).headers.get('x-total-count');
  expect([
    await listOwn('angstrom ORJAN'),
    await listOwn('A\u030angstro\u0308m'),
    await listOwn('angstrom ada'),
  ]).toEqual(['1', '1', '0']);
});

test('a line of a statement is found by the other party’s name, and by no number in it', async () => {
  const { lines } = await imported(['5.00', 'out', 'Rent', 'BANKREF-2'], ['6.00', 'out', 'Rent', 'BANKREF-3']);
  const path = `statement-lines?statement=${String(lines[0]?.statementId)}`;
  for (const [at, name] of ['ZO\u00cb  \u0141UKASZ', 'Zoe Wise 4711'].entries())
    await rows('update statement_lines set counterparty_name = $2 where id = $1', [lines[at]?.id, name]);
  const found = async (q: string, by = payer) =>
    (await listOf(`${path}&q=${encodeURIComponent(q)}`, by)).map(({ bankRef }) => bankRef);
  expect(await found('lukasz zoe')).toEqual(['BANKREF-2']);
  expect(await found('Lukasz Zoe\u0308', auditor)).toEqual(['BANKREF-2']);
  expect([await found('wise'), await found('wise', auditor)]).toEqual([['BANKREF-3'], []]);
});

/** Rows as an earlier version wrote them. */
async function unfilled(count: number): Promise<void> {
  const client = await database.pool.connect();
  await client.query('begin; set local session_replication_role = replica');
  await client.query(
    `insert into users (email, first_name, last_name)
     select 'old' || n || '.' || $1 || '@past.test', 'Łucja', 'Of Before' || n
     from generate_series(1, $1::int) n`,
    [count],
  );
  await client.query('commit');
  client.release();
}
const waiting = async () => Number((await row('select count(*) from users where search_text is null')).count);

test('a start finds the rows of the previous version, and continues an interrupted one', async () => {
  await unfilled(2_500);
  expect([await waiting(), await countOf('users?', 'lucja')]).toEqual([2_500, 0]);
  const { deps } = app;
  let blocks = 0;
  const killed: typeof deps.inTx = (work) => {
    blocks += 1;
    if (blocks > 1) throw new Error('killed');
    return deps.inTx(work);
  };
  await expect(fillSearchTexts({ ...deps, inTx: killed })).rejects.toThrow('killed');
  expect(await waiting()).toBe(1_500);
  // Two processes start at the same time.
  await Promise.all([fillSearchTexts(deps), fillSearchTexts(deps)]);
  expect(await waiting()).toBe(0);
  expect(await countOf('users?', 'LUCJA before2500')).toBe(1);
  const texts = await readsDuring(app, () => fillSearchTexts(deps));
  expect(texts.filter((text) => text.includes('search_text'))).toHaveLength(3);
});

test('a start waits for a changed row, and delays no customer of another block', async () => {
  await unfilled(1_200);
  const client = await database.pool.connect();
  const newest = '(select id from users where search_text is null order by id desc limit 1)';
  await client.query('begin');
  await client.query(`select from users where id = ${newest} for update`);
  const filling = fillSearchTexts(app.deps);
  await expect.poll(waiting).toBe(200);
  const [filled] = await rows(`select id from users where search_text like '% lucja %' limit 1`);
  await rows(`update users set last_name = 'Elsewhere' where id = $1`, [filled?.id]);
  await client.query(`update users set first_name = 'Lucinda' where id = ${newest}`);
  await client.query('commit');
  client.release();
  await filling;
  expect([await waiting(), await countOf('users?', 'lucinda')]).toEqual([0, 1]);
});

test('no search text of an erased customer is left', async () => {
  const { id } = await aSeller(app, database.pool);
  await rows(`update users set first_name = 'Ingrid', last_name = 'Sjöström' where id = $1`, [id]);
  expect(await countOf('users?', 'sjostrom')).toBe(1);
  const { email } = await row('select email from users where id = $1', [id]);
  await admin.del(`users/${id}`, { email: String(email) });
  await passDayOfGrace(testbed, id);
  expect(await row('select status, search_text from users where id = $1', [id])).toEqual({
    status: 'deleted',
    search_text: '',
  });
  const payee = await aPayout();
  await rows('update payouts set details = null where id = $1', [payee.id]);
  expect(await row('select search_text from payouts where id = $1', [payee.id])).toEqual({ search_text: '' });
});

describe('a search for people among twenty thousand customers reads the index of trigrams', () => {
  const seeded = fixture(async () => {
    await rows(`insert into users (email, first_name, last_name)
      select 'many' || n || '@many.test', 'Ada' || n % 9, 'Many' || n
      from generate_series(1, 20_000) n`);
    await rows(
      `insert into chat_rooms (id, user_id, last_seq) select 'many-' || id, id, 1 from users
    where last_name like 'Many%'`,
    );
    await rows('analyze users, chat_rooms');
    return {};
  });

  test.each(['kyc-requests', 'chat-rooms'])('in %s', async (list) => {
    expect(seeded).toEqual({});
    const texts = await readsDuring(app, () => admin.get(`${list}?q=many%20ada`));
    const searching = texts.filter((text) => text.includes('search_text'));
    expect(searching.length).toBeGreaterThan(0);
    for (const text of searching) expect(await planOf(text)).toContain('users_search');
  });

  test('among users and orders', async () => {
    const { source } = await row(`select prosrc as source from pg_proc where proname = 'users_named'`);
    const text = String(source).replaceAll('patterns', '$1::text[]').replace('limit most', 'limit $2');
    const plan = await planOf(text.replaceAll('$1::text[][1]', '($1::text[])[1]'));
    expect(plan).toContain('Bitmap Index Scan on users_search');
  });

  async function planOf(text: string): Promise<string> {
    const client = await database.pool.connect();
    await client.query('begin; set local enable_seqscan = off');
    const plan = await client.query<Record<string, string>>(`explain (generic_plan) ${text}`);
    await client.query('rollback');
    client.release();
    return plan.rows.map((line) => line['QUERY PLAN']).join('\n');
  }
});
