import { readFile } from 'node:fs/promises';
import type { Db, Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { Platform } from '#server/platform.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { storedStatementShape } from '#shared/payouts/payouts.accounts.contract.ts';
import type {
  importStatement as importContract,
  ImportedStatement,
  StatementView,
} from '#shared/payouts/payouts.statements.contract.ts';
import { lockAccount, readAccount, readProfile } from '../accounts/payouts.accounts.queries.ts';
import { moneyText } from '../list/payouts.present.ts';
import { alarmReleasers } from '../payouts.mail.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { readBegunAfter, readEndedBefore } from './payouts.balances.queries.ts';
import { openingThatFits, type Balances } from './payouts.continuity.ts';
import { findFor, storedFinding, storedFindings } from './payouts.findings.service.ts';
import { forEachYielding } from './payouts.matching.ts';
import { newLinesOf } from './payouts.new-lines.service.ts';
import { savedProfiles } from './payouts.preview.service.ts';
import { settleExact } from './payouts.settling.service.ts';
import { refusalOf } from './payouts.statement.refusals.ts';
import { readStatementFile } from './payouts.statement.thread.ts';
import type { ReadStatement, StatementLine } from './payouts.statement.ts';
import * as queries from './payouts.statements.queries.ts';

type ImportInput = BodyOf<typeof importContract>;

/**
 * Imports a statement of one of our accounts. A thread reads it, each line is stored once however many files contain
 * it, and lines are matched. A repeated file changes nothing. Refuses with not_found, with conflict balances that do
 * not continue those of the account and have no `reason`, and an unreadable file by its first problem; then nothing is
 * stored.
 */
export async function importStatement(
  deps: PayoutsDeps,
  actor: Actor,
  { accountId = '', format, profileId, reason, accountConfirmed }: ImportInput,
  file: StagedFile,
  { idempotency, onKnown }: { idempotency: Idempotency<ImportedStatement>; onKnown?: () => void },
): Promise<Outcome<ImportedStatement>> {
  const { db } = deps;
  const account = await readAccount(db, { id: accountId });
  if (!account) throw new NotFound('statement_account_not_found');
  const sha256 = file.sentHash.toString('hex');
  const profile = profileId === undefined ? undefined : await profileOf(db, profileId);
  const bytes = await readFile(file.path);
  const isKnown = await queries.findSameFile(db, { accountId, sha256 });
  // A member who names the layout confirms the file; one that was recognised by itself needs a confirmation.
  const isConfirmed = accountConfirmed === 'true' || profile !== undefined;
  const profiles = profile ? [] : await savedProfiles(db);
  const input = { bytes, format, profile, profiles, account, accountConfirmed: isConfirmed };
  const result = isKnown ? undefined : await readStatementFile(input);
  if (result && 'refusal' in result) throw refusalOf(result.refusal);
  const id = newId('statement');
  return idempotency.run(async (tx) => {
    await lockAccount(tx, { id: accountId });
    const sameFile = await queries.findSameFile(tx, { accountId, sha256 });
    if (sameFile || !result) {
      onKnown?.();
      return { ...(await statementView(tx, sameFile?.id ?? '')), isNew: false, added: 0, others: [], leftOut: 0 };
    }
    const { statement, others, leftOut } = result;
    const gap = await gapOf(tx, accountId, account.currency, statement);
    if (gap && !reason) throw new Conflict('conflict', reasonWith('balance_gap', gap));
    const gapReason = gap && reason ? reason : null;
    const meta = { id, accountId, profileId: profileId ?? null, fileName: file.originalName, sha256, bytes, gapReason };
    const lineCount = await storeStatement(tx, deps, statement, { ...meta, currency: account.currency, actor });
    const details = { sha256, lines: statement.lines.length, added: lineCount, ...gap };
    await recordAudit(tx, actor, 'statement.imported', { type: 'statement', id }, details);
    await publish(tx, { kind: 'payouts_changed' });
    // The import's answer includes how many lines it settled.
    if (settingsOf(deps).payouts.settleExact === 'auto')
      await settleExact({ ...deps, db: tx, inTx: (work) => work(tx) }, actor, id);
    return { ...(await statementView(tx, id)), others, leftOut };
  });
}

/**
 * The balance with which a statement should open to continue those of its
 * account, and its own; undefined where it does.
 */
async function gapOf(tx: Tx, accountId: Id<'deskAccount'>, currency: string, statement: ReadStatement) {
  const { from, to, openingBalance, closingBalance } = statement;
  if (from === null || to === null) return undefined;
  const amountText = (amount: string | null) => (amount === null ? null : moneyText(amount, currency));
  const balances = (row: Balances) => {
    return { ...row, openingBalance: amountText(row.openingBalance), closingBalance: amountText(row.closingBalance) };
  };
  const before = (await readEndedBefore(tx, { accountId, day: from })).map(balances);
  const after = (await readBegunAfter(tx, { accountId, day: to })).map(balances);
  const expectedOpening = openingThatFits({ from, to, openingBalance, closingBalance }, { before, after }, currency);
  return expectedOpening === undefined ? undefined : { expected: expectedOpening, opening: openingBalance ?? '' };
}

function presentStatement(row: queries.StatementRow): StatementView {
  const { accountId, accountName, importedBy, importerName, openingBalance, closingBalance, ...rest } = row;
  const amountText = (amount: string | null) => (amount === null ? null : moneyText(amount, row.currency));
  return {
    ...toWireRow(rest),
    account: { id: accountId, name: accountName },
    openingBalance: amountText(openingBalance),
    closingBalance: amountText(closingBalance),
    isNew: true,
    importedBy: { id: importedBy, name: importerName },
  };
}

/** Returns a statement as the team sees it. Refuses with not_found. */
export async function statementView(db: Pick<Db, 'ask'>, id: Id<'statement'>): Promise<StatementView> {
  const row = await queries.readStatementRow(db, { id });
  if (!row) throw new NotFound('statement_not_found');
  return presentStatement(row);
}

/** A page of the statements, newest first. */
export async function listStatements(
  { db }: Pick<Platform, 'db'>,
  { account, page, pageSize }: { account?: string | undefined; page: number; pageSize: number },
): Promise<{ rows: StatementView[]; total: number }> {
  const range = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await queries.listStatementRows(db, account ?? null, range);
  return { rows: rows.map(presentStatement), total };
}

async function profileOf(db: Db, id: Id<'payoutProfile'>) {
  const profile = await readProfile(db, id);
  if (profile?.direction !== 'statement') throw new NotFound('statement_profile_not_found');
  return storedStatementShape.parse(profile.shape);
}

type StoredColumn = 'id' | 'accountId' | 'profileId' | 'fileName' | 'sha256' | 'bytes' | 'gapReason';

interface Meta extends Pick<queries.NewStatement, StoredColumn> {
  currency: string;
  actor: Actor;
}

/** Stores a statement and those of its lines that no earlier file had; returns how many they are. */
async function storeStatement(tx: Tx, deps: PayoutsDeps, statement: ReadStatement, meta: Meta): Promise<number> {
  const { actor, currency, ...rest } = meta;
  const { lines, from, to, ...details } = statement;
  const newLines = await newLinesOf(tx, statement, { accountId: meta.accountId, currency });
  const findings = await findFor(tx, deps, { accountId: meta.accountId, currency }, newLines);
  const counts = { lineCount: lines.length, added: newLines.length, known: lines.length - newLines.length };
  const by = { importedBy: actor.userId, importedAt: deps.now() };
  await queries.insertStatement(tx, { ...rest, ...details, fromOn: from, toOn: to, ...counts, ...by });
  const statementKey = { statementId: meta.id, accountId: meta.accountId };
  await queries.insertLines(tx, statementKey, newLines, ({ id: line }) => storedFinding(findings.get(line)));
  const alarms: StatementLine[] = [];
  await forEachYielding(newLines, (line) => {
    if (findings.get(line.id)?.isAlarm) alarms.push(line);
    findings.delete(line.id);
  });
  // The remaining lines were in earlier files.
  await queries.updateFindings(tx, storedFindings([...findings]));
  // One mail for a file, however many payments left twice: the page lists them.
  const payments = alarms
    .slice(0, 10)
    .map(({ references, amount, currency: code }) => `${references.join(', ')}: ${amount} ${code}`);
  const data = { count: alarms.length, payments };
  if (alarms.length > 0) await alarmReleasers(tx, () => ({ template: 'paid_twice', data }));
  return newLines.length;
}
