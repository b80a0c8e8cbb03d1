import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { switchOffSampleMethods } from '#server/features/payment-methods/payment-methods.actions.service.ts';
import { switchOffSampleWallets } from '#server/features/wallets/wallets.actions.service.ts';
import * as contract from '#shared/overview/overview.contract.ts';
import type { OverviewDeps } from './overview.ports.ts';

/** All samples; the rows among them are held one by one, in the same order by everybody. */
const samples: ActionRow<OverviewDeps, object, never, unknown> = { lock: async () => ({}), missing: 'coin_not_found' };

/** Switches off every sample at once. Its audit entries are those of the addresses and accounts themselves. */
const removeSamples = act(contract.removeSamples, samples, {
  apply: async ({ tx, deps, actor }) => {
    const addresses = await switchOffSampleWallets(tx, deps);
    const accounts = await switchOffSampleMethods(tx, deps, actor);
    return {
      answer: { addresses: addresses.length, accounts: accounts.length },
      entries: [...addresses, ...accounts],
    };
  },
});

export const sampleActions: ActionsOf<OverviewDeps, 'wallets.write'> = [removeSamples];
