import type { Tx } from '#server/db/connection.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { addressRulesOf } from '#server/env/env.chains.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, NotFound, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { NewSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { maxListed, minListed, type KeyCoin } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { chainDetails, chainOfCoin, coinsOfChain, type ChainName } from '#shared/reference/chains.ts';
import { coins } from '#shared/reference/coins.ts';
import { addressRefusal, checkAddress, type AddressProblem } from '#shared/wallets/wallets.addresses.ts';
import { hasFormOfXAddress } from '#shared/wallets/wallets.x-address.ts';
import { deriveAddress, readAccountKey, secretIn, type AccountKey } from './deposit-sources.keys.ts';
import type { DepositSourcesDeps } from './deposit-sources.ports.ts';
import * as queries from './deposit-sources.queries.ts';
import {
  addressRowOf,
  encryptAccountKey,
  keyCoinOf,
  keyHashOf,
  networkOf,
  type KeyDeps,
} from './deposit-sources.rows.ts';

const defaultGapLimit = 20;

type Checked = { key?: ReturnType<typeof requireKey>; address?: string };

/**
 * Checks a new source before anything is stored. Refuses with not_found for another coin, with conflict for a chain
 * that is not read, and with invalid_input for keys and addresses that must not become a source.
 */
export function checkInput(deps: DepositSourcesDeps, input: NewSource): Checked {
  if (input.kind === 'tags') {
    const address = checkedTagAddress(input.address);
    assertRead(deps, 'xrpl');
    return { address };
  }
  if (input.kind === 'pool') {
    assertNoSecret(input.addresses);
    assertLength(input.addresses.length);
    assertCoins(input.chain, input.coinIds);
    assertRead(deps, input.chain);
    return {};
  }
  const coin = keyCoinOf(input.cryptoId);
  if (!coin) throw new NotFound('coin_not_found');
  const key = requireKey(deps, coin, input);
  assertFourthAddress(deps, coin, key, input.lastSix);
  return { key };
}

/** Stores a checked source, switched off, with the addresses of its list. Refuses what another source has. */
export async function insertChecked(
  tx: Tx,
  deps: DepositSourcesDeps,
  actor: Actor,
  input: NewSource,
  { key, address }: Checked,
): Promise<Id<'depositSource'>> {
  const id = newId('depositSource');
  const now = deps.now();
  const chain = input.kind === 'pool' ? input.chain : (chainOfCoin(input.cryptoId) ?? 'bitcoin');
  if (key) {
    await assertNewKey(tx, key);
    assertRead(deps, chain);
  }
  const lines = input.kind === 'pool' ? await checkedLines(tx, deps, chain, input) : [];
  const signedFields = {
    id,
    chain,
    kind: input.kind,
    keyHash: key ? keyHashOf(key) : null,
    scriptType: key?.scriptType ?? null,
    fingerprint: key?.fingerprint ?? null,
    gapLimit: input.kind === 'xpub' ? (input.gapLimit ?? defaultGapLimit) : null,
    address: address ?? null,
    whenEmpty: input.whenEmpty ?? ('refuse' as const),
    isActive: false,
    liveAt: now,
    version: 1,
  };
  const row = {
    ...signedFields,
    keyHash: signedFields.keyHash === null ? null : Buffer.from(signedFields.keyHash, 'hex'),
    keyEncrypted: key ? encryptAccountKey(key.text, deps.env.encryptionKey, id) : null,
    keyEnding: key?.ending ?? null,
    addedBy: actor.userId,
    addedAt: now,
    signature: signRow(signedTables.depositSource, signedFields),
  };
  await queries.insertSource(tx, row, input.kind === 'pool' ? [...new Set(input.coinIds)] : [input.cryptoId]);
  if (lines.length > 0) await insertLines(tx, { id, chain }, lines, now);
  return id;
}

/** Adds addresses to a list; none is leased before `liveAt`. */
export async function insertLines(
  tx: Tx,
  { id: sourceId, chain }: Pick<queries.SourceRow, 'id' | 'chain'>,
  lines: readonly string[],
  liveAt: Date,
): Promise<void> {
  const nextIndex = (await queries.highestIndex(tx, { sourceId })).index + 1;
  const rowOf = (address: string, at: number) =>
    addressRowOf({ sourceId, chain, addressIndex: nextIndex + at, address, liveAt });
  await queries.insertAddresses(tx, lines.map(rowOf));
}

type KeyInput = { xpub: string; scriptType?: AccountKey['scriptType'] | undefined };

/**
 * The account key that was typed. Refuses with invalid_input, and its first problem, one that does not fit this coin.
 */
