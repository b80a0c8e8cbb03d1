import { isSignedRow, keyedHash, signedTables, signedValues, type SignedRow } from '#server/db/signing/signed-rows.ts';
import { auditRecord, writeAudit, type AuditRecord } from '#server/features/audit/audit.service.ts';
import { newestCheckpoint, verifyNow, type ChainHead } from '#server/features/audit/audit.verification.service.ts';
import { sendMail, type MailMessage } from '#server/features/mail/mail.service.ts';
import type { Platform } from '#server/platform.ts';
import type { AuditSubject } from '#shared/audit/audit.subjects.ts';
import type { Id, IdKind } from '#shared/kernel/ids.ts';
import { insertForgeryAlarm } from './alarms.queries.ts';

/** Content that the product did not write. */
type Forgery = {
  subject: AuditSubject;
  /** The whole forged row: another forgery is another alarm. */
  content: readonly unknown[];
  /** Action of the audit log, and its details. */
  audited: AuditRecord;
  /** The mail never contains the address or account, because its reader could mistake it for ours. */
  mail: MailMessage;
};

/** A row of each signed table that raises an alarm, with what its mail names besides. */
type ForgedRows = {
  order: SignedRow<typeof signedTables.order>;
  quote: SignedRow<typeof signedTables.quote>;
  wallet: SignedRow<typeof signedTables.wallet> & { name: string };
  walletChange: SignedRow<typeof signedTables.walletChange> & { name: string };
  depositSource: SignedRow<typeof signedTables.depositSource>;
  depositAddress: SignedRow<typeof signedTables.depositAddress>;
  paymentMethod: SignedRow<typeof signedTables.paymentMethod>;
  payout: SignedRow<typeof signedTables.payout> & { reference: string };
  payoutAttempt: SignedRow<typeof signedTables.payoutAttempt> & { reference: string };
  payoutProfile: SignedRow<typeof signedTables.payoutProfile>;
  refund: SignedRow<typeof signedTables.refund> & { reference: string | null };
  offer: SignedRow<typeof signedTables.offer>;
};
type ForgedTable = keyof ForgedRows;

type Report = Omit<Forgery, 'content'> & { log: string };

type OrderAlarm = `${'payout' | 'transaction' | 'sell_quote' | 'refund' | 'settlement'}.signature_failed`;

/** The alarm of a row that belongs to an order: the log and the mail name it by the order's reference. */
const ofOrder =
  <Kind extends IdKind>(subjectOf: (id: Id<Kind>) => AuditSubject, action: OrderAlarm, log: string) =>
  ({ id, reference }: { id: Id<Kind>; reference: string | null }): Report => {
    const namedReference = reference ?? id;
    const data = { reference: namedReference, path: `/admin/transactions?q=${encodeURIComponent(namedReference)}` };
    const audited = auditRecord(action, { reference });
    return { subject: subjectOf(id), log, audited, mail: { template: 'order_alarm', data } };
  };
const payoutReport = ofOrder(
  (id: Id<'payout'>) => ({ type: 'payout', id }),
  'payout.signature_failed',
  'A payout was changed behind the product: it is not paid',
);

const reports: { [Table in ForgedTable]: (row: ForgedRows[Table]) => Report } = {
  order: ofOrder(
    (id: Id<'order'>) => ({ type: 'transaction', id }),
    'transaction.signature_failed',
    'An order was changed behind the product: it is not paid out',
  ),
  quote: ofOrder(
    (id: Id<'quote'>) => ({ type: 'sell_quote', id }),
    'sell_quote.signature_failed',
    'A quote was changed behind the product: its address is not shown',
  ),
  payout: payoutReport,
  payoutAttempt: ({ payoutId, reference }) => payoutReport({ id: payoutId, reference }),
  payoutProfile: ({ id, name, direction }) => ({
    subject: { type: 'payout_profile', id },
    log: 'The layout of a bank file was changed behind the product: no file is written by it',
    audited: auditRecord('payout_profile.signature_failed', { name, direction }),
    mail: { template: 'order_alarm', data: { reference: name, path: '/admin/payouts?tab=accounts' } },
  }),
  refund: ofOrder(
    (id: Id<'refund'>) => ({ type: 'refund', id }),
    'refund.signature_failed',
    'A refund was changed behind the product: its address is not shown',
  ),
  offer: ({ id }) => ({
    subject: { type: 'offer', id },
    log: 'An offer was changed behind the product: its link leads nowhere',
    audited: auditRecord('offer.signature_failed', {}),
    mail: { template: 'order_alarm', data: { reference: id, path: `/admin/offers?offer=${id}` } },
  }),
  wallet: (row) => ({
    subject: { type: 'wallet', id: row.cryptoId },
    log: 'A deposit address was changed behind the product: it is not served',
    audited: auditRecord('wallet.signature_failed', { forged: signedValues(signedTables.wallet, row) }),
    mail: { template: 'wallet_alarm', data: { coin: row.name } },
  }),
  walletChange: (row) => ({
    subject: { type: 'wallet', id: row.cryptoId },
    log: 'A change of a deposit address was slipped in: it is not carried out',
    audited: auditRecord('wallet.change_signature_failed', { forged: signedValues(signedTables.walletChange, row) }),
    mail: { template: 'wallet_alarm', data: { coin: row.name } },
  }),
  depositSource: (row) => ({
    subject: { type: 'deposit_source', id: row.id },
    log: 'A source of deposit addresses was changed behind the product: nothing of it is shown',
    audited: auditRecord('source.signature_failed', { chain: row.chain, kind: row.kind, version: row.version }),
    mail: { template: 'wallet_alarm', data: { coin: row.chain } },
  }),
  depositAddress: (row) => ({
    subject: { type: 'deposit_source', id: row.sourceId },
    log: 'An own deposit address was changed behind the product: it is given to no customer',
    audited: auditRecord('source.signature_failed', { chain: row.chain, index: row.addressIndex }),
    mail: { template: 'wallet_alarm', data: { coin: row.chain } },
  }),
  paymentMethod: (row) => ({
    subject: { type: 'payment_method', id: row.id },
    log: 'A payment method was changed behind the product: it is not served',
    audited: auditRecord('payment_method.signature_failed', { currency: row.currency, version: row.version }),
    mail: { template: 'payment_method_alarm', data: { displayName: row.displayName, currency: row.currency } },
  }),
};

