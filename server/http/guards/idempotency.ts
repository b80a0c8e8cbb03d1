import { createHash } from 'node:crypto';
import type { Db, Tx } from '#server/db/connection.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { Conflict, Invalid, Unavailable } from '../../lib/refusal.ts';
import { findAnswer, storeAnswer, takeKey, type StoredAnswer, type Ticket } from './idempotency.queries.ts';

const outcomeMark = Symbol('outcome of an idempotent command');

/**
 * Result of `idempotency.run`, which the handler of an idempotent endpoint must return: the write and its answer are
 * one.
 */
export type Outcome<Result> = {
  readonly [outcomeMark]: StoredAnswer;
  readonly replayed: boolean;
  readonly result?: Result;
};

/** The writes of a request to an idempotent endpoint. */
export type Idempotency<Result> = {
  /** False when no Idempotency-Key distinguishes a repeat from a second order. */
  hasKey: boolean;
  /**
   * Runs `work` in one transaction, which stores its answer under the key. `work` returns the answer as the contract
   * wants it. When it throws, nothing is stored and the key is free for another attempt.
   */
  run: <Answer extends Result>(work: (tx: Tx) => Promise<Answer>) => Promise<Outcome<Answer>>;
  /**
   * Runs a part of the command in a transaction of its own, which stores its answer under the key and this name. A
   * repeat of a command that was interrupted gets the same answer from the parts that were done.
   */
  part: <Answer>(name: string, work: (tx: Tx) => Promise<Answer>) => Promise<Answer>;
  /** The answer to a request that writes nothing: it is not stored, and its key is free for the write that follows. */
  unstored: <Answer extends Result>(result: Answer) => Outcome<Answer>;
};

export type IdempotencyDeps = { db: Db; inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result> };

/** Makes an answer of a result: the status at that moment and the JSON text, parsed by the contract. */
type Serialize = (result: unknown) => StoredAnswer;

/** The answer inside an Outcome, and whether it was given before; undefined for anything else. */
export function outcomeOf(answer: unknown): (StoredAnswer & { replayed: boolean }) | undefined {
  if (typeof answer !== 'object' || answer === null || !(outcomeMark in answer)) return undefined;
  // Only an outcome has the mark, a symbol of this file.
  const { [outcomeMark]: outcome, replayed } = answer as Outcome<unknown>;
  return { ...outcome, replayed };
}

/** Runs calls without a key: the answer is not stored. */
export function withoutKey({ inTx }: IdempotencyDeps, serialize: Serialize): Idempotency<unknown> {
  const { unstored } = withSerialize(serialize);
  const run: Idempotency<unknown>['run'] = async (work) => inTx(async (tx) => unstored(await work(tx)));
  return { hasKey: false, run, part: (_name, work) => inTx(work), unstored };
}

const withSerialize = (serialize: Serialize): Pick<Idempotency<unknown>, 'unstored'> => ({
  unstored: (result) => ({ [outcomeMark]: serialize(result), replayed: false, result }),
});

/**
 * Answers a request with a key; for a used key it answers from the row, without `handle`. One of simultaneous requests
 * runs, and the others wait: here without a connection, in other processes on the row. A crash leaves nothing to clean
 * up. Refuses with unavailable where the stored answer is deleted meanwhile.
 */
export async function answerWithKey(
  deps: IdempotencyDeps,
  ticket: Ticket,
  serialize: Serialize,
  handle: (idempotency: Idempotency<unknown>) => Promise<unknown>,
): Promise<unknown> {
  const { userId, endpoint, key } = ticket;
  return runAlone(`${userId} ${endpoint} ${key}`, async () => {
    const storedAnswer = await findStored(deps.db, ticket);
    if (storedAnswer) return storedAnswer;
    const run: Idempotency<unknown>['run'] = async (work) => {
      const outcome = await deps.inTx(async (tx) => {
        if (!(await takeKey(tx, ticket))) return undefined;
        const answer = serialize(await work(tx));
        await storeAnswer(tx, { ...ticket, ...answer });
        return { [outcomeMark]: answer, replayed: false };
      });
      // Another process was first. Its answer is stored, unless it is now 24 hours old.
      const answer = outcome ?? (await findStored(deps.db, ticket));
      if (!answer) throw new Unavailable();
      return answer;
    };
    const part: Idempotency<unknown>['part'] = async (name, work) =>
      runPart(deps, { ...ticket, key: `${key} ${name}` }, work);
    return handle({ hasKey: true, run, part, ...withSerialize(serialize) });
  });
}

/** A part of a command runs alone, as its command does. */
async function runPart<Answer>(
  { db, inTx }: IdempotencyDeps,
  ticket: Ticket,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const outcome = await inTx(async (tx) => {
    if (!(await takeKey(tx, ticket))) return undefined;
    const answer = await work(tx);
    await storeAnswer(tx, { ...ticket, status: 200, answer: JSON.stringify(answer) });
    return { answer };
  });
  if (outcome) return outcome.answer;
  const storedOutcome = (await findStored(db, ticket))?.[outcomeMark];
  if (!storedOutcome?.answer) throw new Unavailable();
  // The answer was serialised when it was stored under the same key.
  return JSON.parse(storedOutcome.answer) as Answer;
}

async function findStored(db: Db, ticket: Ticket): Promise<Outcome<never> | undefined> {
  const storedAnswer = await findAnswer(db, ticket);
  if (!storedAnswer) return undefined;
  if (!storedAnswer.bodyHash.equals(ticket.bodyHash))
    throw new Conflict('idempotency_mismatch', 'idempotency_key_used');
  return { [outcomeMark]: { status: storedAnswer.status, answer: storedAnswer.answer }, replayed: true };
}

const inFlight = new Map<string, Promise<unknown>>();

/** Runs `work` when no other work in this process has the same name. */
async function runAlone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  for (let pendingTask = inFlight.get(name); pendingTask; pendingTask = inFlight.get(name)) await pendingTask;
  const running = work();
  inFlight.set(name, running.then(ignore, ignore));
  try {
    return await running;
  } finally {
    inFlight.delete(name);
  }
}

const ignore = () => undefined;

/** Hash of the parts of a request that decide if it is a repeat; of a file its bytes count, not its name. */
type SentRequest = { params: unknown; query: unknown; body?: unknown; files: Record<string, { sentHash: Buffer }[]> };

/** The ticket of a request, or undefined when it carries no key. Refuses with invalid_input a malformed key. */
export function ticketOf(
  { method, path }: Endpoint,
  userId: Id<'user'>,
  key: string | undefined,
  { params, query, body, files }: SentRequest,
): Ticket | undefined {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const reason = 'idempotency_key_malformed';
    throw new Invalid('invalid_input', reason, { fields: { 'Idempotency-Key': reason } });
  }
  const hashes = Object.entries(files).map(([field, list]) => [
    field,
    list.map(({ sentHash }) => sentHash.toString('hex')),
  ]);
  return { userId, key, endpoint: `${method} ${path}`, bodyHash: hashOf({ params, query, body, files: hashes }) };
}

/** Equal for equal content, in any order of keys. */
const hashOf = (sentValue: unknown): Buffer => createHash('sha256').update(canonicalJson(sentValue)).digest();
