import type { Tx } from '#server/db/connection.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { lockSource, type SourceRow } from './deposit-sources.queries.ts';

/** A source, held until the transaction ends. Refuses with not_found. */
export async function assertSource(tx: Tx, id: string): Promise<SourceRow> {
  const row = await lockSource(tx, id);
  if (!row) throw new NotFound('source_not_found');
  return row;
}

/** What the audit log, a mail and a second member are shown of a source: never its key. */
export function detailsOf({ chain, kind, coinIds, scriptType, fingerprint, keyEnding, address }: SourceRow) {
  const { name } = chainDetails[chain];
  return { chain: name, kind, coins: coinIds.join(', '), scriptType, fingerprint, keyEnding, address };
}

/** 409: another request was faster. */
export function changed(): Conflict {
  return new Conflict('conflict', 'source_changed');
}
