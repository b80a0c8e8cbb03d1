import type { Id } from '#shared/kernel/ids.ts';
import type { AuditSubjectType } from './audit.actions.ts';

/** The kind of id of each type of subject that is a row; the others have a name, such as a coin or a month. */
interface KindOfSubject {
  agent_request: 'agentRequest';
  approval: 'approval';
  blog_post: 'post';
  book_entry: 'bookEntry';
  chat_room: 'room';
  deposit_source: 'depositSource';
  desk_account: 'deskAccount';
  fiat_currency: 'fiatCurrency';
  fiat_rate: 'exchangeRate';
  file: 'file';
  import: 'import';
  kyc_request: 'kycRequest';
  note: 'note';
  offer: 'offer';
  payment_method: 'paymentMethod';
  payout: 'payout';
  payout_account: 'payoutAccount';
  payout_batch: 'payoutBatch';
  payout_profile: 'payoutProfile';
  refund: 'refund';
  sell_quote: 'quote';
  session: 'session';
  statement: 'statement';
  statement_line: 'statementLine';
  transaction: 'order';
  transfer: 'transfer';
  user: 'user';
}

/** The id of a subject of this type; a type without rows accepts no id of a row, only a name. */
export type IdOfSubject<Type extends AuditSubjectType> = Id<
  Type extends keyof KindOfSubject ? KindOfSubject[Type] : never
>;

/** Row that an action was about, e.g. `{ type: 'transaction', id }`: the id is of the kind that its type has. */
export type AuditSubject = {
  [Type in AuditSubjectType]: { readonly type: Type; readonly id: IdOfSubject<Type> };
}[AuditSubjectType];
