import type { Db } from '#server/db/connection.ts';
import { pauseFor } from '#server/lib/retry.ts';
import { createChainHasher, genesisHash, isOurs } from './audit.chain.ts';
import type { ChainHead } from './audit.head.ts';
import { hasRow, readCheckpoints, readCopies, readNewestId, readPending, type LoggedRow } from './audit.queries.ts';

/** A fault of the log; `auditId` is its row, if known. */
export type AuditFinding = {
  kind: 'removed' | 'edited' | 'inserted' | 'checkpoint removed' | 'end removed';
  auditId?: string;
  seq?: string;
};

export type AuditVerdict = { rows: number; waiting: number; findings: AuditFinding[] };

const batchSize = 1_000;
const idSpan = 20_000;

/**
 * Reads the log and its chain and lists rows that were removed, edited or inserted outside of the product. `head` is
 * the last stored head: it shows a truncation. Rows without a checkpoint yet are counted. `pauseMs` is the rest after
 * 1,000 rows.
 */
export async function verifyAudit(
  db: Db,
  encryptionKey: string,
  { head, pauseMs = 0 }: { head?: ChainHead | undefined; pauseMs?: number } = {},
): Promise<AuditVerdict> {
  const chain = await verifyChain(db, encryptionKey, { head, pauseMs });
  const pendingCheck = await verifyPending(db);
  const duplicates = await readCopies(db);
  const inserted = [...new Set([...pendingCheck.inserted, ...duplicates])].map((auditId) => ({
    kind: 'inserted' as const,
    auditId,
  }));
  return { rows: chain.rows, waiting: pendingCheck.waiting, findings: [...chain.findings, ...inserted] };
}

async function verifyChain(
  db: Db,
  encryptionKey: string,
  { head, pauseMs }: { head: ChainHead | undefined; pauseMs: number },
) {
  const hash = createChainHasher(encryptionKey);
  const findings: AuditFinding[] = [];
  let rows = 0;
  let seq = 0n;
  let previousHash: Buffer | undefined = genesisHash;
  let isHeadFound = head === undefined;
  for (;;) {
    const batch = await readCheckpoints(db, { afterSeq: String(seq), limit: batchSize });
    for (const link of batch) {
      for (seq += 1n; seq < BigInt(link.seq); seq += 1n) {
        findings.push({ kind: 'checkpoint removed', seq: String(seq) });
        // The hash that the next checkpoint builds on is missing with it.
        previousHash = undefined;
      }
      rows += 1;
      if (!hasRow(link)) findings.push({ kind: 'removed', auditId: link.auditId, seq: link.seq });
      else if (!isIntact(link, previousHash && hash(previousHash, link.seq, link), link.hash))
        findings.push({ kind: 'edited', auditId: link.auditId, seq: link.seq });
      previousHash = link.hash;
      if (link.seq === head?.seq) isHeadFound = link.hash.toString('hex') === head.hash;
    }
    if (batch.length < batchSize) break;
    if (pauseMs > 0) await pauseFor(pauseMs);
  }
  if (!isHeadFound) findings.push({ kind: 'end removed', seq: head?.seq });
  return { rows, findings };
}

/** After a missing checkpoint only the signature of the row can be checked. */
function isIntact(row: LoggedRow, expectedHash: Buffer | undefined, foundHash: Buffer): boolean {
  return isOurs(row) && (expectedHash === undefined || expectedHash.equals(foundHash));
}

async function verifyPending(db: Db): Promise<{ waiting: number; inserted: string[] }> {
  const inserted: string[] = [];
  let waitingCount = 0;
  const newestId = await readNewestId(db);
  for (let afterId = 0; afterId < newestId; afterId += idSpan) {
    for (const row of await readPending(db, { afterId, throughId: afterId + idSpan, except: [], limit: idSpan })) {
      if (isOurs(row)) waitingCount += 1;
      else inserted.push(row.id);
    }
  }
  return { waiting: waitingCount, inserted };
}