export type AlarmDeps = Pick<Platform, 'env' | 'inTx' | 'log'>;

/** Reports a row that the product did not write; the log never names the address or account either. */
export async function reportForged<Table extends ForgedTable>(
  deps: AlarmDeps,
  table: Table,
  row: ForgedRows[Table],
): Promise<void> {
  const { log, ...forgery } = reports[table](row);
  deps.log.error({ subject: forgery.subject }, log);
  const content = [...signedValues(signedTables[table], row), row.signature?.toString('base64') ?? null];
  await raiseAlarm(deps, { ...forgery, content });
}

const settlementReport = ofOrder(
  (id: Id<'order'>) => ({ type: 'transaction', id }),
  'settlement.signature_failed',
  'What an order is paid was changed behind the product: it is not paid',
);

/** Reports an order that would be paid something else than was signed; `content` is what differs. */
export async function reportTamperedSettlement(
  deps: AlarmDeps,
  order: { id: Id<'order'>; reference: string },
  content: readonly unknown[],
): Promise<void> {
  const { log, ...forgery } = settlementReport(order);
  deps.log.error({ subject: forgery.subject }, log);
  await raiseAlarm(deps, { ...forgery, content });
}

/** The rows that the product wrote; each of the others raises the alarm. */
export async function withoutForged<Table extends ForgedTable, Row extends ForgedRows[Table]>(
  deps: AlarmDeps,
  table: Table,
  rows: readonly Row[],
): Promise<Row[]> {
  const ownRows = rows.filter((row) => isSignedRow(signedTables[table], row));
  for (const row of rows) if (!ownRows.includes(row)) await reportForged(deps, table, row);
  return ownRows;
}

/** Forgeries this process has reported: asking the database each time would let a customer's click write. */
const reportedFingerprints = new Set<string>();

/** Notifies the administrator of a forgery by audit row and mail, once in the whole cluster. */
export async function raiseAlarm({ env, inTx }: Pick<Platform, 'env' | 'inTx'>, forgery: Forgery): Promise<void> {
  const { subject, content, audited, mail } = forgery;
  const fingerprint = keyedHash('forgery alarm', [subject.type, subject.id, audited.action, ...content]);
  const fingerprintText = fingerprint.toString('base64');
  if (reportedFingerprints.has(fingerprintText)) return;
  await inTx(async (tx) => {
    const { type: subjectType, id: subjectId } = subject;
    if (!(await insertForgeryAlarm(tx, { fingerprint, subjectType, subjectId }))) return;
    await writeAudit(tx, 'system', audited, subject);
    await sendMail(tx, { ...mail, to: { userId: null, email: env.admin.email, language: 'en' } });
  });
  reportedFingerprints.add(fingerprintText);
}

/** Raises an alarm, once each, for a checkpoint that the audit log held and no longer holds. */
export async function raiseCutLogAlarm(deps: Pick<Platform, 'env' | 'inTx'>, head: ChainHead): Promise<void> {
  await raiseAlarm(deps, {
    subject: { type: 'audit_log', id: head.seq },
    content: [head.seq, head.hash],
    audited: auditRecord('audit_log.end_removed', head),
    mail: { template: 'audit_cut', data: head },
  });
}

/**
 * Mails the newest checkpoint of the audit log to the administrator: evidence outside this machine and its database.
 */
export async function mailAuditHead({ db, env, inTx }: Pick<Platform, 'db' | 'env' | 'inTx'>): Promise<void> {
  const head = await newestCheckpoint(db);
  if (!head) return;
  const to = { userId: null, email: env.admin.email, language: 'en' };
  await inTx((tx) => sendMail(tx, { template: 'audit_head', data: head, to }));
}

/** Rests after each thousand rows at least as long as reading them takes: a million rows are verified in minutes. */
const restMs = 100;

/** Verifies the audit log and records the outcome, which metrics and overview show. */
export async function verifyNightly(deps: Pick<Platform, 'db' | 'env' | 'inTx' | 'log'>): Promise<void> {
  const { findings, rowIds } = await verifyNow(deps, 'system', restMs);
  if (findings > 0) deps.log.error({ findings, rowIds }, 'the audit log was changed outside of this product');
}
