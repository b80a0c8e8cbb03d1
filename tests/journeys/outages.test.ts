import { afterAll, describe, expect, test } from 'vitest';
import { startOrAttach, stop } from '#server/db/embedded/cluster.ts';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import { signedIn } from '#tests/factories/accounts.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { litecoinSource, payee, someLitecoin } from '#tests/factories/own-addresses.ts';
import { aSeller, tokensOf } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword, testSettings } from '#tests/setup/app.ts';
import { callerOf } from '#tests/setup/call.ts';
import { socketOf, Visitor } from '#tests/setup/flaky-connection.ts';
import { aDatabase, aFolder, launch } from '#tests/setup/journey.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { startOwnServer } from '#tests/setup/own-server.ts';
import { aDataDir, processesIn, Program } from '#tests/setup/program.ts';
import { fixture } from '#tests/setup/testbed.ts';

const wait = { timeout: 90_000 };

describe('a server that is killed and started again', () => {
  /** A new database, and processes on it that share a folder. */
  async function aDeployment() {
    const database = await aDatabase();
    const dataDir = await aFolder();
    const chain = { CHAIN_LITECOIN: 'simulated', WALLET_COOLOFF_HOURS: '0' };
    const settings = { ...testSettings, ...chain, DATA_DIR: dataDir, DATABASE_URL: database.url };
    const start = async () => {
      const program = launch(settings);
      const { url } = await program.ready();
      return { program, url, call: callerOf(url) };
    };
    return { pool: database.pool, start };
  }

  test('loses and doubles no acknowledged message over ten lost connections', async () => {
    const rooms = 8;
    const messagesEach = 40;
    const reconnects = 10;
    const { start } = await aDeployment();
    const first = await start();
    const visitors = Array.from({ length: rooms }, () => new Visitor(messagesEach));
    for (const visitor of visitors) visitor.connect(socketOf(first.url));
    await expect.poll(() => visitors.every((visitor) => visitor.hasRoom), wait).toBe(true);

    const acknowledgedCount = () => visitors.reduce((sum, visitor) => sum + visitor.acknowledged.size, 0);
    for (let n = 1; n <= reconnects; n += 1) {
      await expect.poll(acknowledgedCount, { ...wait, interval: 5 }).toBeGreaterThan(n * rooms);
      for (const visitor of visitors) visitor.connect(socketOf(first.url));
    }
    const previousMessages = new Map(visitors.flatMap((visitor) => [...visitor.acknowledged]));
    await first.program.end('SIGKILL');
    expect(visitors.some((visitor) => !visitor.done)).toBe(true);
    const { url, call } = await start();
    for (const visitor of visitors) visitor.connect(socketOf(url));
    await expect.poll(() => visitors.every((visitor) => visitor.done), wait).toBe(true);
    for (const visitor of visitors) visitor.end();

    const token = await signedIn(call, adminEmail, adminPassword);
    for (const visitor of visitors) {
      const { body } = await call('GET', `/api/admin/chat-rooms/${visitor.roomId}/messages?limit=500`, { token });
      const messages = body as unknown as ChatMessage[];
      const messageTexts = Array.from({ length: messagesEach }, (_, n) => visitor.textOf(n + 1));
      expect(messages.map(({ text }) => text)).toEqual(messageTexts);
      expect(messages.map(({ seq }) => seq)).toEqual(messageTexts.map((_, n) => n + 1));
      for (const { text, seq } of messages) expect(visitor.acknowledged.get(text)).toBe(seq);
      for (const { text, seq } of messages) expect(previousMessages.get(text) ?? seq).toBe(seq);
    }
  });

  test('opens the order of a deposit once when it was killed between the two', async () => {
    const { pool, start } = await aDeployment();
    const { program, call } = await start();
    const ada = await aSeller(tokensOf(testSettings), pool);
    const { token, stepUp } = await theAdmin({ call });
    const source = await call('POST', '/api/admin/deposit-sources', { token, headers: stepUp, json: litecoinSource });
    expect(source.status).toBe(201);
    const sale = { token: ada.token, json: { ...someLitecoin, ...payee } };
    const quote = async () => (await call('POST', '/api/sell-quotes', sale)).body.quoteId as string | undefined;
    let quoteId: string | undefined;
    // No own address is given out before its chain was read to its end.
    await expect.poll(async () => (quoteId ??= await quote()), wait).toBeDefined();
    const holder = await pool.connect();
    await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
    await holder.query('select from sell_quotes where id = $1 for update', [quoteId]);
    for (const play of ['exact', 'block'])
      await call('POST', `/api/admin/sell-quotes/${quoteId}/play`, { token, json: { play } });
    const blockedSession = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(blockedSession)).rowCount, wait).toBeGreaterThan(0);
    await program.end('SIGKILL');
    await holder.query('rollback');
    holder.release();

    await start();
    const openedOrders = `select o.stage, q.used_at is not null as used, count(c.id)::int as claims from orders o
      join sell_quotes q on q.id = o.quote_id left join transfer_claims c on c.order_id = o.id
      where o.quote_id = $1 group by o.id, q.id`;
    const openedRows = async () => (await pool.query<Record<string, unknown>>(openedOrders, [quoteId])).rows;
    await expect.poll(openedRows, wait).toEqual([{ stage: 'confirming', used: true, claims: 1 }]);
  });
});

describe('a database that fails', () => {
  const server = fixture(() => startOwnServer());
  const runningServer = fixture(async () => {
    const { path, remove } = await aDataDir();
    const program = new Program({ DATA_DIR: path, DATABASE_URL: server.url });
    return { program, remove, url: (await program.ready()).url };
  });
  afterAll(async () => {
    await runningServer.program.end();
    await runningServer.remove();
    await server.remove();
  });

  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of processesIn(server.cluster.folder)) process.kill(pid, signal);
  };
  const statusOf = async (path: string) => (await fetch(runningServer.url + path)).status;

  test('is reported while it is stopped, and used again without a restart', async () => {
    await stop(server.cluster, 5_000);
    await expect.poll(() => statusOf('/readyz'), wait).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);

    await startOrAttach(server.cluster, server.port);
    await expect.poll(() => statusOf('/readyz'), wait).toBe(200);
    expect(runningServer.program.child.exitCode).toBeNull();
  });

  test('is reported within twelve seconds if it hangs, and used again once it answers', async () => {
    signalAll('SIGSTOP');
    try {
      const from = Date.now();
      // A sign-in cannot be answered without the database.
      const json = { email: 'somebody@desk.test', password: 'Correct-horse-9' };
      const answer = await callerOf(runningServer.url)('POST', '/api/login', { json });
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(await statusOf('/readyz')).toBe(503);
      expect(Date.now() - from).toBeLessThan(onThisMachine(12_000));
    } finally {
      signalAll('SIGCONT');
    }
    await expect.poll(() => statusOf('/readyz'), wait).toBe(200);
  });
});
