import { depositScripts, sourceKinds, whenEmptyChoices } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { chainNames } from '#shared/reference/chains.ts';
import { linesOf, proofsOf } from './signed-expressions.ts';
import { orNull, signedField as of, whereSet } from './signed-fields.ts';
import { signedTable } from './signed-table.ts';

/** Every signed table and its signed fields: signing, checks, alarm, key rotation and tests read this list. */
export const signedTables = {
  /** Owner, amount given and its proof, payout and payee, and the member who opened it for its customer. */
  order: signedTable(
    'orders',
    {
      id: of.id('order'),
      reference: of.text,
      type: of.oneOf(['sell', 'fiat']),
      userId: of.id('user'),
      quoteId: orNull(of.id('quote')),
      cryptoId: orNull(of.text),
      fromCurrency: orNull(of.text),
      amount: of.numeric,
      payoutCurrency: of.text,
      payoutAmount: of.numeric,
      valueUsd: of.numeric,
      paymentDetails: orNull(of.jsonb),
      paymentInstructions: orNull(of.json),
      depositAddress: orNull(of.text),
      depositMemo: orNull(of.text),
      depositNetwork: orNull(of.text),
      transactionHash: orNull(of.text),
      proofAt: orNull(of.moment),
      proof: orNull(of.text),
      openedBy: whereSet(of.id('user')),
    },
    { sql: { proof: proofsOf } },
  ),
  /** Owner, deposit address, and the promised terms. */
  quote: signedTable('sell_quotes', {
    id: of.id('quote'),
    userId: of.id('user'),
    reference: of.text,
    cryptoId: of.text,
    depositAddress: of.text,
    depositMemo: orNull(of.text),
    depositNetwork: of.text,
    depositIsSample: of.boolean,
    isOwn: of.boolean,
    leaseId: orNull(of.id('addressLease')),
    paymentDetails: orNull(of.jsonb),
    currency: of.text,
    amount: of.numeric,
    buyingRate: of.numeric,
    grossAmount: of.numeric,
    feePercent: of.numeric,
    feeAmount: of.numeric,
    netAmount: of.numeric,
    valueUsd: of.numeric,
    createdAt: of.moment,
    expiresAt: of.moment,
  }),
  /** An offer: its customer, its terms, its end, and its quote. */
  offer: signedTable('offers', {
    id: of.id('offer'),
    code: of.text,
    userId: orNull(of.id('user')),
    takenBy: orNull(of.id('user')),
    quoteId: orNull(of.id('quote')),
    orderId: orNull(of.id('order')),
    terms: of.jsonb,
    state: of.oneOf(['open', 'taken', 'ordered', 'withdrawn']),
    madeBy: of.id('user'),
    expiresAt: of.moment,
  }),
  /** The terms of an exchange, locked while its customer pays. */
  exchangeQuote: signedTable(
    'exchange_quotes',
    {
      id: of.id('quote'),
      userId: of.id('user'),
      fromCurrency: of.text,
      toCurrency: of.text,
      amount: of.numeric,
      exchangeRate: of.numeric,
      isSample: of.boolean,
      updatedAt: of.moment,
      lockedUntil: of.moment,
      proofDueAt: of.moment,
    },
    { isStored: false },
  ),
  /** The deposit address of a coin. */
  wallet: signedTable(
    'deposit_wallets',
    {
      cryptoId: of.text,
      network: of.text,
      address: of.text,
      memo: orNull(of.text),
      version: of.integer,
      isActive: of.boolean,
    },
    {
      key: 'cryptoId',
      sql: { network: (row) => `(select c.network from crypto_assets c where c.id = ${row}.crypto_id)` },
    },
  ),
  /** New address of a change, the version that it changes, and the time when it may go live. */
  walletChange: signedTable('deposit_wallet_changes', {
    id: of.id('walletChange'),
    cryptoId: of.text,
    fromVersion: of.integer,
    toAddress: of.text,
    toMemo: orNull(of.text),
    changedBy: orNull(of.id('user')),
    changedAt: of.moment,
    liveAt: of.moment,
  }),
  /** A deposit address that must not be paid into any more. */
  addressStop: signedTable('deposit_address_stops', {
    id: of.id('addressStop'),
    address: of.text,
    memo: of.text,
    reason: of.text,
    stoppedBy: of.id('user'),
    stoppedAt: of.moment,
  }),
  /** A source of own addresses; the hash of its account key is compared with the stored key. */
  depositSource: signedTable(
    'deposit_sources',
    {
      id: of.id('depositSource'),
      chain: of.oneOf(chainNames),
      kind: of.oneOf(sourceKinds),
      keyHash: orNull(of.text),
      scriptType: orNull(of.oneOf(depositScripts)),
      fingerprint: orNull(of.text),
      gapLimit: orNull(of.integer),
      address: orNull(of.text),
      whenEmpty: of.oneOf(whenEmptyChoices),
      isActive: of.boolean,
      liveAt: of.moment,
      version: of.integer,
    },
    { sql: { keyHash: (row) => `encode(${row}.key_hash, 'hex')` } },
  ),
  /** An address that one sale alone is shown. */
  depositAddress: signedTable('deposit_addresses', {
    id: of.id('depositAddress'),
    sourceId: of.id('depositSource'),
    chain: of.oneOf(chainNames),
    addressIndex: of.integer,
    address: of.text,
    tag: of.text,
    liveAt: of.moment,
  }),
  /** A receiving account: every field that decides where customers send money. */
  paymentMethod: signedTable('payment_methods', {
    id: of.id('paymentMethod'),
    currency: of.text,
    type: of.oneOf(['bank', 'ewallet']),
    name: of.text,
    displayName: of.text,
    accountDetails: of.json,
    instructions: orNull(of.text),
    isActive: of.boolean,
    version: of.integer,
  }),
  /** A refund of coins: its customer, amount, address and state. */
  refund: signedTable('refunds', {
    id: of.id('refund'),
    orderId: orNull(of.id('order')),
    transferId: orNull(of.id('transfer')),
    userId: of.id('user'),
    cryptoId: of.text,
    amount: of.numeric,
    networkFee: orNull(of.numeric),
    address: orNull(of.text),
    tag: orNull(of.text),
    state: of.oneOf(['due', 'approved', 'sent', 'confirmed', 'cancelled']),
    txHash: orNull(of.text),
    version: of.integer,
  }),
  /** Amount, currency and payee of a payout. */
  payout: signedTable('payouts', {
    id: of.id('payout'),
    orderId: of.id('order'),
    kind: of.text,
    seq: of.integer,
    amount: of.numeric,
    currency: of.text,
    details: orNull(of.jsonb),
  }),
  /** Amount and payee of one attempt, as its file has them. */
  payoutAttempt: signedTable('payout_attempts', {
    id: of.id('payoutAttempt'),
    payoutId: of.id('payout'),
    no: of.integer,
    batchId: orNull(of.id('payoutBatch')),
    endToEndId: of.text,
    amount: of.numeric,
    currency: of.text,
    details: orNull(of.jsonb),
  }),
  /** An account that money is paid from. */
  deskAccount: signedTable('desk_accounts', {
    id: of.id('deskAccount'),
    currency: of.text,
    format: of.text,
    holderName: of.text,
    iban: orNull(of.text),
    bic: orNull(of.text),
    accountNumber: orNull(of.text),
    bankName: of.text,
    profileId: orNull(of.id('payoutProfile')),
    isActive: of.boolean,
  }),
  /** The layout of a file: its columns, separator, decimal mark and encoding. */
  payoutProfile: signedTable('payout_profiles', {
    id: of.id('payoutProfile'),
    name: of.text,
    direction: of.oneOf(['payout', 'statement']),
    shape: of.jsonb,
  }),
  /** The file that a bank is given, by the hash of its bytes. */
  payoutFile: signedTable(
    'payout_files',
    { batchId: of.id('payoutBatch'), sha256: of.text, fileName: of.text },
    { key: 'batchId' },
  ),
  /** An entry of the book: its kind, its order, what moved from where to where, when and by whom. */
  bookEntry: signedTable(
    'book_entries',
    {
      id: of.id('bookEntry'),
      key: of.text,
      kind: of.text,
      orderId: orNull(of.id('order')),
      at: of.moment,
      actorId: orNull(of.id('user')),
      reversalOf: orNull(of.id('bookEntry')),
      lines: orNull(of.text),
    },
    { sql: { lines: linesOf } },
  ),
  /** A closed month: the totals of its lines. */
  bookPeriod: signedTable(
    'book_periods',
    {
      month: of.text,
      closedAt: orNull(of.moment),
      closedBy: orNull(of.id('user')),
      entries: orNull(of.integer),
      totals: orNull(of.jsonb),
      holdings: orNull(of.jsonb),
      sha256: orNull(of.text),
    },
    { key: 'month' },
  ),
  /** Action that a second member is asked to approve, with the state that its subject has then. */
  approval: signedTable(
    'approvals',
    {
      id: of.id('approval'),
      kind: of.text,
      subjectId: of.text,
      details: of.jsonb,
      input: of.jsonb,
      subjectState: of.text,
      askedBy: of.id('user'),
      expiresAt: of.moment,
    },
    { signature: 'facts_hash', isStored: false },
  ),
};
