import type { Pool } from 'pg';
import { Agent, socketOf, Visitor } from '#tests/setup/flaky-connection.ts';
import { rampMs, type World } from './traffic.ts';

/** Each customer writes once in eight seconds, and one of them all loses its connection every three. */
const everyMs = 8_000;
const breakMs = 3_000;
/** Every tenth message is answered. */
const answerEvery = 10;
export const arrivalMs = 2_000;

export type Talk = Awaited<ReturnType<typeof startTalk>>;

/** Customers with the chat open, and an administrator's console at each process; the first of them writes. */
export async function startTalk(world: World, sockets: number) {
  let answers = 0;
  const consoles: Agent[] = world.products.map(
    (_, at) =>
      new Agent(world.adminToken, ({ roomId, sender, seq }) => {
        if (at > 0 || sender !== 'user' || seq % answerEvery !== 0) return;
        answers += 1;
        consoles[0]?.enter(roomId);
        consoles[0]?.sendMessage(roomId, `answer ${answers}`);
      }),
  );
  await Promise.all(consoles.map((agent, at) => agent.connect(socketOf(world.productOf(at).url))));
  const visitors = world.customers
    .slice(0, sockets)
    .map(({ token }) => new Visitor(Number.POSITIVE_INFINITY, { token, everyMs }));
  const starts = visitors.map((visitor, at) =>
    setTimeout(() => visitor.connect(socketOf(world.productOf(at).url)), (at * rampMs) / sockets),
  );
  let next = 0;
  const breaking = setInterval(() => {
    const at = next % sockets;
    // The next time it connects to the other process.
    visitors[at]?.connect(socketOf(world.productOf(at + Math.floor(next / sockets) + 1).url));
    next += 1;
  }, breakMs);
  return {
    visitors,
    consoles,
    /** No new messages; those that are on their way still arrive. */
    stop: () => {
      clearInterval(breaking);
      for (const start of starts) clearTimeout(start);
      for (const visitor of visitors) visitor.pause();
    },
    end: () => {
      for (const line of [...visitors, ...consoles]) line.end();
    },
  };
}

/** Every acknowledged message: the time from its first attempt until it was at the later console, or until now, and until it was acknowledged. */
export function deliveries({ visitors, consoles }: Pick<Talk, 'visitors' | 'consoles'>) {
  return visitors.flatMap((visitor) =>
    [...visitor.acknowledged].map(([text, seq]) => {
      const sent = visitor.sentAt.get(text) ?? 0;
      const receivedAt = consoles.map(({ messages }) => {
        const found = messages.get(visitor.roomId)?.get(seq);
        return found?.message.text === text ? found.at : performance.now();
      });
      const acknowledgedMs = (visitor.acknowledgedAt.get(text) ?? 0) - sent;
      return { room: visitor.roomId, text, ms: Math.max(...receivedAt) - sent, acknowledgedMs };
    }),
  );
}

/** Acknowledged messages that are not in the database exactly once. */
export async function lostMessages(pool: Pool, visitors: readonly Visitor[]): Promise<string[]> {
  const { rows } = await pool.query<{ text: string; times: number }>(
    `select text, count(*)::int as times from chat_messages where sender = 'user' group by 1`,
  );
  const timesOf = new Map(rows.map(({ text, times }) => [text, times]));
  return visitors.flatMap(({ acknowledged }) => [...acknowledged.keys()].filter((text) => timesOf.get(text) !== 1));
}
