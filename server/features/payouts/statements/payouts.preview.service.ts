import { readFile } from 'node:fs/promises';
import type { Db } from '#server/db/connection.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { NotFound } from '#server/lib/refusal.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { storedStatementShape } from '#shared/payouts/payouts.accounts.contract.ts';
import type { importStatement, StatementPreview } from '#shared/payouts/payouts.statements.contract.ts';
import { readAccounts, readProfiles } from '../accounts/payouts.accounts.queries.ts';
import type { PayoutsDeps } from '../payouts.ports.ts';
import { findFor } from './payouts.findings.service.ts';
import { forEachYielding } from './payouts.matching.ts';
import { newLinesOf } from './payouts.new-lines.service.ts';
import { refusalOf } from './payouts.statement.refusals.ts';
import { previewStatementFile, readStatementFile } from './payouts.statement.thread.ts';
import type { StatementInput } from './payouts.statement.ts';

/** The profiles by which tables of banks are read. */
export async function savedProfiles(db: Db) {
  const profiles = (await readProfiles(db)).filter(({ direction }) => direction === 'statement');
  return profiles.map(({ id, shape }) => ({ id, shape: storedStatementShape.parse(shape) }));
}

/** Longest file that is read a second time to count its lines: a longer one is only shown. */
const maxPreviewLines = 5_000;

type PreviewFields = Pick<BodyOf<typeof importStatement>, 'accountId' | 'format' | 'profileId'>;

/**
 * The first lines of a file as they would be imported, and what its lines would be found to be; stores nothing. Refuses
 * with not_found for an unknown account or layout.
 */
export async function previewOf(deps: PayoutsDeps, fields: PreviewFields, file: StagedFile): Promise<StatementPreview> {
  const { db } = deps;
  const accounts = await readAccounts(db);
  const profiles = await savedProfiles(db);
  const { accountId, profileId } = fields;
  if (accountId !== undefined && !accounts.some(({ id }) => id === accountId))
    throw new NotFound('statement_account_not_found');
  if (profileId !== undefined && !profiles.some(({ id }) => id === profileId))
    throw new NotFound('statement_profile_not_found');
  const accountRefs = accounts.map(({ id, currency, iban, accountNumber }) => ({ id, currency, iban, accountNumber }));
  const bytes = await readFile(file.path);
  const result = await previewStatementFile({ bytes, ...fields, accounts: accountRefs, profiles });
  if ('refusal' in result) throw refusalOf(result.refusal);
  const { accountId: namedAccountId, ...preview } = result.preview;
  const account = accounts.find(({ id }) => id === namedAccountId);
  const ownAccount = accountRefs.find(({ id }) => id === (accountId ?? namedAccountId));
  const profile = profiles.find(({ id }) => id === preview.profileId)?.shape;
  const isReadable = preview.missing.length === 0 && preview.layout === null && preview.count <= maxPreviewLines;
  const match =
    ownAccount && isReadable ? await countFound(deps, { bytes, profile, account: ownAccount, ...fields }) : null;
  return { ...preview, account: account ? { id: account.id, name: account.name } : null, found: match };
}

type CountedInput = Pick<StatementInput, 'bytes' | 'format' | 'profile'> & {
  account: StatementInput['account'] & { id: Id<'deskAccount'> };
};

/**
 * Counts the lines that fit, are proposed, are left over or are stored already; null if the import refuses the file.
 */
async function countFound(deps: PayoutsDeps, { account, ...input }: CountedInput): Promise<StatementPreview['found']> {
  const result = await readStatementFile({ ...input, account, accountConfirmed: true });
  if ('refusal' in result) return null;
  const { statement } = result;
  const accountKey = { accountId: account.id, currency: account.currency };
  const newLines = await newLinesOf(deps.db, statement, accountKey);
  const findings = await findFor(deps.db, deps, accountKey, newLines);
  const counts = { exact: 0, proposed: 0, unmatched: 0, known: statement.lines.length - newLines.length };
  await forEachYielding(newLines, ({ id }) => {
    const { state, rule } = findings.get(id) ?? {};
    counts[state !== 'proposed' ? 'unmatched' : rule === 'exact' ? 'exact' : 'proposed'] += 1;
  });
  return counts;
}
