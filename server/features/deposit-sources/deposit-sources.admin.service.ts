import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { DepositSourceView, previewSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { requireKey, provenIndex } from './deposit-sources.creation.ts';
import { deriveAddress } from './deposit-sources.keys.ts';
import type { DepositSourcesDeps } from './deposit-sources.ports.ts';
import { keyCoinOf, networkOf } from './deposit-sources.rows.ts';
import { applyDueSources, presentSources } from './deposit-sources.service.ts';

/** Lists the deposit sources, newest first. */
export async function listForAdmin(deps: DepositSourcesDeps): Promise<DepositSourceView[]> {
  await applyDueSources(deps);
  return presentSources(deps, deps.db);
}

/** Returns one deposit source. Refuses with not_found. */
export const readSource = async (deps: DepositSourcesDeps, id: Id<'depositSource'>): Promise<DepositSourceView> =>
  sourceOf(await listForAdmin(deps), id);

/** Returns a source as the transaction has changed it. Refuses with not_found. */
export const readChanged = async (
  tx: Tx,
  deps: DepositSourcesDeps,
  id: Id<'depositSource'>,
): Promise<DepositSourceView> => sourceOf(await presentSources(deps, tx), id);

function sourceOf(sources: readonly DepositSourceView[], id: Id<'depositSource'>): DepositSourceView {
  const sourceView = sources.find((source) => source.id === id);
  if (!sourceView) throw new NotFound('source_not_found');
  return sourceView;
}

/**
 * The first five addresses of an account key; the fourth is kept back, so that it is read from the operator's wallet.
 * Refuses with not_found, and as `requireKey` does.
 */
export function preview(
  deps: DepositSourcesDeps,
  { cryptoId, ...keyInput }: z.output<(typeof previewSource)['body']>,
): z.input<(typeof previewSource)['response']> {
  const coin = keyCoinOf(cryptoId);
  if (!coin) throw new NotFound('coin_not_found');
  const key = requireKey(deps, coin, keyInput);
  const at = { coin, network: networkOf(deps, coin) };
  const addresses = [0, 1, 2, 3, 4].map((index) => ({
    index,
    address: index === provenIndex ? null : deriveAddress(key, at, index),
  }));
  return { scriptType: key.scriptType, fingerprint: key.fingerprint, addresses };
}
