import type { Actor } from '#server/http/guards/actor.ts';
import type { ResultOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { listDueParts, PayoutView } from '#shared/payouts/payouts.contract.ts';
import { columnLeftEmpty, flagsOf, needsReview, paysPayout } from '#shared/payouts/payouts.flags.ts';
import { listAccounts } from '../accounts/payouts.accounts.service.ts';
import { listProfiles } from '../accounts/payouts.profiles.service.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { presentPayouts } from './payouts.list.service.ts';
import { sumText } from './payouts.present.ts';
import { listPayoutRows, type PayoutFilter } from './payouts.search.queries.ts';

type Parts = ResultOf<typeof listDueParts>;

/** All payouts that are due. */
const dueFilter: PayoutFilter = {
  states: ['due'],
  currency: null,
  method: null,
  userId: null,
  pattern: null,
  payeePatterns: [],
  userPatterns: [],
  accountPattern: null,
  sort: 'oldest',
};

/** Number of payouts that are checked between two queries. */
const checkedAtOnce = 500;

/**
 * The payouts that are due, by currency: how many a batch takes at once, by the account that pays them, and how many it
 * leaves out.
 */
export async function duePartsOf(deps: PayoutsDeps, actor: Pick<Actor, 'may' | 'userId'>): Promise<Parts> {
  const { db } = deps;
  const [accounts, profiles] = await Promise.all([listAccounts(deps, actor), listProfiles(deps)]);
  const profileOf = (profileId: Id<'payoutProfile'> | null) => profiles.find(({ id }) => id === profileId);
  const isFlagged = (payout: PayoutView) => {
    const account = accounts.find((item) => paysPayout(item, profileOf(item.profileId), payout));
    const emptyColumn = columnLeftEmpty(payout, account, profileOf(account?.profileId ?? null));
    const isByHand = !account || account.format === 'by_hand';
    return needsReview(flagsOf(payout, { isOwn: payout.userId === actor.userId, emptyColumn, isByHand }));
  };
  const amounts = new Map<string, { ready: string[]; flagged: string[] }>();
  for (let offset = 0; ; offset += checkedAtOnce) {
    const { rows } = await listPayoutRows(db, dueFilter, { limit: checkedAtOnce, offset });
    for (const payout of await presentPayouts(db, deps, rows)) {
      const currencyAmounts = amounts.get(payout.currency) ?? { ready: [], flagged: [] };
      currencyAmounts[isFlagged(payout) ? 'flagged' : 'ready'].push(payout.amount);
      amounts.set(payout.currency, currencyAmounts);
    }
    if (rows.length < checkedAtOnce) break;
  }
  return [...amounts].map(([currency, { ready, flagged }]) => {
    const partOf = (sums: readonly string[]) => ({ payouts: sums.length, amount: sumText(sums, currency) });
    return { currency, ready: partOf(ready), flagged: partOf(flagged) };
  });
}
