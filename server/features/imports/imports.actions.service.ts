import type { Tx } from '#server/db/connection.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { fingerprintOf } from '#server/features/payout-accounts/payout-accounts.service.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict } from '#server/lib/refusal.ts';
import * as contract from '#shared/imports/imports.contract.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { rowsAtOnce } from './imports.blocks.ts';
import { findKnownUsers } from './imports.comparing.ts';
import type { ImportsDeps, ImportsPorts } from './imports.ports.ts';
import * as queries from './imports.queries.ts';
import { decryptValues } from './imports.values.ts';
import type { ReadAccount, ReadCustomer } from './reading/imports.row.ts';

const importRow: ActionRow<ImportsDeps, queries.ImportRow, void, { id: Id<'import'> }> = {
  lock: async (tx, { id }) => {
    const row = await queries.lockImport(tx, id);
    return row?.state === 'dropped' ? undefined : row;
  },
  missing: 'import_not_found',
  state: { of: ({ state }) => state, decided: () => new Conflict('conflict', 'import_applied') },
};

/** Makes the rows of an import in one transaction; skips customers who have got an account meanwhile. */
export const applyImport = act(contract.applyImport, importRow, {
  apply: async ({ tx, deps, actor, row, body: { invite }, now }) => {
    const rows = await readyRows(tx, deps, row.id);
    const by = { broughtBy: actor.userId, broughtAt: now };
    const invitationTerms = {
      importId: row.id,
      by,
      isInvited: invite ? await invitedAmong(tx, deps, rows) : () => false,
    };
    const result =
      row.kind === 'customers' ? await makeCustomers(tx, rows, invitationTerms) : await saveAccounts(tx, rows, row.id);
    const { created, invited } = result;
    await queries.setApplied(tx, { id: row.id, created });
    const counts = { created, skipped: row.rows - created, invited };
    return { answer: counts, details: counts };
  },
});

const drop = act(contract.dropImport, importRow, {
  apply: async ({ tx, row }) => {
    await queries.dropImport(tx, row.id);
    return { answer: undefined, details: {} };
  },
});

/** Each action of the team on an import. */
export const importActions: ActionsOf<ImportsDeps, 'users.write'> = [applyImport, drop];

type ReadyRow = { line: number; customer: ReadCustomer; account: ReadAccount | undefined };
type ImportCounts = { created: number; invited: number };

async function readyRows(tx: Tx, { env }: ImportsDeps, id: Id<'import'>): Promise<ReadyRow[]> {
  const importableRows: ReadyRow[] = [];
  for (let after = 0; ;) {
    const rows = await queries.listRows.ready(tx, { id, after, limit: rowsAtOnce });
    for (const { line, values } of rows) {
      const { customer, account } = decryptValues(values, { secret: env.encryptionKey, importId: id, line });
      if (customer) importableRows.push({ line, customer, account });
    }
    if (rows.length < rowsAtOnce) return importableRows;
    after = rows.at(-1)?.line ?? 0;
  }
}

type ImportOptions = {
  importId: Id<'import'>;
  by: { broughtBy: Id<'user'>; broughtAt: Date };
  isInvited: (customer: ReadCustomer) => boolean;
};

/** Selects the rows that an import invites: those with an address that did not unsubscribe from the newsletter. */
async function invitedAmong(tx: Tx, { unsubscribedAmong }: ImportsPorts, rows: readonly ReadyRow[]) {
  const emails = rows.flatMap(({ customer: { email } }) => email ?? []);
  const unsubscribedEmails = new Set(await unsubscribedAmong?.(tx, emails));
  return ({ email }: ReadCustomer) => email !== null && !unsubscribedEmails.has(email);
}

/** Makes the accounts in the order of their addresses, so that no two imports wait for each other. */
async function makeCustomers(
  tx: Tx,
  rows: readonly ReadyRow[],
  { importId, by, isInvited }: ImportOptions,
): Promise<ImportCounts> {
  const knownUsers = await findKnownUsers(
    tx,
    rows.map(({ customer }) => customer),
  );
  const missingRows = rows
    .filter(({ customer }) => knownUsers.judge(customer) === 'ready')
    .map((row) => ({ ...row, id: newId('user') }))
    .toSorted((a, b) => ((a.customer.email ?? '~') < (b.customer.email ?? '~') ? -1 : 1));
  const counts = { created: 0, invited: 0 };
  for (let at = 0; at < missingRows.length; at += rowsAtOnce) {
    const rowChunk = missingRows.slice(at, at + rowsAtOnce);
    const ids = await queries.insertUsers(
      tx,
      rowChunk.map(({ id, customer: { note: _note, ...customer } }) => ({
        ...customer,
        id,
        origin: 'brought' as const,
        ...by,
      })),
    );
    const createdRows = rowChunk.filter(({ id }) => ids.has(id));
    await queries.insertNotes(
      tx,
      createdRows.flatMap(({ id, customer: { note } }) =>
        note ? [{ userId: id, authorId: by.broughtBy, text: note }] : [],
      ),
    );
    await queries.insertAccounts(
      tx,
      createdRows.flatMap(({ id, account }) => (account ? [storedAccount(id, account)] : [])),
    );
    await queries.markRows(tx, {
      id: importId,
      lines: createdRows.map(({ line }) => line),
      userIds: createdRows.map(({ id }) => id),
      invited: createdRows.map(({ customer }) => isInvited(customer)),
    });
    counts.created += createdRows.length;
    counts.invited += createdRows.filter(({ customer }) => isInvited(customer)).length;
  }
  return counts;
}

function storedAccount(userId: Id<'user'>, { currency, details }: ReadAccount): queries.BroughtAccount {
  const fingerprint = fingerprintOf(details, currency);
  return { ...details, userId, currency, origin: 'brought', fingerprint };
}

/** Saves the accounts of customers who are there; one whose customer was erased meanwhile is skipped. */
async function saveAccounts(tx: Tx, rows: readonly ReadyRow[], importId: Id<'import'>): Promise<ImportCounts> {
  const knownUsers = await findKnownUsers(
    tx,
    rows.map(({ customer }) => customer),
  );
  let createdCount = 0;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const ownedAccounts = rows.slice(at, at + rowsAtOnce).flatMap(({ line, customer, account }) => {
      const owner = knownUsers.ownerOf(customer);
      return account && owner !== 'shared' && owner?.role === 'customer' ? [{ line, userId: owner.id, account }] : [];
    });
    createdCount += await queries.insertAccounts(
      tx,
      ownedAccounts.map(({ userId, account }) => storedAccount(userId, account)),
    );
    const lines = ownedAccounts.map(({ line }) => line);
    const userIds = ownedAccounts.map(({ userId }) => userId);
    await queries.markRows(tx, { id: importId, lines, userIds, invited: lines.map(() => false) });
  }
  return { created: createdCount, invited: 0 };
}
