import { readDifferences } from '#server/db/processes.ts';
import { lagToleratedSeconds } from '#server/db/replica.ts';
import { lastVerification } from '#server/features/audit/audit.verification.service.ts';
import { lastCheck } from '#server/features/book/book.checks.service.ts';
import { reorganisedSales } from '#server/features/deposits/deposits.decisions.service.ts';
import { forgedMethods } from '#server/features/payment-methods/payment-methods.service.ts';
import { areLive, readFeeds, staleAfterMs } from '#server/features/rates/rates.service.ts';
import { walletsNeedingAttention } from '#server/features/wallets/wallets.service.ts';
import type { OverviewView } from '#shared/overview/overview.contract.ts';
import { joinedSources } from '#shared/reference/rate-sources.ts';
import gauges from './overview.gauges.json' with { type: 'json' };
import { readBacklog } from './overview.operations.queries.ts';
import type { OverviewDeps } from './overview.ports.ts';
import { readWaiting } from './overview.queries.ts';

/**
 * Lists the work that has stopped, with the moment since when: everything that a restored copy does not do, prices,
 * exchange rates, mails, jobs, the replica, and contradictions of another process or of the audit log.
 */
export async function listStopped(deps: OverviewDeps): Promise<OverviewView['needs']['stopped']> {
  const { db, now } = deps;
  const [feeds, { mailsStuckSince, jobsStuckSince }, lag, differences, auditVerification, book] = await Promise.all([
    readFeeds(db),
    readBacklog(db),
    deps.reports.readLag(),
    readDifferences(db, deps.env),
    lastVerification(db),
    lastCheck(db),
  ]);
  const staleFeeds = feeds.filter(
    ({ name, source, ageMs, lastError }) =>
      areLive(deps[name]) &&
      joinedSources(deps[name].map((item) => item.source)) === source &&
      (ageMs === null ? lastError !== null : ageMs >= staleAfterMs[name]),
  );
  const sinceMs = (ageMs: number | null) => (ageMs === null ? null : new Date(now().getTime() - ageMs).toISOString());
  const { copy } = deps.installation;
  return [
    ...(copy ? [{ what: 'restored' as const, since: copy.since.toISOString() }] : []),
    ...staleFeeds.map(({ name, ageMs }) => ({ what: name, since: sinceMs(ageMs) })),
    ...(mailsStuckSince ? [{ what: 'mail' as const, since: mailsStuckSince.toISOString() }] : []),
    ...(jobsStuckSince ? [{ what: 'jobs' as const, since: jobsStuckSince.toISOString() }] : []),
    ...(lag && lag.seconds > lagToleratedSeconds
      ? [{ what: 'replica' as const, since: lag.newestAt?.toISOString() ?? null }]
      : []),
    ...(differences.length > 0 ? [{ what: 'settings' as const, since: null }] : []),
    ...(auditVerification && auditVerification.findings > 0
      ? [{ what: 'audit' as const, since: auditVerification.at }]
      : []),
    ...(book?.changedSince ? [{ what: 'books_changed' as const, since: book.changedSince.toISOString() }] : []),
  ];
}

/** Gauges of the product as a whole by their Prometheus names; every process reports the same. */
export const operationGauges = gauges;

/** The values of `operationGauges` now; throws when the database does not answer. */
export async function readOperations(
  deps: OverviewDeps,
): Promise<Partial<Record<keyof typeof operationGauges, number>>> {
  const { db, now, prices, fx, events } = deps;
  const [backlog, waiting, feeds, lag, differences, auditVerification, wallets, methods, reorganised] =
    await Promise.all([
      readBacklog(db),
      readWaiting(db),
      readFeeds(db),
      deps.reports.readLag(),
      readDifferences(db, deps.env),
      lastVerification(db),
      walletsNeedingAttention(deps),
      forgedMethods(deps),
      reorganisedSales(db),
    ]);
  const ageOf = (name: 'prices' | 'fx') => {
    const ageMs = feeds.find((feed) => feed.name === name)?.ageMs;
    return typeof ageMs === 'number' ? ageMs / 1000 : undefined;
  };
  const { ordersSince } = waiting;
  return {
    landfall_mails_waiting: backlog.mailsWaiting,
    landfall_mails_oldest_seconds: backlog.oldestMailSeconds,
    landfall_mails_dropped: backlog.mailsDropped,
    landfall_jobs_waiting: backlog.jobsWaiting,
    landfall_jobs_oldest_seconds: backlog.oldestJobSeconds,
    landfall_jobs_failed: backlog.jobsFailed,
    landfall_prices_age_seconds: areLive(prices) ? ageOf('prices') : undefined,
    landfall_fx_age_seconds: areLive(fx) ? ageOf('fx') : undefined,
    landfall_rates_held: backlog.heldRates,
    landfall_orders_waiting: waiting.orders,
    landfall_orders_oldest_seconds: ordersSince ? (now().getTime() - ordersSince.getTime()) / 1000 : 0,
    landfall_audit_rows_unsealed: backlog.auditRowsWithoutCheckpoint,
    landfall_audit_findings: auditVerification?.findings ?? 0,
    landfall_audit_verified_age_seconds: auditVerification
      ? (now().getTime() - Date.parse(auditVerification.at)) / 1000
      : undefined,
    landfall_forged: wallets.forged.length + methods.length,
    landfall_forgery_alarms: backlog.forgeryAlarms,
    landfall_deposits_reorganised: reorganised.length,
    landfall_backup_age_seconds: backlog.backupSeconds ?? undefined,
    landfall_settings_differ: differences.length,
    landfall_replica_lag_bytes: lag?.bytes ?? undefined,
    landfall_replica_lag_seconds: lag?.seconds,
    landfall_listening: Number(events.connected),
    landfall_restored_copy: Number(deps.installation.copy !== undefined),
  };
}
