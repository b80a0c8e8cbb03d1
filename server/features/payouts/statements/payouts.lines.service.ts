import type { Db, Tx } from '#server/db/connection.ts';
import { containing } from '#server/db/like.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { QueryOf } from '#shared/kernel/endpoint.ts';
import { lineStates } from '#shared/payouts/payouts.lifecycle.ts';
import {
  matchRules,
  type listStatementLines,
  type StatementLineView,
} from '#shared/payouts/payouts.statements.contract.ts';
import { moneyText } from '../list/payouts.present.ts';
import * as queries from './payouts.lines.queries.ts';
import type { Candidate } from './payouts.matching.ts';

/** What a proposal of a line stores beside what is shown. */
type StoredCandidate = Candidate & { fee?: string; split?: string[] };

export function candidatesOf({ candidates }: Pick<queries.LineRow, 'candidates'>): StoredCandidate[] {
  return candidates as StoredCandidate[];
}

export function ruleOf({ rule }: Pick<queries.LineRow, 'rule'>): StatementLineView['rule'] {
  return matchRules.find((known) => known === rule) ?? null;
}

interface StoredMatch {
  rule: string;
  at: string;
  byId: string | null;
  byName: string | null;
  transactionId: string | null;
  fee: string | number | null;
  payouts: { id: string; reference: string; amount: string | number }[];
}

function presentLine(row: queries.LineRow): StatementLineView {
  const { currency, bankRef, endToEndId, counterpartyName, counterpartyAccount, accountId: _account, ...rest } = row;
  const money = (amount: string | number) => moneyText(String(amount), currency);
  const match = row.match as StoredMatch | null;
  return {
    ...rest,
    currency,
    amount: money(row.amount),
    bankRef: bankRef ?? '',
    endToEndId: endToEndId ?? '',
    counterpartyName: counterpartyName ?? '',
    counterpartyAccount: counterpartyAccount ?? '',
    rule: ruleOf(row),
    candidates: candidatesOf(row),
    match: match && {
      rule: match.rule,
      payouts: match.payouts.map((payout) => ({ ...payout, amount: money(payout.amount) })),
      transactionId: match.transactionId,
      fee: match.fee === null ? null : money(match.fee),
      by: match.byId === null ? null : { id: match.byId, name: match.byName ?? '' },
      at: new Date(match.at).toISOString(),
    },
  };
}

/** A line as it goes over the wire; throws NotFound. */
export async function lineView(db: Pick<Db, 'run'>, id: string): Promise<StatementLineView> {
  const [row] = await queries.readLines(db, [id]);
  if (!row) throw new NotFound('statement_line_not_found');
  return presentLine(row);
}

/** A page of the lines, newest day first. */
export async function listLines(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { state, q, page, pageSize, ...filter }: QueryOf<typeof listStatementLines>,
): Promise<{ rows: StatementLineView[]; total: number }> {
  const states = state === undefined ? lineStates : [state].flat();
  const pattern = q ? containing(q) : null;
  const seesAccounts = !actor.masks.includes('accounts');
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await queries.listLineRows(db, { ...filter, states, pattern, seesAccounts }, range);
  return { rows: rows.map(presentLine), total };
}

/** One line, locked; throws NotFound. */
export async function lockLine(tx: Tx, id: string): Promise<queries.LineRow> {
  const [line] = await queries.lockLines(tx, [id]);
  if (!line) throw new NotFound('statement_line_not_found');
  return line;
}

/** Sets a line aside that is about none of ours. */
export async function ignoreLine(
  deps: Pick<Platform, 'db' | 'inTx'>,
  actor: Actor,
  id: string,
  reason: string,
): Promise<StatementLineView> {
  await deps.inTx(async (tx) => {
    const line = await lockLine(tx, id);
    if (line.state === 'matched' || line.state === 'ignored') throw new Conflict('conflict', 'statement_line_changed');
    // A proposal is dropped before the line is set aside.
    if (line.state === 'proposed') await queries.setLineStates(tx, [id], 'unmatched', null);
    await queries.setLineStates(tx, [id], 'ignored', reason);
    await recordAudit(tx, actor, 'statement_line.ignored', { type: 'statement_line', id });
    await publish(tx, { kind: 'payouts_changed' });
  });
  return lineView(deps.db, id);
}
