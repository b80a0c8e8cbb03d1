import { chainOfCoin } from '#shared/reference/chains.ts';
import { normalizeTxHash } from '#shared/reference/coins.ts';
import type { PublicSettings } from './settings.contract.ts';

type Explorers = PublicSettings['explorers'];

/** Link to a transaction; undefined without an explorer or a hash that its chain can have. */
export function transactionUrl(explorers: Explorers | undefined, coinId: string, hash: string): string | undefined {
  const normalized = normalizeTxHash(coinId, hash);
  return normalized && fillTemplate(explorers?.transactions, coinId, ['{hash}', normalized]);
}

/** Link to an address; undefined if the operator names no explorer. The link contains nothing else. */
export function addressUrl(explorers: Explorers | undefined, coinId: string, address: string): string | undefined {
  return fillTemplate(explorers?.addresses, coinId, ['{address}', encodeURIComponent(address)]);
}

function fillTemplate(
  templates: Explorers['transactions'] | undefined,
  coinId: string,
  [name, value]: [string, string],
) {
  const chain = chainOfCoin(coinId);
  const template = chain && templates?.[chain];
  return template ? template.split(name).join(value) : undefined;
}
