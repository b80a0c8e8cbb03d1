import { Unprocessable } from '#server/lib/refusal.ts';
import { reasonWith, type FilledReason, type Reason } from '#shared/kernel/reason.ts';
import type { StatementRefusal } from './payouts.statement.ts';
import type { UnreadableReason } from './reading/payouts.statement.values.ts';

/** Explains a refused file to a member: the expected content, the found content, and the format to ask the bank for. */
const sentences: Record<UnreadableReason, Reason> = {
  advice: 'statement_advice',
  amount: 'statement_amount',
  attributes: 'statement_unsafe',
  charset: 'statement_charset',
  column: 'statement_column',
  currency: 'statement_currency',
  date: 'statement_date',
  depth: 'statement_unsafe',
  direction: 'statement_direction',
  doctype: 'statement_unsafe',
  excel: 'statement_excel',
  format: 'statement_format',
  interim: 'statement_interim',
  layout: 'statement_layout',
  pdf: 'statement_pdf',
  size: 'statement_size',
  unfinished: 'statement_unfinished',
  xml: 'statement_xml',
  zip: 'statement_zip',
};

const otherAccounts: Record<'account' | 'currency' | 'no_account', Reason> = {
  account: 'statement_other_account',
  currency: 'statement_other_currency',
  no_account: 'statement_no_account',
};

/** The refusal of a file, with its text at the unreadable place. */
export function refusalOf(refusal: StatementRefusal): Unprocessable {
  const reason = reasonOfRefusal(refusal);
  return new Unprocessable(refusal.code, reason, { fields: { statement: reason } });
}

function reasonOfRefusal(refusal: StatementRefusal): FilledReason {
  if (refusal.code === 'statement_unbalanced') return { reason: 'statement_unbalanced' };
  const { code, ...params } = refusal;
  const reasonCode = code === 'statement_unreadable' ? sentences[refusal.why] : otherAccounts[refusal.why];
  return reasonWith(reasonCode, params);
}
