import type { z } from 'zod';
import type { Actor } from '#server/http/guards/actor.ts';
import { maskedBy } from '#server/http/guards/masking.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { exclusiveStream } from '#server/http/serving/exclusive-stream.ts';
import { csvOf, momentCell, textCell, type CsvColumn } from '#server/lib/csv.ts';
import type { Platform } from '#server/platform.ts';
import { auditEntry, type AuditEntry } from '#shared/audit/audit.contract.ts';
import type { AuditDeps } from './audit.ports.ts';
import { readEntries, type AuditFilter } from './audit.reading.service.ts';
import { auditRecord, writeAudit, type AuditRecord } from './audit.service.ts';

/** The media type of each kind of file, by its ending. */
const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  journal: 'text/plain; charset=utf-8',
} as const;

/** A list that an admin takes away. */
export type AdminExport = {
  /** The entry of the audit log, e.g. `user.exported` with the filters as details. */
  audited: AuditRecord;
  /** The beginning of the file's name. */
  name: string;
  format: keyof typeof mediaTypes;
  chunks: () => AsyncGenerator<Uint8Array> | Promise<AsyncGenerator<Uint8Array>>;
};

/**
 * The details of an export: its filters as they were sent. A search is recorded only as `true`, because it may be a
 * name.
 */
export function exportAudited<Format extends AdminExport['format'], Filter extends { q?: string | undefined }>(
  format: Format,
  { q, ...filter }: Filter,
) {
  return { format, ...filter, ...(q ? { searched: true } : {}) };
}

/**
 * Streams a list to an admin, recorded before its first byte. Refuses with too_many_requests (export_running) beside
 * another.
 */
export async function exportForAdmin(
  { inTx, now }: Pick<Platform, 'inTx' | 'now'>,
  actor: Actor,
  { audited, name, format, chunks }: AdminExport,
): Promise<FileAnswer> {
  const stream = await exclusiveStream(`${actor.userId} admin`, async () => {
    await inTx((tx) => writeAudit(tx, actor, audited));
    return chunks();
  });
  return {
    stream,
    size: null,
    type: mediaTypes[format],
    downloadName: `${name}-${now().toISOString().slice(0, 10)}.${format}`,
    inline: false,
  };
}

const batchSize = 500;

const columns: CsvColumn<AuditEntry>[] = [
  ['Id', ({ id }) => id],
  ['At (UTC)', ({ at }) => momentCell(at)],
  ['Role', ({ actorRole }) => textCell(actorRole)],
  ['Actor id', ({ actorId }) => actorId ?? ''],
  ['Name', ({ actorName }) => textCell(actorName)],
  ['Email', ({ actorEmail }) => textCell(actorEmail)],
  ['Action', ({ action }) => textCell(action)],
  ['Subject', ({ subjectType }) => textCell(subjectType)],
  ['Subject id', ({ subjectId }) => textCell(subjectId)],
  ['Details', ({ details }) => textCell(JSON.stringify(details))],
  ['Request id', ({ requestId }) => textCell(requestId)],
  ['In the hash chain', ({ isCheckpointed }) => (isCheckpointed ? 'yes' : 'no')],
  ['Signature valid', ({ isOurs }) => (isOurs ? 'yes' : 'no')],
];

/** Exports the filtered audit log as CSV, masked for the member's role, and records the export. */
export async function exportLog(deps: AuditDeps, actor: Actor, filter: AuditFilter): Promise<FileAnswer> {
  return exportForAdmin(deps, actor, {
    audited: auditRecord('audit.exported', exportAudited('csv', filter)),
    name: 'audit-log',
    format: 'csv',
    chunks: () => csvOf(visibleTo(actor, auditEntry, entries(deps, actor, filter)), columns),
  });
}

/** The rows of an export as their reader may see them: masked by the marks of the list, whose fields they share. */
export async function* visibleTo<Fields extends object>(
  { masks }: Pick<Actor, 'masks'>,
  list: z.ZodType,
  batches: AsyncIterable<readonly Fields[]>,
): AsyncGenerator<readonly Fields[]> {
  for await (const rows of batches) yield rows.map((row) => maskedBy(list, row, masks));
}

async function* entries(deps: AuditDeps, actor: Actor, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  let before: string | undefined;
  for (;;) {
    const rows = await readEntries(deps, actor, { ...filter, sort: 'newest', pageSize: batchSize, before });
    if (rows.length > 0) yield rows;
    before = rows.at(-1)?.id;
    if (rows.length < batchSize) return;
  }
}
