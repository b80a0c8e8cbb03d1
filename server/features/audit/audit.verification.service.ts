import { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import type { Platform } from '#server/platform.ts';
import type { AuditVerification } from '#shared/audit/audit.contract.ts';
import { isOurs } from './audit.chain.ts';
import { readHead, type ChainHead } from './audit.head.ts';
import { readLastCheckpoint, type LoggedRow } from './audit.queries.ts';
import { readLog } from './audit.reading.queries.ts';
import { recordAudit, type AuditActor } from './audit.service.ts';
import { verifyAudit, type AuditVerdict } from './audit.verify.ts';

const maxRowIds = 20;
const action = 'audit.verified';
const outcome = z.object({ rows: z.number().int(), findings: z.number().int(), rowIds: z.array(z.string()) });

/** When a row was written; the log stores microseconds, the API sends milliseconds. */
export function momentOf({ at }: Pick<LoggedRow, 'at'>): string {
  return `${at.slice(0, 23)}Z`;
}

/** The verifications that run in this process: a second caller gets the result of the running one. */
const runningVerifications = new WeakMap<Db, Promise<AuditVerdict>>();

/**
 * Verifies the whole log and its hash chain against this machine's last known head, and records the outcome in
 * the log. `pauseMs` is the rest after each thousand rows.
 */
export async function verifyNow(
  { db, env, inTx }: Pick<Platform, 'db' | 'env' | 'inTx'>,
  actor: AuditActor,
  pauseMs = 0,
): Promise<AuditVerification> {
  let runningVerification = runningVerifications.get(db);
  if (!runningVerification) {
    runningVerification = readHead(env.dataDir).then((head) => verifyAudit(db, env.encryptionKey, { head, pauseMs }));
    runningVerifications.set(db, runningVerification);
  }
  const { rows, findings } = await runningVerification.finally(() => runningVerifications.delete(db));
  const rowIds = findings.flatMap(({ auditId }) => auditId ?? []).slice(0, maxRowIds);
  await inTx((tx) => recordAudit(tx, actor, action, undefined, { rows, findings: findings.length, rowIds }));
  const verification = await lastVerification(db);
  if (!verification) throw new Error('A verification that was recorded a moment ago is not in the log.');
  return verification;
}

/** The last verification that this product recorded; null when there is none. */
export async function lastVerification(db: Pick<Db, 'ask'>): Promise<AuditVerification | null> {
  const row = (await readLog(db, { ...everything, actions: [action] })).find(isOurs);
  return row ? { at: momentOf(row), ...outcome.parse(JSON.parse(row.details)) } : null;
}

// Rows that look like a verification and were not written by the product are skipped.
const everything = {
  from: new Date(0),
  until: new Date('9999-12-31T00:00:00.000Z'),
  sort: 'newest' as const,
  afterId: null,
  role: null,
  limit: 5,
};

export type { ChainHead } from './audit.head.ts';

/** The newest checkpoint of the chain; undefined before the first one. */
export async function newestCheckpoint(db: Db): Promise<ChainHead | undefined> {
  const lastCheckpoint = await readLastCheckpoint(db);
  return lastCheckpoint && { seq: lastCheckpoint.seq, hash: lastCheckpoint.hash.toString('hex') };
}
