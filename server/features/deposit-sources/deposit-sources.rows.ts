import { createHash } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { decryptText, encryptText } from '#server/lib/cipher.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { keyCoins, type KeyCoin } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import type { OwnAddressRow } from './deposit-sources.giving.queries.ts';
import { deriveAddress, readAccountKey, type AccountKey } from './deposit-sources.keys.ts';
import { lockSource, type SourceRow } from './deposit-sources.queries.ts';

export type KeyDeps = { env: Pick<Platform['env'], 'encryptionKey' | 'chains'> };

/** Returns the chain, or its coin, where its addresses are derived from an account key. */
export function keyCoinOf(coinOrChain: string): KeyCoin | undefined {
  return keyCoins.find((coin) => coin === coinOrChain);
}

/** Returns the network of a chain; Litecoin alone may run on a test network. */
export const networkOf = ({ env }: KeyDeps, chain: string): 'main' | 'regtest' =>
  chain === 'litecoin' ? env.chains.litecoinNetwork : 'main';

/** Hash of an account key, equal for every spelling of it. A key has too many bits to be guessed from its hash. */
export function keyHashOf({ identity }: Pick<AccountKey, 'identity'>): string {
  return createHash('sha256').update(identity).digest('hex');
}

const cipherOf = (secret: string, id: Id<'depositSource'>) => ({
  secret,
  purpose: 'account key of a deposit source',
  boundTo: id,
});

/** Encrypts an account key, bound to its source. */
export function encryptAccountKey(text: string, encryptionKey: string, id: Id<'depositSource'>): Buffer {
  return encryptText(text, cipherOf(encryptionKey, id));
}

/** Decrypts the account key of a source; throws if it was stored for another one. */
export function decryptAccountKey(encrypted: Buffer, encryptionKey: string, id: Id<'depositSource'>): string {
  return decryptText(encrypted, cipherOf(encryptionKey, id));
}

/** The key of a source; undefined where the stored one is not the one that was signed. */
function keyOf(deps: KeyDeps, row: SourceRow): AccountKey | undefined {
  const coin = keyCoinOf(row.chain);
  if (!coin || !row.keyEncrypted || !row.scriptType) return undefined;
  try {
    const text = decryptAccountKey(row.keyEncrypted, deps.env.encryptionKey, row.id);
    const key = readAccountKey(text, { coin, network: networkOf(deps, row.chain), scriptType: row.scriptType });
    return !('because' in key) && keyHashOf(key) === row.keyHash ? key : undefined;
  } catch {
    return undefined;
  }
}

/** True if the product itself wrote this source, its key included. */
export function isOwnSource(deps: KeyDeps, row: SourceRow): boolean {
  return isSignedRow(signedTables.depositSource, row) && (row.kind !== 'xpub' || keyOf(deps, row) !== undefined);
}

/** The number of issued addresses above the highest paid one. */
export function unpaidAheadOf({ nextIndex, highestPaid }: Pick<SourceRow, 'nextIndex' | 'highestPaid'>): number {
  return nextIndex - 1 - (highestPaid ?? -1);
}

/** The address at an index of an account key. */
export function addressAt(deps: KeyDeps, row: SourceRow, index: number): string | undefined {
  return addressesFrom(deps, row, index, 1)[0];
}

/** The addresses at that many indexes of an account key; none where the stored key is not the one that was signed. */
export function addressesFrom(deps: KeyDeps, row: SourceRow, from: number, count: number): string[] {
  const key = keyOf(deps, row);
  const coin = keyCoinOf(row.chain);
  if (!key || !coin) return [];
  const keyOptions = { coin, network: networkOf(deps, row.chain) };
  return Array.from({ length: count }, (_, index) => deriveAddress(key, keyOptions, from + index));
}

type NewAddress = Omit<OwnAddressRow, 'id' | 'tag' | 'signature'> & { tag?: string };

/** A signed row of an own address. */
export function addressRowOf({ tag = '', ...address }: NewAddress) {
  const fields = { id: newId('depositAddress'), tag, ...address };
  return { ...fields, signature: signRow(signedTables.depositAddress, fields) };
}

/** Locks a source until the transaction ends and returns it. Refuses with not_found. */
export async function requireLockedSource(tx: Tx, id: Id<'depositSource'>): Promise<SourceRow> {
  const row = await lockSource(tx, { id });
  if (!row) throw new NotFound('source_not_found');
  return row;
}

/** Details of a source for the audit log, a mail and a second member: never its key. */
export function detailsOf({ chain, kind, coinIds, scriptType, fingerprint, keyEnding, address }: SourceRow) {
  const { name } = chainDetails[chain];
  return { chain: name, kind, coins: coinIds.join(', '), scriptType, fingerprint, keyEnding, address };
}

/** The refusal (409) of a change of a source that another request changed first. */
export function sourceChanged(): Conflict {
  return new Conflict('conflict', 'source_changed');
}

type NotifiedSource = Pick<SourceRow, 'chain' | 'coinIds' | 'liveAt' | 'keyEnding'>;

/**
 * Mails the administrator about a change of the addresses that receive coins, so that an unauthorized one is noticed.
 */
export async function notifyOfSource(
  tx: Tx,
  { env }: Pick<Platform, 'env'>,
  { chain, coinIds, keyEnding }: NotifiedSource,
  kind: 'added' | 'changed' | 'live' | 'withdrawn' | 'stopped' | 'low',
  holders: readonly { userName: string; count: number }[] = [],
): Promise<void> {
  const to = { userId: null, email: env.admin.email, language: 'en' };
  const sourceDetails = {
    kind,
    chain: chainDetails[chain].name,
    coins: coinIds.join(', '),
    ending: keyEnding ?? '',
    holders: holders.map(({ userName, count }) => `${userName} (${count})`).join(', '),
  };
  await sendMail(tx, { template: 'source_notice', to, data: sourceDetails });
}
