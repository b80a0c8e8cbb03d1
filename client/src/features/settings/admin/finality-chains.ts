import type { AdminSettings } from './settings.admin.queries.ts';

export type FinalityChain = keyof AdminSettings['deposits']['finality'];

/** The chains with rules for their deposits, as people call them: the same in every language. */
export const finalityChains: readonly { id: FinalityChain; name: string }[] = [
  { id: 'bitcoin', name: 'Bitcoin' },
  { id: 'litecoin', name: 'Litecoin' },
  { id: 'bitcoin-cash', name: 'Bitcoin Cash' },
  { id: 'ethereum', name: 'Ethereum' },
  { id: 'bsc', name: 'BNB Smart Chain' },
  { id: 'tron', name: 'Tron' },
  { id: 'xrpl', name: 'XRP Ledger' },
];
