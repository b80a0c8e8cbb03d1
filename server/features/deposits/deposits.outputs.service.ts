import type { Tx } from '#server/db/connection.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import { chainStateOf, transfersTo } from '#server/features/chains/chains.service.ts';
import type { NamedSale } from '#server/features/orders/orders.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Platform } from '#server/platform.ts';
import { isEffective } from '#shared/chains/chains.transfers.ts';
import { leavesOutput } from '#shared/deposits/deposits.outputs.ts';
import { decimal } from '#shared/kernel/money.ts';
import { listClaims, listNaming } from './deposits.verdict.queries.ts';
import { tryTransactionSearch, type VerdictDeps } from './deposits.verdict.service.ts';

type ReadDeps = Pick<Platform, 'db' | 'inTx' | 'now' | 'log'> & Pick<ChainsPorts, 'chainReaders' | 'watchedAddresses'>;

/** Reads a transaction from its chain and stores what it pays to the operator; nothing where the chain is not read. */
export async function readTransaction(deps: ReadDeps, coinId: string, hash: string): Promise<void> {
  const watched = await deps.watchedAddresses(deps.db);
  const addresses = watched.filter((one) => one.coinId === coinId).map(({ address }) => address);
  await tryTransactionSearch(deps, { coinId, addresses }, hash);
}

/** Whether a transaction that other orders name pays this sale as well, by what is stored. False where the chain is not read. */
export async function hasFreeOutput(deps: VerdictDeps, tx: Tx, sale: NamedSale): Promise<boolean> {
  const { coinId, address, hash: txHash } = sale;
  if (!(await chainStateOf({ ...deps, db: tx }, coinId))) return false;
  const stored = await transfersTo(tx, { coinId, address, since: deps.now(), txHash });
  const named = stored.filter((one) => one.coinId === coinId && one.txHash === txHash);
  const effective = named.filter(({ state }) => isEffective(state));
  const claims = await listClaims(
    tx,
    effective.map(({ id }) => id),
  );
  const free = effective.filter(({ id }) => claims.every(({ transferId }) => transferId !== id));
  const others = await listNaming(tx, sale);
  const outputs = free.map(({ toTag, amount }) => ({ toTag, amount: decimal(amount) }));
  return leavesOutput(
    sale,
    others.map(({ tag, amount, valueUsd }) => ({ tag, amount: decimal(amount), valueUsd: decimal(valueUsd) })),
    outputs,
    settingsOf(deps).deposits,
  );
}