export function requireKey(deps: KeyDeps, coin: KeyCoin, { xpub, scriptType }: KeyInput): AccountKey {
  const key = readAccountKey(xpub, { coin, network: networkOf(deps, coin), scriptType });
  if ('because' in key) throw wrongField(key.field, key.because);
  return key;
}

/** The index of the address that is typed from the operator's wallet. */
export const provenIndex = 3;
const provenLetters = 6;

/**
 * Refuses a key whose fourth address differs from the one that the operator's wallet shows: the coin or the kind is
 * then another one.
 */
function assertFourthAddress(deps: KeyDeps, coin: KeyCoin, key: AccountKey, text: string): void {
  const address = deriveAddress(key, { coin, network: networkOf(deps, coin) }, provenIndex);
  const ending = text.replaceAll(/\s/g, '');
  if (ending.length < provenLetters || !address.endsWith(ending)) throw wrongField('lastSix', 'fourth_address_wrong');
}

/** Refuses a key that is in use, in any spelling. */
async function assertNewKey(tx: Tx, key: AccountKey): Promise<void> {
  if (await queries.isKeyKnown(tx, { keyHash: keyHashOf(key) }))
    throw new Conflict('in_use', 'xpub_known', { fields: { xpub: 'xpub_known' } });
}

/** Refuses a chain that is not read: nobody would see coins that arrive there. */
function assertRead({ chainReaders }: Pick<ChainsPorts, 'chainReaders'>, chain: ChainName): void {
  if (!chainReaders.has(chain)) throw new Conflict('conflict', 'chain_not_read');
}

/** Refuses with invalid_input coins that are not of the chain. */
export function assertCoins(chain: ChainName, coinIds: readonly string[]): void {
  if (coinIds.some((id) => !coinsOfChain(chain).includes(id))) throw wrongField('coinIds', 'source_coins_invalid');
}

type AddressInput = { addresses: readonly string[]; uncheckedAccepted?: boolean | undefined };

/**
 * Refuses with invalid_input private keys and seed words, which must never be sent here, before any other check of a
 * list.
 */
export function assertNoSecret(lines: readonly string[]): void {
  lines.forEach((line, index) => {
    const secret = secretIn(line);
    if (secret) throw wrongField(`addresses.${index}`, secret);
  });
}

/** Refuses with invalid_input a list that is too short or too long. */
export function assertLength(length: number): void {
  if (length < minListed) throw wrongField('addresses', reasonWith('list_too_short', { min: minListed }));
  if (length > maxListed) throw wrongField('addresses', reasonWith('list_too_long', { max: maxListed }));
}

/**
 * The addresses of a list in their stored spelling. Refuses with invalid_input the first line that is wrong, twice in
 * it or known already.
 */
export async function checkedLines(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  chain: ChainName,
  { addresses, uncheckedAccepted = false }: AddressInput,
): Promise<string[]> {
  const { coinId } = chainDetails[chain];
  const coin = coins.find(({ id }) => id === coinId)?.name ?? coinId;
  const checkedAddresses = addresses.map((line, index) => {
    const check = checkAddress(coinId, line, addressRulesOf(env.chains));
    if (!check.ok) throw wrongField(`addresses.${index}`, refusalOf(check, coin));
    if (check.unchecked && !uncheckedAccepted) throw wrongField(`addresses.${index}`, 'deposit_address_unchecked');
    return check.address;
  });
  checkedAddresses.forEach((address, index) => {
    const firstIndex = checkedAddresses.indexOf(address);
    if (firstIndex < index)
      throw wrongField(`addresses.${index}`, reasonWith('address_twice', { line: firstIndex + 1 }));
  });
  const knownAddresses = new Set(
    (await queries.listKnown(tx, { addresses: checkedAddresses })).map(({ address }) => address),
  );
  const at = checkedAddresses.findIndex((address) => knownAddresses.has(address));
  if (at >= 0) throw wrongField(`addresses.${at}`, 'address_known');
  return checkedAddresses;
}

/** An empty line counts as a wrong address of the list. */
const refusalOf = ({ problem }: { problem: AddressProblem }, coin: string) =>
  addressRefusal(problem === 'empty' ? 'format' : problem, coin);

/** The plain address of the XRP Ledger at which tags distinguish deposits. */
function checkedTagAddress(text: string): string {
  const secret = secretIn(text);
  if (secret) throw wrongField('address', secret);
  if (hasFormOfXAddress(text)) throw wrongField('address', 'x_address_given');
  const check = checkAddress('ripple', text);
  if (!check.ok) throw wrongField('address', refusalOf(check, 'XRP'));
  // A link to an account that tells its customers apart by tags: our tag would credit another customer there.
  if (check.tag) throw wrongField('address', 'x_address_given');
  return check.address;
}
