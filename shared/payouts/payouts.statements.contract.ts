import { z } from 'zod';
import { action } from '#shared/kernel/action.ts';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { idOf, text, timestamp } from '#shared/kernel/fields.ts';
import { pageQuery } from '#shared/kernel/paging.ts';
import { markPersonal } from '#shared/kernel/personal.ts';
import { reason } from '#shared/kernel/reason.ts';
import { maxSearchLength } from '#shared/reference/search-lengths.ts';
import { statementShape } from './payouts.accounts.contract.ts';
import { lineStates, statementFormats } from './payouts.lifecycle.ts';

/** The rules that match a line of a statement; each line stores the one that applied. */
export const matchRules = [
  'exact',
  'batch',
  'split',
  'fee_deducted',
  'amount_differs',
  'amount_only',
  'not_sent',
  'wrong_direction',
  'return',
  'paid_twice',
  'incoming',
] as const;

const day = z.string();
/** Decimal text with exactly the minor units of its currency; a balance or a difference may be negative. */
const amount = z.string();

/** A line that settles a payout completes its order, which may have moved on. */
const settlingErrors = ['conflict', 'already_decided', 'hash_used'] as const;

export const statementView = z.object({
  id: idOf('statement'),
  account: z.object({ id: idOf('deskAccount'), name: z.string() }),
  currency: z.string(),
  format: z.enum(statementFormats),
  fileName: z.string(),
  sha256: z.string(),
  from: day.nullable(),
  to: day.nullable(),
  openingBalance: amount.nullable(),
  closingBalance: amount.nullable(),
  /** The reason to import it although its balances do not continue those of the other statements. */
  gapReason: markPersonal('accountText').nullable(),
  lines: z.number().int(),
  /** The numbers of new lines, and of lines from earlier files. */
  added: z.number().int(),
  known: z.number().int(),
  settled: z.number().int(),
  proposed: z.number().int(),
  /** Number of proposed lines that are settled by one press. */
  exact: z.number().int(),
  unmatched: z.number().int(),
  isNew: z.boolean(),
  importedBy: z.object({ id: idOf('user'), name: z.string() }),
  importedAt: timestamp,
});
export type StatementView = z.output<typeof statementView>;

/** The part of a file that is not imported. */
const leftOutOf = {
  /** The last four characters of each other account, and the number of its lines in the file. */
  others: z.array(z.object({ account: markPersonal('account'), lines: z.number().int() })),
  /** Rows of a table that are not bookings: totals, balances, pending items. */
  leftOut: z.number().int(),
};

/** The answer of an import: from a file with several accounts, the lines of the others were left out. */
const importedStatement = statementView.extend(leftOutOf);
export type ImportedStatement = z.output<typeof importedStatement>;

const candidate = z.object({
  payoutId: idOf('payout').optional(),
  transactionId: idOf('order').optional(),
  reference: z.string(),
  amount,
  difference: amount,
  /** The name on the payout account; null for an exchange, and once its customer was erased. */
  payee: z.string().nullable(),
});

export const statementLineView = z.object({
  id: idOf('statementLine'),
  statementId: idOf('statement'),
  bookedOn: day,
  valueOn: day.nullable(),
  direction: z.enum(['in', 'out']),
  amount,
  currency: z.string(),
  // Texts of the bank, and of members about them, may name third parties: account numbers in them are masked for some
  // roles.
  text: markPersonal('accountText'),
  bankRef: z.string(),
  endToEndId: markPersonal('accountText'),
  counterpartyName: markPersonal('accountText'),
  counterpartyAccount: markPersonal('account'),
  isReversal: z.boolean(),
  state: z.enum(lineStates),
  rule: z.enum(matchRules).nullable(),
  /** The likeliest first. */
  candidates: z.array(candidate),
  /** The reason why it was ignored, or its match undone. */
  reason: markPersonal('accountText').nullable(),
  match: z
    .object({
      rule: z.string(),
      payouts: z.array(z.object({ id: idOf('payout'), reference: z.string(), amount })),
      transactionId: idOf('order').nullable(),
      fee: amount.nullable(),
      by: z.object({ id: idOf('user'), name: z.string() }).nullable(),
      at: timestamp,
    })
    .nullable(),
});
export type StatementLineView = z.output<typeof statementLineView>;

const previewLine = statementLineView.pick({
  bookedOn: true,
  valueOn: true,
  direction: true,
  amount: true,
  currency: true,
  text: true,
  bankRef: true,
  endToEndId: true,
  counterpartyName: true,
  counterpartyAccount: true,
});

/** The first lines of a file as they are read, before any of it is stored. */
export const statementPreview = z.object({
  format: z.enum(statementFormats),
  /** The account of the business that the file names. */
  account: z.object({ id: idOf('deskAccount'), name: z.string() }).nullable(),
  /** The saved layout by which the table is read: the one that was sent, else the first that fits. */
  profileId: idOf('payoutProfile').nullable(),
  lines: z.array(previewLine),
  count: z.number().int(),
  /**
   * Numbers of lines that match exactly, are proposed, are unmatched, or are stored already; null while the account is
   * unknown, if the file would be refused, and for a file of more than 5,000 lines.
   */
  found: z
    .object({
      exact: z.number().int(),
      proposed: z.number().int(),
      unmatched: z.number().int(),
      known: z.number().int(),
    })
    .nullable(),
  /** Headings of the chosen layout that the table lacks. */
  missing: z.array(z.string()),
  ...leftOutOf,
  /** The layout that was recognised in the table, if no saved one matches: it can be saved as it is. */
  layout: statementShape.nullable(),
});
export type StatementPreview = z.output<typeof statementPreview>;

