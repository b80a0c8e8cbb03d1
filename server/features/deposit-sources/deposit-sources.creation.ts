import { randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { NewSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { chainOfCoin } from '#shared/reference/chains.ts';
import {
  assertCoins,
  assertFourthAddress,
  assertKey,
  assertLength,
  assertNewKey,
  assertNoSecret,
  assertRead,
  checkedLines,
  checkedTagAddress,
} from './deposit-sources.checks.ts';
import { highestIndex, insertAddresses, insertSource, type SourceRow } from './deposit-sources.queries.ts';
import { addressRowOf, encryptAccountKey, keyCoinOf, keyHashOf } from './deposit-sources.rows.ts';

type CreationDeps = Pick<Platform, 'env' | 'now'> & Pick<ChainsPorts, 'chainReaders'>;

const defaultGapLimit = 20;

type Checked = { key?: ReturnType<typeof assertKey>; address?: string };

/** What can be checked of a new source before anything is stored. Refuses what must not become one. */
export function checkInput(deps: CreationDeps, input: NewSource): Checked {
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
  const key = assertKey(deps, coin, input);
  assertFourthAddress(deps, coin, key, input.lastSix);
  return { key };
}

/** Stores a checked source, switched off, with the addresses of its list. Refuses what another source has. */
export async function insertChecked(
  tx: Tx,
  deps: CreationDeps,
  actor: Actor,
  input: NewSource,
  { key, address }: Checked,
): Promise<string> {
  const id = randomUUID();
  const now = deps.now();
  const chain = input.kind === 'pool' ? input.chain : (chainOfCoin(input.cryptoId) ?? 'bitcoin');
  if (key) {
    await assertNewKey(tx, key);
    assertRead(deps, chain);
  }
  const lines = input.kind === 'pool' ? await checkedLines(tx, deps, chain, input) : [];
  const signed = {
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
    ...signed,
    keyHash: signed.keyHash === null ? null : Buffer.from(signed.keyHash, 'hex'),
    keyEncrypted: key ? encryptAccountKey(key.text, deps.env.encryptionKey, id) : null,
    keyEnding: key?.ending ?? null,
    addedBy: actor.userId,
    addedAt: now,
    signature: signRow(signedTables.depositSource, signed),
  };
  await insertSource(tx, row, input.kind === 'pool' ? [...new Set(input.coinIds)] : [input.cryptoId]);
  if (lines.length > 0) await insertLines(tx, { id, chain }, lines, now);
  return id;
}

/** Adds addresses to a list, which are given out from their hour on. */
export async function insertLines(
  tx: Tx,
  { id: sourceId, chain }: Pick<SourceRow, 'id' | 'chain'>,
  lines: readonly string[],
  liveAt: Date,
): Promise<void> {
  const next = (await highestIndex(tx, sourceId)) + 1;
  await insertAddresses(
    tx,
    lines.map((address, at) => addressRowOf({ sourceId, chain, addressIndex: next + at, address, liveAt })),
  );
}
