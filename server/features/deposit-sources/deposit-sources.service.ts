import type { Db } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { publish } from '#server/events/publish.ts';
import { reportForged, type AlarmDeps } from '#server/features/alarms/alarms.service.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { WalletsPorts } from '#server/features/wallets/wallets.ports.ts';
import type { Platform } from '#server/platform.ts';
import type { DepositSourceView } from '#shared/deposit-sources/deposit-sources.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as addresses from './deposit-sources.addresses.queries.ts';
import * as leases from './deposit-sources.leases.queries.ts';
import type { DepositSourcesDeps } from './deposit-sources.ports.ts';
import { presentSource } from './deposit-sources.present.ts';
import * as queries from './deposit-sources.queries.ts';
import { addressAt, isOwnSource, notifyOfSource, type KeyDeps } from './deposit-sources.rows.ts';

export { giveAddress } from './deposit-sources.giving.service.ts';
export { markPaid } from './deposit-sources.leases.queries.ts';
export { watchedOwnAddresses } from './deposit-sources.watching.service.ts';
export { applyMarks, firstUnmarked, markGiven } from './deposit-sources.marks.ts';

/** Lets sources whose cool-off is over serve their coins, each in place of the earlier source. */
export async function applyDueSources(deps: DepositSourcesDeps): Promise<void> {
  for (const { id } of await queries.listDueSources(deps.db, { now: deps.now() })) {
    const forgedSource = await deps.inTx(async (tx) => {
      const row = await queries.lockSource(tx, { id });
      // Another process, or the administrator, has changed the row first.
      if (!row?.isActive || row.stoppedAt || row.liveAt > deps.now()) return undefined;
      if (!isOwnSource(deps, row)) return row;
      for (const coin of await queries.takeCoins(tx, id)) {
        const inactiveCoin = { ...coin, isActive: false, version: coin.version + 1 };
        await queries.writeSource(tx, {
          ...inactiveCoin,
          signature: signRow(signedTables.depositSource, inactiveCoin),
        });
      }
      await recordAudit(tx, 'system', 'source.changed', { type: 'deposit_source', id }, { isLive: true });
      await notifyOfSource(tx, deps, row, 'live');
      await publish(tx, { kind: 'wallets_changed' });
      return undefined;
    });
    if (forgedSource) await reportForged(deps, 'depositSource', forgedSource);
  }
}

/** Returns the source that receives a coin now; undefined if its shared address does. A forged one raises the alarm. */
export async function sourceOf(deps: DepositSourcesDeps, cryptoId: string): Promise<queries.SourceRow | undefined> {
  let row = await queries.findSourceOf(deps.db, { cryptoId, now: deps.now() });
  if (row?.isDue) {
    await applyDueSources(deps);
    row = await queries.findSourceOf(deps.db, { cryptoId, now: deps.now() });
  }
  if (row && !isOwnSource(deps, row)) await reportForged(deps, 'depositSource', row);
  return row;
}

/** Returns the leases among these whose address is not, or no longer, the product's own. Each raises the alarm. */
export async function forgedLeases(
  deps: AlarmDeps & KeyDeps & Pick<Platform, 'db'>,
  leaseIds: readonly Id<'addressLease'>[],
): Promise<Set<string>> {
  const forgedIds = new Set<string>();
  const sources = new Map<string, queries.SourceRow | undefined>();
  for (const row of await leases.listLeased(deps.db, leaseIds)) {
    if (!sources.has(row.sourceId)) sources.set(row.sourceId, await queries.findSource(deps.db, { id: row.sourceId }));
    const source = sources.get(row.sourceId);
    const isDerived = source?.kind !== 'xpub' || addressAt(deps, source, row.addressIndex) === row.address;
    const isOurs = source && isOwnSource(deps, source) && isSignedRow(signedTables.depositAddress, row) && isDerived;
    if (isOurs) continue;
    forgedIds.add(row.leaseId);
    if (source) await reportForged(deps, 'depositSource', source);
  }
  return forgedIds;
}

/** Every source as its administrators see it, newest first. */
export async function presentSources(
  deps: Pick<DepositSourcesDeps, 'env' | 'now' | 'settings'>,
  db: Pick<Db, 'ask'>,
): Promise<DepositSourceView[]> {
  const rows = await queries.listSources(db);
  if (rows.length === 0) return [];
  const now = deps.now();
  const restDays = settingsOf(deps).deposits.poolRestDays;
  const addressCounts = await addresses.countAddresses(db, { now, restDays });
  const forgedAddresses = await listForged(deps, db);
  const holders = await addresses.listHolders(db, { now, restDays });
  return rows.map((row) => presentSource(deps, row, { counted: addressCounts, forged: forgedAddresses, holders }));
}

/** The addresses that customers are shown or may be given and that the product did not write. */
async function listForged(deps: SettingsPorts & Pick<Platform, 'now'>, db: Pick<Db, 'ask'>) {
  const shownAddresses = await addresses.listShowable(db, {
    now: deps.now(),
    restDays: settingsOf(deps).deposits.poolRestDays,
  });
  return shownAddresses.filter((row) => !isSignedRow(signedTables.depositAddress, row));
}

/** Raises the alarm for each source, and each address of one, that the product did not write. */
export async function reportForgedSources(deps: DepositSourcesDeps): Promise<void> {
  const rows = await queries.listSources(deps.db);
  for (const row of rows) if (!isOwnSource(deps, row)) await reportForged(deps, 'depositSource', row);
  if (rows.length === 0) return;
  for (const row of await listForged(deps, deps.db)) await reportForged(deps, 'depositAddress', row);
}

/** Ports of own addresses for the wallets. */
export function walletsPortsOf(deps: Pick<DepositSourcesDeps, 'env' | 'now' | 'settings'>): WalletsPorts {
  return {
    receivingByCoin: async (db) => {
      const activeSources = (await presentSources(deps, db)).filter(({ state }) => state === 'active');
      return new Map(
        activeSources.toReversed().flatMap(({ id: sourceId, kind, coinIds, counts: { free }, isLow }) => {
          const receiving = { kind, sourceId, free, isLow };
          return coinIds.map((coinId) => [coinId, receiving] as const);
        }),
      );
    },
    isOwnAddressOf: (db, { cryptoId, address, memo }) =>
      leases.hasOwnAddress(db, { cryptoId, address, tag: memo ?? '' }),
  };
}

/** Returns every own address and tag, so that the chat does not warn of one as a swindler's. */
export async function ownSourceAddresses({ db }: Pick<Platform, 'db'>): Promise<string[]> {
  return (await leases.listOwnTexts(db)).map(({ text }) => text);
}

/** Own addresses that a customer was shown, for the data export; none that the product did not write. */
export async function exportLeasesPersonalData(db: Pick<Db, 'ask'>, { id }: { id: Id<'user'> }): Promise<unknown> {
  const rows = await leases.listLeasesOf(db, { userId: id });
  return rows.filter((row) => isSignedRow(signedTables.depositAddress, row)).map(({ record }) => record);
}

/**
 * Returns the sources that need an administrator: forged ones, and those with less than a fifth of their addresses
 * left.
 */
export async function sourcesNeedingAttention(deps: Pick<DepositSourcesDeps, 'db' | 'env' | 'now' | 'settings'>) {
  const sources = await presentSources(deps, deps.db);
  return {
    forged: sources.filter(({ tampered }) => tampered),
    low: sources.filter(({ state, isLow }) => state === 'active' && isLow),
  };
}