const reasonText = text(2000, { min: 1, error: reason('statement_reason_required') });

const yesOrNo = z.enum(['true', 'false']).optional();

const importFields = z
  .object({
    /** Optional in a preview alone, where it is the currency by which a table is read. */
    accountId: idOf('deskAccount').optional(),
    format: z.enum(statementFormats).optional(),
    profileId: idOf('payoutProfile').optional(),
    /** The reason why the balances do not continue those of the other statements. */
    reason: text(2000).optional(),
    preview: yesOrNo,
    /** The member confirms that a file without an account is of this one. */
    accountConfirmed: yesOrNo,
  })
  .refine(({ accountId, preview }) => accountId !== undefined || preview === 'true', {
    path: ['accountId'],
    error: reason('id_invalid'),
  });

export const importStatement = endpoint('POST /api/admin/statements', {
  may: 'books.read',
  summary:
    'Import a statement of the bank (`payouts.release`): camt.053, MT940 or CSV; the same bytes again answer 200 and add nothing. Balances that do not continue those of the account need a reason, a file that names no account `accountConfirmed`. With `preview` the answer is 200 with the first lines as they are read, and nothing is stored',
  status: 201,
  form: {
    fields: importFields,
    files: { statement: { accept: 'statement', maxCount: 1 } },
  },
  response: z.union([importedStatement, statementPreview]),
  errors: [
    'not_found',
    'not_permitted',
    'step_up_required',
    'file_missing',
    'file_too_large',
    'statement_unreadable',
    'statement_unbalanced',
    'statement_other_account',
    ...settlingErrors,
  ],
  limit: 'upload',
  idempotent: true,
  stepUp: 'sometimes',
});

export const settleStatement = endpoint('POST /api/admin/statements/:id/settle', {
  may: 'payouts.release',
  summary: 'Take all exact proposals of a statement; the others stay',
  response: z.object({ settled: z.number().int(), left: z.number().int() }),
  errors: ['not_found', ...settlingErrors],
});

export const listStatements = endpoint('GET /api/admin/statements', {
  may: 'books.read',
  summary: 'Imported statements, newest first',
  query: pageQuery.extend({ account: idOf('deskAccount').optional() }),
  response: z.array(statementView),
  paged: true,
});

export const getStatement = endpoint('GET /api/admin/statements/:id', {
  may: 'books.read',
  summary: 'One imported statement with the counts of its lines',
  response: statementView,
  errors: ['not_found'],
});

const state = z.enum(lineStates);

export const listStatementLines = endpoint('GET /api/admin/statement-lines', {
  may: 'books.read',
  summary: 'Lines of the statements, newest day first: what is proposed, what nothing was found for, what is settled',
  query: pageQuery.extend({
    state: z.union([state, z.array(state)]).optional(),
    /** Only proposals that one press settles, or only the others. */
    exact: yesOrNo,
    account: idOf('deskAccount').optional(),
    statement: idOf('statement').optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    q: text(maxSearchLength).optional(),
  }),
  response: z.array(statementLineView),
  paged: true,
});

/** A member confirms the proposal, or chooses payouts, an exchange or a charge of the bank and gives a reason. */
export const matchInput = z.union([
  z.object({
    payoutIds: z.array(idOf('payout')).min(1).max(5000),
    as: z.enum(['settled', 'returned']),
    reason: text(2000).optional(),
  }),
  z.object({ transactionId: idOf('order') }),
  z.object({ as: z.literal('cost'), reason: reasonText }),
  z.strictObject({}),
]);
export type MatchInput = z.output<typeof matchInput>;

export const matchStatementLine = endpoint('POST /api/admin/statement-lines/:id/match', {
  may: 'payouts.release',
  summary:
    'Say what a line is: its proposal, payouts or a charge of the bank with a reason, or an exchange that it pays. All but an exact proposal ask for the password; money that came back can wait for a second member',
  body: matchInput,
  response: statementLineView,
  errors: [...settlingErrors, 'not_found', 'own_case', 'match_amount', 'evidence_missing', 'file_changed'],
  stepUp: 'sometimes',
  secondUser: true,
});

const onLine = {
  on: 'statement_line',
  may: 'payouts.release',
  body: z.object({ reason: reasonText }),
  response: statementLineView,
} as const;

export const ignoreStatementLine = action('POST /api/admin/statement-lines/:id/ignore', {
  ...onLine,
  from: ['unmatched', 'proposed'],
  summary: 'Set a line aside that is about no payout and no exchange',
  ownCase: 'allowed',
  audit: 'statement_line.ignored',
});

export const undoStatementLine = action('POST /api/admin/statement-lines/:id/undo', {
  ...onLine,
  from: ['matched', 'ignored'],
  summary: 'Take back what a line was matched with or ignored for; payouts return to where they were',
  errors: ['payout_batched'],
  audit: 'statement_line.undone',
});
