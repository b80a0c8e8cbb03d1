import { createHash, randomUUID } from 'node:crypto';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import type { Platform } from '#server/platform.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import { decryptAccountKey } from './deposit-sources.cipher.ts';
import { deriveAddress, keyCoins, readAccountKey, type AccountKey, type KeyCoin } from './deposit-sources.keys.ts';
import type { SourceRow } from './deposit-sources.queries.ts';

export type KeyDeps = { env: Pick<Platform['env'], 'encryptionKey' | 'chains'> };

/** The chains of account keys are named as their coins are. */
export function keyCoinOf(coinOrChain: string): KeyCoin | undefined {
  return keyCoins.find((coin) => coin === coinOrChain);
}

export const networkOf = ({ env }: KeyDeps, chain: string): 'main' | 'regtest' =>
  chain === 'litecoin' ? env.chains.litecoinNetwork : 'main';

/** A key is known again by this in any spelling. It has too many bits to be guessed. */
export function keyHashOf({ identity }: Pick<AccountKey, 'identity'>): string {
  return createHash('sha256').update(identity).digest('hex');
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

/** Whether the product itself wrote this source, its key included. */
export function isOwnSource(deps: KeyDeps, row: SourceRow): boolean {
  return isSignedRow(signedTables.depositSource, row) && (row.kind !== 'xpub' || keyOf(deps, row) !== undefined);
}

/** The address at an index of an account key. */
export function addressAt(deps: KeyDeps, row: SourceRow, index: number): string | undefined {
  const [key, coin] = [keyOf(deps, row), keyCoinOf(row.chain)];
  return key && coin && deriveAddress(key, { coin, network: networkOf(deps, row.chain) }, index);
}

type NewAddress = {
  sourceId: string;
  chain: ChainName;
  addressIndex: number;
  address: string;
  tag?: string;
  liveAt: Date;
};

/** A signed row of an own address. */
export function addressRowOf({ tag = '', ...given }: NewAddress) {
  const fields = { id: randomUUID(), tag, ...given };
  return { ...fields, signature: signRow(signedTables.depositAddress, fields) };
}
