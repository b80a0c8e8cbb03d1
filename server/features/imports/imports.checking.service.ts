import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, Invalid, TooLarge, Unprocessable, wrongField } from '#server/lib/refusal.ts';
import type { checkImport, ImportDetails } from '#shared/imports/imports.contract.ts';
import { maxImportBytes, maxImportRows } from '#shared/imports/imports.fields.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith, type Reason } from '#shared/kernel/reason.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { megabyteBytes } from '#shared/reference/units-of-size.ts';
import { currencyRuleOf } from '#shared/settings/settings.offer.ts';
import { rowsAtOnce } from './imports.blocks.ts';
import { createComparer } from './imports.comparing.ts';
import { importDetails } from './imports.list.service.ts';
import type { ImportsDeps } from './imports.ports.ts';
import * as queries from './imports.queries.ts';
import { encryptValues } from './imports.values.ts';
import type { ImportRefusal, UnreadableImport } from './reading/imports.columns.ts';
import { readImportFile } from './reading/imports.reading.thread.ts';
import type { ReadLine } from './reading/imports.reading.ts';

type Input = BodyOf<typeof checkImport>;

/**
 * Reads a file in a thread, compares it with the accounts that exist, and stores a preview of its rows. A file with
 * equal bytes and mapping is the import of before; another mapping replaces an import that was not applied. Refuses
 * with file_missing, file_too_large, and an unreadable file by its first problem.
 */
export async function checkFile(
  deps: ImportsDeps,
  actor: Actor,
  { kind, mapping }: Input,
  [file]: readonly StagedFile[],
  { idempotency, onKnown }: { idempotency: Idempotency<ImportDetails>; onKnown: () => void },
): Promise<Outcome<ImportDetails>> {
  if (!file) throw wrongField('csv', 'import_missing', 'file_missing');
  const sizeReason = reasonWith('import_too_large', { max: maxImportBytes / megabyteBytes });
  if (file.size > maxImportBytes) throw new TooLarge('file_too_large', sizeReason, { fields: { csv: sizeReason } });
  const sha256 = file.sentHash.toString('hex');
  const mappingHash = createHash('sha256')
    .update(canonicalJson(mapping ?? {}))
    .digest('hex');
  const id = newId('import');
  const compare = createComparer(deps.db, kind);
  const collectedRows = new CollectedRows({ importId: id, secret: deps.env.encryptionKey });
  const input = { bytes: await readFile(file.path), kind, mapping: mapping ?? {}, ...railsOf(deps) };
  const fileResult = await readImportFile(input, async (lines) => collectedRows.add(await compare(lines)));
  if ('refusal' in fileResult) throw refusalOf(fileResult.refusal);
  return idempotency.run(async (tx) => {
    // Two uploads of one file at once: the second finds the import of the first.
    await lockName(tx, `import ${kind} ${sha256}`);
    const [previousImport] = await queries.listSameFile(tx, { sha256, kind });
    if (previousImport?.mappingHash === mappingHash) {
      onKnown();
      return importDetails({ ...deps, db: tx }, previousImport.id);
    }
    if (previousImport) await dropReplaced(tx, previousImport.id);
    const result = {
      id,
      kind,
      sha256,
      mappingHash,
      fileName: file.originalName,
      madeBy: actor.userId,
      madeAt: deps.now(),
    };
    await queries.insertImport(tx, { ...result, ...fileResult, ...collectedRows.counts });
    for (let at = 0; at < collectedRows.rows.length; at += rowsAtOnce)
      await queries.insertRows(tx, collectedRows.rows.slice(at, at + rowsAtOnce));
    const { ready, same, skipped } = collectedRows.counts;
    await recordAudit(tx, actor, 'import.checked', { type: 'import', id }, { ready, same, skipped, sha256 });
    return importDetails({ ...deps, db: tx }, id);
  });
}

/** Drops the import that another mapping replaces, unless a member has applied or dropped it meanwhile. */
async function dropReplaced(tx: Tx, id: Id<'import'>): Promise<void> {
  const row = await queries.lockImport(tx, id);
  if (row?.state === 'applied') throw new Conflict('conflict', 'import_applied');
  if (row?.state === 'checked') await queries.dropImport(tx, id);
}

/** The rails of each currency, by which an account is read. */
function railsOf(deps: SettingsPorts) {
  const { offer } = settingsOf(deps);
  return {
    methodsOf: Object.fromEntries(payoutCurrencies.map(({ code }) => [code, currencyRuleOf(offer, code).methods])),
  };
}

/** The rows of a file in their stored form, encrypted as they come: their values are in memory for a moment only. */
class CollectedRows {
  readonly rows: queries.NewRow[] = [];
  readonly counts = { rows: 0, ready: 0, same: 0, skipped: 0, reachable: 0 };
  private readonly bound: { importId: Id<'import'>; secret: string };

  constructor(context: { importId: Id<'import'>; secret: string }) {
    this.bound = context;
  }

  add(lines: readonly ReadLine[]): void {
    for (const { line, cells, state, customer, account, problems } of lines) {
      const isReady = state === 'ready';
      const values = encryptValues(isReady ? { customer, account } : { cells }, { ...this.bound, line });
      this.rows.push({ importId: this.bound.importId, line, state, values, problems });
      this.counts.rows += 1;
      this.counts[state === 'problem' ? 'skipped' : state] += 1;
      if (isReady && customer.email !== null) this.counts.reachable += 1;
    }
  }
}

const unreadableReasons: Record<UnreadableImport, Reason> = {
  charset: 'import_charset',
  columns: 'import_columns',
  empty: 'import_empty',
  format: 'import_format',
  size: 'import_size',
  twice: 'import_twice',
  unfinished: 'import_unfinished',
};

function refusalOf(refusal: ImportRefusal) {
  if (refusal.code === 'rows') {
    const rowCountReason = reasonWith('import_too_many_rows', { max: maxImportRows });
    return new Unprocessable('too_many_rows', rowCountReason, { fields: { csv: rowCountReason } });
  }
  if (refusal.code === 'mapping') {
    const unknownReason = reasonWith('mapping_unknown', { heading: refusal.heading });
    return new Invalid('invalid_input', unknownReason, { fields: { mapping: unknownReason } });
  }
  const { line, why, found = '' } = refusal;
  const reason = reasonWith(unreadableReasons[why], { line, why, found });
  return new Unprocessable('import_unreadable', reason, { fields: { csv: reason } });
}
