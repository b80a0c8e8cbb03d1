import { fillerOf } from './db/search-texts.ts';
import { statementLines } from './features/payouts/payouts.statements.tables.ts';
import { payouts } from './features/payouts/payouts.tables.ts';
import { users } from './features/users/users.tables.ts';
import type { Platform } from './platform.ts';

const fillers = { users: fillerOf(users), payouts: fillerOf(payouts), statementLines: fillerOf(statementLines) };

/**
 * Fills in the search text of older rows, block by block, before the first request is served, so that a search never
 * misses a row. A start that was interrupted continues where it stopped, and two starts share the work.
 */
export async function fillSearchTexts(deps: Pick<Platform, 'db' | 'inTx' | 'log'>): Promise<void> {
  for (const [table, fill] of Object.entries(fillers)) {
    const rows = await fill(deps);
    if (rows > 0) deps.log.info({ table, rows }, 'older rows can be searched');
  }
}
