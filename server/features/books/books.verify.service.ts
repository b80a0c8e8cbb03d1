import type { Db } from '#server/db/connection.ts';
import { raiseAlarm } from '#server/features/alarms/alarms.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import { findWrongBalances, isOwnEntry, storeCheck, type Finding } from '#server/features/book/book.checks.service.ts';
import { isOwnClosing, monthAfter, monthOf } from '#server/features/book/book.periods.service.ts';
import type { Platform } from '#server/platform.ts';
import { accountText } from '#shared/book/book.accounts.ts';
import { streamEntries, type ValuedEntry } from './journal/books.entries.ts';
import { findFirstMonth, readClosed } from './periods/books.periods.queries.ts';
import { sumMonth } from './periods/books.totals.ts';

/**
 * Number of differences that are named: one change of many rows is one alarm, and an alarm for each row would hide it.
 */
const maxNamed = 10;

/**
 * Adds all lines of the book again: balances, signatures and closed months must agree. Each difference is an alarm,
 * once, and the first is on the overview until none is left.
 */
export async function verifyBook(deps: Pick<Platform, 'db' | 'env' | 'inTx' | 'log' | 'now'>): Promise<void> {
  const findings: Finding[] = [];
  for await (const finding of findingsOf(deps.db, deps.now())) {
    findings.push(finding);
    if (findings.length === maxNamed) break;
  }
  for (const finding of findings) {
    deps.log.error({ what: finding.what, id: finding.id }, 'The book was changed behind the product');
    await raiseAlarm(deps, {
      subject: { type: 'book', id: finding.id },
      content: [finding.what, finding.id],
      audited: auditRecord('book.changed', { what: finding.what }),
      mail: { template: 'order_alarm', data: { reference: finding.id, path: '/admin/books?tab=months' } },
    });
  }
  await deps.inTx((tx) => storeCheck(tx, deps.now(), findings[0]));
}

async function* findingsOf(db: Db, now: Date): AsyncGenerator<Finding> {
  yield* changedEntries(db, now);
  for await (const account of findWrongBalances(db)) yield { what: 'balance', id: accountText(account) };
  for (const period of await readClosed(db)) {
    const isOurs = isOwnClosing(period) && (await sumMonth(db, period.month)).digest === period.sha256;
    if (!isOurs) yield { what: 'month', id: period.month };
  }
}

async function* changedEntries(db: Db, now: Date): AsyncGenerator<Finding> {
  const firstMonth = await findFirstMonth(db);
  if (firstMonth === undefined) return;
  // An entry that a change put into a later month is an entry as well.
  const before = monthAfter(monthAfter(monthOf(now)));
  for await (const entries of streamEntries(db, { first: firstMonth, before }))
    for (const entry of entries) if (!hasValidSignature(entry)) yield { what: 'entry', id: entry.key };
}

function hasValidSignature({ lines, ...entry }: ValuedEntry): boolean {
  const signedLines = lines.map(({ from, to, unit, amount }) => ({
    from: { ...from, unit },
    to: { ...to, unit },
    amount,
  }));
  return isOwnEntry(entry, signedLines);
}
