import type { z } from 'zod';
import { userPatterns } from '#server/db/like.ts';
import { exportForAdmin, exportAudited, visibleTo } from '#server/features/audit/audit.export.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { csvOf, momentCell, textCell, type CsvColumn } from '#server/lib/csv.ts';
import type { Platform } from '#server/platform.ts';
import { rangeEnd, rangeStart } from '#shared/kernel/day-range.ts';
import { kycRequestView, type exportKycRequests } from '#shared/kyc/kyc.contract.ts';
import { kycRequestStatuses } from '#shared/kyc/kyc.rules.ts';
import { streamRequests, type ExportedRequest } from './kyc.export.queries.ts';

type Query = z.output<(typeof exportKycRequests)['query']>;

// The file has no claims and no document numbers, because it leaves the product.
const columns: CsvColumn<ExportedRequest>[] = [
  ['Id', ({ id }) => id],
  ['Submitted (UTC)', ({ submittedAt }) => momentCell(submittedAt.toISOString())],
  ['User id', ({ userId }) => userId],
  ['First name', ({ firstName }) => textCell(firstName)],
  ['Last name', ({ lastName }) => textCell(lastName)],
  ['Email', ({ userEmail }) => textCell(userEmail)],
  ['Document', ({ documentType }) => documentType],
  ['Decision', ({ status }) => status],
  ['Decided (UTC)', ({ reviewedAt }) => momentCell(reviewedAt?.toISOString() ?? null)],
  ['Decided by', ({ reviewer }) => textCell(reviewer)],
  ['Notes', ({ reviewNotes }) => textCell(reviewNotes)],
];

/** Identity requests with their decisions as a CSV, newest first. */
export async function exportDecisions(
  deps: Pick<Platform, 'db' | 'inTx' | 'now'>,
  actor: Actor,
  query: Query,
): Promise<FileAnswer> {
  const { q, status, from, to } = query;
  const range = {
    statuses: status ? [status] : kycRequestStatuses,
    from: rangeStart(from ?? '1970-01-01'),
    before: rangeEnd(to ?? '9998-12-31'),
    patterns: q ? userPatterns(q, actor) : null,
  };
  return exportForAdmin(deps, actor, {
    audited: auditRecord('kyc.exported', exportAudited('csv', query)),
    name: 'kyc-decisions',
    format: 'csv',
    chunks: () => csvOf(visibleTo(actor, kycRequestView, streamRequests(deps.db, range)), columns),
  });
}
