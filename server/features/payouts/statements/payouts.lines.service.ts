import type { Db, Tx } from '#server/db/connection.ts';
import { containsPattern, namePatterns } from '#server/db/like.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { QueryOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal } from '#shared/kernel/money.ts';
import { compareNames } from '#shared/payouts/payee.names.ts';
import { lineStates } from '#shared/payouts/payouts.lifecycle.ts';
import {
  matchRules,
  type listStatementLines,
  type StatementLineView,
} from '#shared/payouts/payouts.statements.contract.ts';
import { byLikelihood } from '#shared/settlements/settlements.likelihood.ts';
import { moneyText } from '../list/payouts.present.ts';
import * as queries from './payouts.lines.queries.ts';
import { matchOf } from './payouts.match.present.ts';
import { readMatches, type MatchOfLine } from './payouts.match.queries.ts';
import { groupBy } from './payouts.matching.ts';

/** Returns the rule that matched a line; null for none, or one of another version. */
export function ruleOf({ rule }: Pick<queries.LineRow, 'rule'>): StatementLineView['rule'] {
  return matchRules.find((matchRule) => matchRule === rule) ?? null;
}

type Payees = ReadonlyMap<string, { name: string | null; approvedAt: Date }>;

/** The payouts that a line may be about, with their payees: exact amounts of its days first, then its name. */
function candidatesOf({ candidates, bookedOn, counterpartyName }: queries.LineRow, payees: Payees) {
  return byLikelihood(candidates, ({ payoutId, difference }) => {
    const { name, approvedAt } = payees.get(payoutId ?? '') ?? {};
    return {
      difference: decimal(difference),
      apartMs: approvedAt ? Date.parse(bookedOn) - approvedAt.getTime() : null,
      isNamed: !!name && !!counterpartyName && compareNames(name, counterpartyName) !== 'other',
    };
  }).map((match) => ({ ...match, payee: payees.get(match.payoutId ?? '')?.name ?? null }));
}

function presentLine(row: queries.LineRow, matches: readonly MatchOfLine[], payees: Payees): StatementLineView {
  const { currency, bankRef, endToEndId, counterpartyName, counterpartyAccount, accountId: _account, ...rest } = row;
  return {
    ...rest,
    currency,
    amount: moneyText(row.amount, currency),
    bankRef: bankRef ?? '',
    endToEndId: endToEndId ?? '',
    counterpartyName: counterpartyName ?? '',
    counterpartyAccount: counterpartyAccount ?? '',
    rule: ruleOf(row),
    candidates: candidatesOf(row, payees),
    match: matchOf(matches, currency),
  };
}

async function presentLines(db: Pick<Db, 'ask'>, lines: readonly queries.LineRow[]): Promise<StatementLineView[]> {
  const matches = groupBy(await readMatches(db, { lineIds: lines.map(({ id }) => id) }), ({ lineId }) => lineId);
  const payoutIds = lines.flatMap((line) => line.candidates.flatMap(({ payoutId }) => payoutId ?? []));
  const payees = new Map((await queries.readPayees(db, { ids: payoutIds })).map(({ id, ...payee }) => [id, payee]));
  return lines.map((line) => presentLine(line, matches.get(line.id) ?? [], payees));
}

/** Returns a line as the team sees it. Refuses with not_found. */
export async function lineView(db: Pick<Db, 'ask'>, id: Id<'statementLine'>): Promise<StatementLineView> {
  const [line] = await presentLines(db, await queries.readLines(db, { ids: [id] }));
  if (!line) throw new NotFound('statement_line_not_found');
  return line;
}

/** A page of the lines, newest day first. */
export async function listLines(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { state, exact, q, page, pageSize, ...filter }: QueryOf<typeof listStatementLines>,
): Promise<{ rows: StatementLineView[]; total: number }> {
  const states = state === undefined ? lineStates : [state].flat();
  const search = { pattern: q ? containsPattern(q) : null, patterns: q ? namePatterns(q) : [] };
  const seesAccounts = !actor.masks.includes('accounts');
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const isExact = exact === undefined ? null : exact === 'true';
  const lineFilter = { ...filter, ...search, states, isExact, seesAccounts };
  const { rows, total } = await queries.listLineRows(db, lineFilter, range);
  return { rows: await presentLines(db, rows), total };
}

/** Locks one line and returns it. Refuses with not_found. */
export async function lockLine(tx: Tx, id: Id<'statementLine'>): Promise<queries.LineRow> {
  const [line] = await queries.lockLines(tx, [id]);
  if (!line) throw new NotFound('statement_line_not_found');
  return line;
}
