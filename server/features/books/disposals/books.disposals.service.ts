import { readFile } from 'node:fs/promises';
import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { post } from '#server/features/book/book.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { UnreadableCsv } from '#server/lib/csv-reading.ts';
import { Invalid, Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { AuditDetails } from '#shared/audit/audit.actions.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import type { Line, Posting } from '#shared/book/book.postings.ts';
import type { importDisposals } from '#shared/books/books.contract.ts';
import type { BodyOf, ResultOf } from '#shared/kernel/endpoint.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { findEntered } from './books.disposals.queries.ts';
import { MissingColumn, readDisposals, type Disposal, type DisposalsFile } from './books.disposals.ts';

type Result = ResultOf<typeof importDisposals>;

/** Number of entries in one statement. */
const groupSize = 500;

/**
 * Enters the sales that a file of an exchange lists, each once by the exchange's own name of it; names and leaves out
 * rows that cannot be read for certain. A sale of a closed month is in the first open one. Refuses with file_missing.
 */
export async function enterDisposals(
  deps: Pick<Platform, 'now'>,
  actor: Actor,
  { exchange }: BodyOf<typeof importDisposals>,
  [file]: readonly StagedFile[],
  idempotency: Idempotency<Result>,
): Promise<Outcome<Result>> {
  if (!file) throw new Invalid('file_missing', 'disposals_missing', { fields: { disposals: 'disposals_missing' } });
  const { disposals, problems } = readDisposalsFile(await readFile(file.path), deps.now());
  return idempotency.run(async (tx) => {
    // Two uploads of one file at once: the second finds all of it known.
    await lockName(tx, `disposals ${exchange}`);
    const postings = disposals.map((disposal) => postingOf(exchange, disposal, actor));
    const enteredSubjects = await findEntered(
      tx,
      postings.map(({ subject }) => subject),
    );
    const addedPostings = postings.filter(({ subject }) => !enteredSubjects.has(subject));
    for (let first = 0; first < addedPostings.length; first += groupSize)
      await post(tx, addedPostings.slice(first, first + groupSize));
    const counts = { added: addedPostings.length, known: postings.length - addedPostings.length };
    if (addedPostings.length > 0)
      await auditFile(tx, actor, exchange, { ...counts, sha256: file.sentHash.toString('hex') });
    return { ...counts, problems };
  });
}

function readDisposalsFile(bytes: Buffer, now: Date): DisposalsFile {
  try {
    return readDisposals(bytes, now);
  } catch (error) {
    if (!(error instanceof UnreadableCsv) && !(error instanceof MissingColumn)) throw error;
    const reason = error instanceof MissingColumn ? error.column : error.why;
    const cause = reasonWith('disposals_unreadable', { line: error.line, why: reason });
    throw new Unprocessable('statement_unreadable', cause, { fields: { disposals: cause } });
  }
}

function postingOf(exchange: string, disposal: Disposal, actor: Actor): Posting {
  const { id, at, coin, units, money, fee, currency } = disposal;
  const account = (kind: Account['kind'], subject: string, unit: string): Account => ({ kind, subject, unit });
  const lines: Line[] = [
    { from: account('position', '', coin), to: account('exchange', exchange, coin), amount: units },
    { from: account('exchange', exchange, currency), to: account('position', '', currency), amount: money },
    ...(fee === null
      ? []
      : [{ from: account('cost', 'bank', currency), to: account('exchange', exchange, currency), amount: fee }]),
  ];
  return { kind: 'disposal', subject: `${exchange}/${id}`, orderId: null, at, actorId: actor.userId, lines };
}

async function auditFile(tx: Tx, actor: Actor, exchange: string, details: AuditDetails<'book.disposed'>) {
  await recordAudit(tx, actor, 'book.disposed', { type: 'book', id: exchange }, details);
}
