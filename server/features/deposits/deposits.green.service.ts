import { notifyTeam } from '#server/features/mail/notices/notices.service.ts';
import { coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { listUnreported } from './deposits.green.queries.ts';
import type { DepositsDeps } from './deposits.ports.ts';
import { verdictOn } from './deposits.verdict.service.ts';

/** Only the newest sales, so that a pass over a chain stays short: each costs a verdict. */
const maxSales = 50;

/** Notifies the team of open sales whose deposit matches by now, once for each of them. */
export async function notifyOfGreen(deps: DepositsDeps, chain: ChainName): Promise<void> {
  for (const { id, reference, userId } of await listUnreported(deps.db, {
    coinIds: coinsOfChain(chain),
    limit: maxSales,
  })) {
    const verdict = await verdictOn(deps, deps.db, id);
    if (verdict?.verdict.level !== 'green') continue;
    const notice = { template: 'order_green_notice', data: { id, reference }, onceKey: `green ${id}` } as const;
    await deps.inTx((tx) => notifyTeam(tx, { ...notice, about: userId }));
  }
}
