import type { Tx } from '#server/db/connection.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { filled } from '#shared/kernel/reason.ts';
import { chainDetails, coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { coins } from '#shared/reference/coins.ts';
import { checkAddress } from '#shared/wallets/wallets.addresses.ts';
import { hasFormOfXAddress } from '#shared/wallets/wallets.x-address.ts';
import { deriveAddress, readAccountKey, secretIn, type AccountKey, type KeyCoin } from './deposit-sources.keys.ts';
import { isKeyKnown, listKnown } from './deposit-sources.queries.ts';
import { keyHashOf, networkOf, type KeyDeps } from './deposit-sources.rows.ts';

export const [minListed, maxListed] = [20, 200];

type KeyInput = { xpub: string; scriptType?: AccountKey['scriptType'] | undefined };

/** The account key that was typed. Refuses what is none of this coin by the first thing that is wrong. */
export function assertKey(deps: KeyDeps, coin: KeyCoin, { xpub, scriptType }: KeyInput): AccountKey {
  const key = readAccountKey(xpub, { coin, network: networkOf(deps, coin), scriptType });
  if ('because' in key) throw wrongField(key.field, key.because);
  return key;
}

/** The index of the address that is typed from the operator's wallet. */
export const provenIndex = 3;
const provenLetters = 6;

/** Refuses a key whose fourth address ends otherwise than that of the operator's wallet: a coin or kind that only the wallet knows. */
export function assertFourthAddress(deps: KeyDeps, coin: KeyCoin, key: AccountKey, typed: string): void {
  const address = deriveAddress(key, { coin, network: networkOf(deps, coin) }, provenIndex);
  const ending = typed.replaceAll(/\s/g, '');
  if (ending.length < provenLetters || !address.endsWith(ending)) throw wrongField('lastSix', 'fourth_address_wrong');
}

/** Refuses a key that is in use, in whatever spelling. */
export async function assertNewKey(tx: Tx, key: AccountKey): Promise<void> {
  if (await isKeyKnown(tx, keyHashOf(key)))
    throw new Conflict('in_use', 'xpub_known', { fields: { xpub: 'xpub_known' } });
}

/** Refuses a chain that is not read: what arrives there would be seen by no one. */
export function assertRead({ chainReaders }: Pick<ChainsPorts, 'chainReaders'>, chain: ChainName): void {
  if (!chainReaders.has(chain)) throw new Conflict('conflict', 'chain_not_read');
}

/** Refuses coins that are not of the chain. */
export function assertCoins(chain: ChainName, coinIds: readonly string[]): void {
  if (coinIds.some((id) => !coinsOfChain(chain).includes(id))) throw wrongField('coinIds', 'source_coins_invalid');
}

type Typed = { addresses: readonly string[]; uncheckedAccepted?: boolean | undefined };

/** Refuses what must never be sent here, before anything else is asked of a list. */
export function assertNoSecret(lines: readonly string[]): void {
  lines.forEach((line, at) => {
    const secret = secretIn(line);
    if (secret) throw wrongField(`addresses.${at}`, secret);
  });
}

/** Refuses a list of a length that no source has. */
export function assertLength(length: number): void {
  if (length < minListed) throw wrongField('addresses', filled('list_too_short', { min: minListed }));
  if (length > maxListed) throw wrongField('addresses', filled('list_too_long', { max: maxListed }));
}

/** The addresses of a list in their stored spelling. Refuses the first line that is wrong, twice in it or known already. */
export async function checkedLines(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  chain: ChainName,
  { addresses, uncheckedAccepted = false }: Typed,
): Promise<string[]> {
  const { coinId } = chainDetails[chain];
  const coin = coins.find(({ id }) => id === coinId)?.name ?? coinId;
  const found = addresses.map((line, at) => {
    const check = checkAddress(coinId, line, env.chains.litecoinNetwork);
    if (!check.ok) throw wrongField(`addresses.${at}`, filled('deposit_address_malformed', { coin }));
    if (check.unchecked && !uncheckedAccepted) throw wrongField(`addresses.${at}`, 'deposit_address_unchecked');
    return check.address;
  });
  found.forEach((address, at) => {
    const first = found.indexOf(address);
    if (first < at) throw wrongField(`addresses.${at}`, filled('address_twice', { line: first + 1 }));
  });
  const known = await listKnown(tx, found);
  const at = found.findIndex((address) => known.has(address));
  if (at >= 0) throw wrongField(`addresses.${at}`, 'address_known');
  return found;
}

/** The plain address of the XRP Ledger at which tags distinguish deposits. */
export function checkedTagAddress(typed: string): string {
  const secret = secretIn(typed);
  if (secret) throw wrongField('address', secret);
  if (hasFormOfXAddress(typed)) throw wrongField('address', 'x_address_given');
  const check = checkAddress('ripple', typed);
  if (!check.ok) throw wrongField('address', filled('deposit_address_malformed', { coin: 'XRP' }));
  return check.address;
}
