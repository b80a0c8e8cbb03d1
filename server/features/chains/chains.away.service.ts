import type { Tx } from '#server/db/connection.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import type { Platform } from '#server/platform.ts';
import { chainDetails, type ChainName } from '#shared/reference/chains.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { findCursor } from './chains.blocks.queries.ts';

declare module '#server/features/jobs/jobs.service.ts' {
  interface TaskPayloads {
    'chains.away': { chain: ChainName };
  }
}

/** The longest failure of a chain's source without a notice: a restart of a node needs none. */
const awayMs = 15 * minuteMs;

/** Schedules the notice about a failing source of a chain for a quarter of an hour after the failure. */
export async function watchAway(tx: Tx, chain: ChainName, failedAt: Date): Promise<void> {
  const runAt = new Date(failedAt.getTime() + awayMs);
  await enqueue(tx, 'chains.away', { chain }, { runAt, key: `chains.away ${chain}` });
}

/** Notifies the team of a source that still fails, once for each failure. */
export async function notifyOfAway({ inTx, now }: Pick<Platform, 'inTx' | 'now'>, chain: ChainName): Promise<void> {
  await inTx(async (tx) => {
    const failedAt = (await findCursor(tx, { chain }))?.failedAt;
    if (!failedAt) return;
    if (now().getTime() - failedAt.getTime() < awayMs) return watchAway(tx, chain, failedAt);
    const { name } = chainDetails[chain];
    const onceKey = `node away ${chain} ${failedAt.toISOString()}`;
    await notifyTeam(tx, { template: 'node_away_notice', data: { chain: name }, onceKey });
  });
}
