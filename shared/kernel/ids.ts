/** The kinds of rows that have an id: one is not accepted where another is asked for. */
export type IdKind =
  | 'addressLease'
  | 'addressStop'
  | 'agentRequest'
  | 'approval'
  | 'auditText'
  | 'bookAccount'
  | 'bookEntry'
  | 'depositAddress'
  | 'depositChoice'
  | 'depositOffer'
  | 'depositSource'
  | 'deskAccount'
  | 'exchangeRate'
  | 'fiatCurrency'
  | 'file'
  | 'heldRate'
  | 'import'
  | 'invitation'
  | 'kycRequest'
  | 'lineMatch'
  | 'mail'
  | 'message'
  | 'note'
  | 'notice'
  | 'offer'
  | 'oneTimeCode'
  | 'order'
  | 'paymentMethod'
  | 'paymentMethodChange'
  | 'payout'
  | 'payoutAccount'
  | 'payoutAttempt'
  | 'payoutBatch'
  | 'payoutProfile'
  | 'post'
  | 'quote'
  | 'refund'
  | 'room'
  | 'session'
  | 'settlement'
  | 'statement'
  | 'statementLine'
  | 'subscriber'
  | 'transfer'
  | 'transferClaim'
  | 'unmatchedDecision'
  | 'user'
  | 'walletChange';

/**
 * The id of a row of one kind: `lockOrder(tx, userId)` does not compile. The mark exists for the compiler alone. It is
 * optional, so that a plain text (one of a test, of JSON or of another program) becomes an id without a cast;
 * `idsHaveAKind` refuses plain texts in the signatures of server and shared code.
 */
export type Id<Kind extends IdKind> = string & { readonly ofKind?: Kind };

/** The kind of the rows that a noun of the API's paths names, as in `/api/transactions/:id`. */
interface KindOfNoun {
  'agent-requests': 'agentRequest';
  approvals: 'approval';
  'blog-posts': 'post';
  customers: 'user';
  'deposit-sources': 'depositSource';
  'desk-accounts': 'deskAccount';
  entries: 'bookEntry';
  'fiat-currencies': 'fiatCurrency';
  'fiat-exchange-rates': 'exchangeRate';
  'held-rates': 'heldRate';
  imports: 'import';
  'kyc-requests': 'kycRequest';
  notes: 'note';
  offers: 'offer';
  orders: 'order';
  'payment-methods': 'paymentMethod';
  'payout-accounts': 'payoutAccount';
  'payout-batches': 'payoutBatch';
  'payout-profiles': 'payoutProfile';
  payouts: 'payout';
  refunds: 'refund';
  'sell-quotes': 'quote';
  sessions: 'session';
  'statement-lines': 'statementLine';
  statements: 'statement';
  team: 'user';
  transactions: 'order';
  unmatched: 'transfer';
  users: 'user';
}

/** The kind of `:id` in a call such as `GET /api/transactions/:id`; never for a noun without a kind. */
export type KindInPath<Call extends string> = {
  [Noun in keyof KindOfNoun]: Call extends `${string}/${Noun}/:id${'' | `/${string}`}` ? KindOfNoun[Noun] : never;
}[keyof KindOfNoun];
