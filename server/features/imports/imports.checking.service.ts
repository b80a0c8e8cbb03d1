import { createHash, randomUUID } from 'node:crypto';
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
import { Conflict, Invalid, TooLarge, Unprocessable, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { checkImport, ImportDetails } from '#shared/imports/imports.contract.ts';
import { maxImportBytes, maxImportRows } from '#shared/imports/imports.fields.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import { filled, type Reason } from '#shared/kernel/reason.ts';
import { payoutCurrencies } from '#shared/reference/payout-currencies.ts';
import { currencyRuleOf } from '#shared/settings/settings.offer.ts';
import { compareAccounts, compareCustomers } from './imports.comparing.ts';
import { importDetails } from './imports.list.service.ts';
import * as queries from './imports.queries.ts';
import { encryptValues } from './imports.values.ts';
import type { ImportRefusal, UnreadableImport } from './reading/imports.columns.ts';
import { readImportFile } from './reading/imports.reading.thread.ts';
import type { ReadImport, ReadLine } from './reading/imports.reading.ts';

type Deps = Pick<Platform, 'db' | 'env' | 'inTx' | 'now'> & SettingsPorts;
type Input = BodyOf<typeof checkImport>;

/** So many rows fit into one statement. */
const rowsAtOnce = 500;

/**
 * Reads a file in a thread, compares it with the accounts that are there, and stores what would be made of it. The same bytes
 * and mapping again are the import of before; another mapping replaces it while it was not applied.
 */
export async function checkFile(
  deps: Deps,
  actor: Actor,
  { kind, mapping }: Input,
  [file]: readonly StagedFile[],
  { idempotency, onKnown }: { idempotency: Idempotency<ImportDetails>; onKnown: () => void },
): Promise<Outcome<ImportDetails>> {
  if (!file) throw wrongField('csv', 'import_missing', 'file_missing');
  const tooLarge = filled('import_too_large', { max: maxImportBytes / 1024 / 1024 });
  if (file.size > maxImportBytes) throw new TooLarge('file_too_large', tooLarge, { fields: { csv: tooLarge } });
  const sha256 = file.sentHash.toString('hex');
  const mappingHash = createHash('sha256')
    .update(canonicalJson(mapping ?? {}))
    .digest('hex');
  const read = await readImportFile({
    bytes: await readFile(file.path),
    kind,
    mapping: mapping ?? {},
    ...railsOf(deps),
  });
  if ('refusal' in read) throw refusalOf(read.refusal);
  const compare = kind === 'customers' ? compareCustomers : compareAccounts;
  const lines = await compare(deps.db, read.lines);
  return idempotency.run(async (tx) => {
    // Two uploads of one file at once: the second finds the import of the first.
    await lockName(tx, `import ${kind} ${sha256}`);
    const [before] = await queries.listSameFile(tx, { sha256, kind });
    if (before?.mappingHash === mappingHash) {
      onKnown();
      return importDetails({ ...deps, db: tx }, before.id);
    }
    if (before?.state === 'applied') throw new Conflict('conflict', 'import_applied');
    if (before) await queries.dropImport(tx, before.id);
    const id = await store(tx, deps, { ...read, lines }, { kind, sha256, mappingHash, file, actor });
    return importDetails({ ...deps, db: tx }, id);
  });
}

/** The rails of each currency, by which an account is read. */
function railsOf(deps: SettingsPorts) {
  const { offer } = settingsOf(deps);
  return {
    methodsOf: Object.fromEntries(payoutCurrencies.map(({ code }) => [code, currencyRuleOf(offer, code).methods])),
  };
}

type About = { kind: Input['kind']; sha256: string; mappingHash: string; file: StagedFile; actor: Actor };

async function store(
  tx: Tx,
  { env, now }: Deps,
  { encoding, separator, columns, lines }: ReadImport,
  { kind, sha256, mappingHash, file, actor }: About,
): Promise<string> {
  const id = randomUUID();
  const counted = (state: ReadLine['state']) => lines.filter((line) => line.state === state).length;
  const counts = { rows: lines.length, ready: counted('ready'), same: counted('same'), skipped: counted('problem') };
  const reachable = lines.filter(({ state, customer }) => state === 'ready' && customer?.email).length;
  const read = { fileName: file.originalName, encoding, separator, columns };
  const made = { madeBy: actor.userId, madeAt: now() };
  await queries.insertImport(tx, { id, kind, sha256, mappingHash, ...read, ...counts, reachable, ...made });
  for (let at = 0; at < lines.length; at += rowsAtOnce) {
    const some = lines.slice(at, at + rowsAtOnce).map(({ line, cells, state, customer, account, problems }) => {
      const bound = { secret: env.encryptionKey, importId: id, line };
      const values = encryptValues(state === 'ready' ? { customer, account } : { cells }, bound);
      return { importId: id, line, state, values, problems };
    });
    await queries.insertRows(tx, some);
  }
  const { ready, same, skipped } = counts;
  await recordAudit(tx, actor, 'import.checked', { type: 'import', id }, { ready, same, skipped, sha256 });
  return id;
}

const unreadable: Record<UnreadableImport, Reason> = {
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
    const tooMany = filled('import_too_many_rows', { max: maxImportRows });
    return new Unprocessable('too_many_rows', tooMany, { fields: { csv: tooMany } });
  }
  if (refusal.code === 'mapping') {
    const unknown = filled('mapping_unknown', { heading: refusal.heading });
    return new Invalid('invalid_input', unknown, { fields: { mapping: unknown } });
  }
  const { line, why, found = '' } = refusal;
  const because = filled(unreadable[why], { line, why, found });
  return new Unprocessable('import_unreadable', because, { fields: { csv: because } });
}
