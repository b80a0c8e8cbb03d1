import { fillerOf } from './db/search-texts.ts';
import { statementLines } from './features/payouts/payouts.statements.tables.ts';
import { payouts } from './features/payouts/payouts.tables.ts';
import { users } from './features/users/users.tables.ts';
import type { Platform } from './platform.ts';

const fillers = { users: fillerOf(users), payouts: fillerOf(payouts), statementLines: fillerOf(statementLines) };

/**
 * Fills in what older rows are searched by, block by block, before the first request is served: a search finds every
 * row or none is answered. A start that was broken off goes on where it ended, and two at once divide the work.
 */
export async function fillSearchTexts(deps: Pick<Platform, 'db' | 'inTx' | 'log'>): Promise<void> {
  for (const [table, fill] of Object.entries(fillers)) {
    const rows = await fill(deps);
    if (rows > 0) deps.log.info({ table, rows }, 'older rows can be searched');
  }
}
