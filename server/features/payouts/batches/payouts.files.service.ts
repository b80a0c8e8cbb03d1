import type { Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { payoutShape, type PayoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import { emptyColumnOf } from '#shared/payouts/payouts.columns.ts';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { holdAccount, holdProfile, type AccountRow } from '../accounts/payouts.accounts.queries.ts';
import { isOwnProfile } from '../accounts/payouts.profiles.service.ts';
import { valuesOf } from '../files/payouts.csv.ts';
import { paysExactly } from '../files/payouts.file.reader.ts';
import { fileOf } from '../files/payouts.file.ts';
import type { FileBatch } from '../files/payouts.file.types.ts';
import { readBatchLines, type PayoutRow } from '../list/payouts.list.queries.ts';
import { batchReference, moneyText, payeeOf, sumText } from '../list/payouts.present.ts';
import { sha256Hex } from '../payouts.queries.ts';
import {
  readBatch,
  readPayoutFile,
  storePayoutFile,
  type BatchRow,
  type PayoutFile,
} from './payouts.batches.queries.ts';

/** The refusal (409) of a stored file that differs from the one that the product wrote. */
export const fileChanged = () => new Conflict('file_changed', 'file_changed');
/** The refusal (409) of a batch that has changed since it was shown. */
export const batchChanged = () => new Conflict('batch_changed', 'batch_changed');

type PayingAccount = { account: AccountRow; shape: PayoutShape | null };

/** The account of a batch and the layout of its file, both as the product wrote them; undefined where one is not. */
export async function payingOf(
  tx: Tx,
  { accountId, format }: Pick<BatchRow, 'accountId' | 'format'>,
): Promise<PayingAccount | undefined> {
  const account = accountId === null ? undefined : await holdAccount(tx, { id: accountId });
  if (!account || !isSignedRow(signedTables.deskAccount, account)) return undefined;
  if (format !== 'csv' && format !== 'wise') return { account, shape: null };
  const profile = account.profileId === null ? undefined : await holdProfile(tx, account.profileId);
  if (profile && !isOwnProfile(profile)) return undefined;
  return profile && { account, shape: payoutShape.parse(profile.shape) };
}

type Batch = Pick<BatchRow, 'id' | 'seq' | 'accountId' | 'currency' | 'executeOn' | 'total' | 'format'>;

/**
 * Writes the file of a batch from the frozen copies of its payees, and reads it again before it is stored: it pays
 * exactly these lines. Returns its SHA-256. By hand there is no file. Refuses with payee_blocked a file that reads
 * otherwise, and as `batchChanged` a batch that no longer fits its account.
 */
export async function writeBatchFile(
  tx: Tx,
  batch: Batch,
  { lines, now, executeOn }: { lines: readonly PayoutRow[]; now: Date; executeOn: string },
): Promise<string> {
  const { id, seq, currency, format, total } = batch;
  const payingAccount = await payingOf(tx, batch);
  if (!payingAccount || format === 'by_hand') throw batchChanged();
  const { account, shape } = payingAccount;
  const content: FileBatch = {
    reference: batchReference(seq),
    currency,
    total: moneyText(total, currency),
    executeOn,
    at: now,
    account,
    lines: fileLinesOf(lines, currency),
  };
  const amounts = content.lines.map(({ amount }) => amount);
  if (sumText(amounts, currency) !== content.total) throw batchChanged();
  if (format === 'csv' && shape) assertFilled(content, shape, lines);
  const { bytes, name } = fileOf(format, content, shape);
  if (!paysExactly({ format, bytes, shape }, content.lines))
    throw new Unprocessable('payee_blocked', 'payout_file_unlike');
  const sha256 = sha256Hex(bytes);
  await storePayoutFile(tx, { batchId: id, bytes, sha256, fileName: name });
  return sha256;
}

function fileLinesOf(lines: readonly PayoutRow[], currency: string): FileBatch['lines'] {
  return lines.map((line) => ({
    endToEndId: line.endToEndId ?? '',
    reference: line.reference,
    amount: moneyText(line.amount, currency),
    currency,
    payee: payeeOf(line.attemptDetails),
  }));
}

/** Refuses a payout that leaves a column of the layout empty, and names both. */
function assertFilled(content: FileBatch, shape: PayoutShape, lines: readonly PayoutRow[]): void {
  for (const line of content.lines) {
    const column = emptyColumnOf(shape, valuesOf(line, content));
    if (column === undefined) continue;
    const { reference, endToEndId } = line;
    const id = lines.find((row) => row.endToEndId === endToEndId)?.id ?? '';
    throw new Unprocessable(
      'payee_blocked',
      reasonWith('payout_column_empty', { reference, id, code: 'column', column }),
    );
  }
}

/** True if the bytes of a file are those that the product stored, under its signature. */
const isIntact = (file: PayoutFile): boolean => sha256Hex(file.bytes) === file.sha256;
const isSigned = (file: PayoutFile): boolean => isSignedRow(signedTables.payoutFile, file);

/**
 * True if a file pays exactly its batch: its bytes fit hash and signature and, before it may leave, each line. A file
 * from before files were signed is compared by its lines alone, until it was sent.
 */
export async function isOwnFile(
  tx: Tx,
  batch: BatchRow,
  { file, lines }: { file: PayoutFile | undefined; lines: readonly PayoutRow[] },
): Promise<boolean> {
  if (!file || !isIntact(file) || (file.signature !== null && !isSigned(file))) return false;
  const { format, state, currency } = batch;
  const isKnownByLines = state === 'prepared' || (state === 'released' && file.signature === null);
  if (format === 'by_hand' || !isKnownByLines) return true;
  const paying = await payingOf(tx, batch);
  return (
    paying !== undefined &&
    paysExactly({ format, bytes: file.bytes, shape: paying.shape }, fileLinesOf(lines, currency))
  );
}

/** The states of a batch whose file may be handed to the bank. */
const servedStates: readonly BatchState[] = ['released', 'sent', 'closed'];

/** Returns the file of a batch as it was released, and never another one. Refuses with not_found. */
export async function batchFile(
  deps: Pick<Platform, 'db' | 'inTx'>,
  actor: Actor,
  id: Id<'payoutBatch'>,
): Promise<{ file: FileAnswer; sha256: string }> {
  const batch = await readBatch(deps.db, id);
  const storedPayoutFile = servedStates.includes(batch.state)
    ? await readPayoutFile(deps.db, { batchId: id })
    : undefined;
  if (!storedPayoutFile) throw new NotFound('payout_file_not_found');
  const { bytes, sha256, fileName } = storedPayoutFile;
  await deps.inTx(async (tx) => {
    if (!(await isOwnFile(tx, batch, { file: storedPayoutFile, lines: await readBatchLines(tx, { batchId: id }) })))
      throw fileChanged();
    await recordAudit(tx, actor, 'payout_batch.downloaded', { type: 'payout_batch', id }, { fileName, sha256 });
  });
  const type = fileName.endsWith('.xml') ? 'application/xml' : 'text/csv';
  return { file: { bytes, size: bytes.length, type, downloadName: fileName, inline: false }, sha256 };
}
