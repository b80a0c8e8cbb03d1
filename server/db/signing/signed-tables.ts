import { depositScripts, sourceKinds, whenEmptyChoices } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { chainNames } from '#shared/reference/chains.ts';
import { column, orNull, type Column, type RowOf, type RowShape } from '../rows.ts';
import { linesOf, proofsOf } from './signed-expressions.ts';

/** A table whose rows carry a keyed signature: a row that was written or edited outside the product is recognized by it. */
export type SignedTable<Fields extends RowShape = RowShape> = {
  /** Also the purpose of the key, so that a row of one table is not valid in another. */
  table: string;
  /** The field by which a row is found. */
  key: 'id' | 'cryptoId' | 'batchId' | 'month';
  /** What the signature covers, in its order. A field is the column of its name, unless `sql` has an expression. */
  fields: Fields;
  sql: { readonly [Name in keyof Fields]?: (row: string) => string };
  signature: string;
  /** False where a signed field is compared and not stored: such rows are short-lived, and not signed again. */
  isStored: boolean;
};

export type SignedFields<Table extends SignedTable> = RowOf<Table['fields']>;
export type SignedRow<Table extends SignedTable> = SignedFields<Table> & { signature: Buffer | null };

function signedTable<Fields extends RowShape>(
  table: string,
  fields: Fields,
  options: Partial<Omit<SignedTable<Fields>, 'table' | 'fields'>> = {},
): SignedTable<Fields> {
  return { table, fields, key: 'id', sql: {}, signature: 'signature', isStored: true, ...options };
}

const jsonb: Column<unknown> = { ...column.json, type: 'jsonb' };

/** Every signed table and its signed fields: signing, checks, alarm, key rotation and tests read this list. */
export const signedTables = {
  /** Whose it is, what is given and how it was proven, and what is paid out to whom. */
  order: signedTable(
    'orders',
    {
      id: column.uuid,
      reference: column.text,
      type: column.oneOf(['sell', 'fiat']),
      userId: column.uuid,
      quoteId: orNull(column.uuid),
      cryptoId: orNull(column.text),
      fromCurrency: orNull(column.text),
      amount: column.numeric,
      payoutCurrency: column.text,
      payoutAmount: column.numeric,
      valueUsd: column.numeric,
      paymentDetails: orNull(jsonb),
      paymentInstructions: orNull(column.json),
      depositAddress: orNull(column.text),
      depositMemo: orNull(column.text),
      depositNetwork: orNull(column.text),
      transactionHash: orNull(column.text),
      proofAt: orNull(column.moment),
      proof: orNull(column.text),
    },
    { sql: { proof: proofsOf } },
  ),
  /** Whose it is, where the coins go, and what it promises for them. */
  quote: signedTable('sell_quotes', {
    id: column.uuid,
    userId: column.uuid,
    reference: column.text,
    cryptoId: column.text,
    depositAddress: column.text,
    depositMemo: orNull(column.text),
    depositNetwork: column.text,
    depositIsSample: column.boolean,
    isOwn: column.boolean,
    leaseId: orNull(column.uuid),
    paymentDetails: orNull(jsonb),
    currency: column.text,
    amount: column.numeric,
    buyingRate: column.numeric,
    grossAmount: column.numeric,
    feePercent: column.numeric,
    feeAmount: column.numeric,
    netAmount: column.numeric,
    valueUsd: column.numeric,
    createdAt: column.moment,
    expiresAt: column.moment,
  }),
  /** What an exchange is locked at while its customer pays. */
  exchangeQuote: signedTable(
    'exchange_quotes',
    {
      id: column.uuid,
      userId: column.uuid,
      fromCurrency: column.text,
      toCurrency: column.text,
      amount: column.numeric,
      exchangeRate: column.numeric,
      isSample: column.boolean,
      updatedAt: column.moment,
      lockedUntil: column.moment,
      proofDueAt: column.moment,
    },
    { isStored: false },
  ),
  /** The deposit address of a coin. */
  wallet: signedTable(
    'deposit_wallets',
    {
      cryptoId: column.text,
      network: column.text,
      address: column.text,
      memo: orNull(column.text),
      version: column.integer,
      isActive: column.boolean,
    },
    {
      key: 'cryptoId',
      sql: { network: (row) => `(select c.network from crypto_assets c where c.id = ${row}.crypto_id)` },
    },
  ),
  /** What a change of a deposit address asks for, on which version, and when it may go live. */
  walletChange: signedTable('deposit_wallet_changes', {
    id: column.uuid,
    cryptoId: column.text,
    fromVersion: column.integer,
    toAddress: column.text,
    toMemo: orNull(column.text),
    changedBy: orNull(column.uuid),
    changedAt: column.moment,
    liveAt: column.moment,
  }),
  /** A deposit address that must not be paid into any more. */
  addressStop: signedTable('deposit_address_stops', {
    id: column.uuid,
    address: column.text,
    memo: column.text,
    reason: column.text,
    stoppedBy: column.uuid,
    stoppedAt: column.moment,
  }),
  /** How own addresses come about: the account key by its hash, which the stored key is compared with. */
  depositSource: signedTable(
    'deposit_sources',
    {
      id: column.uuid,
      chain: column.oneOf(chainNames),
      kind: column.oneOf(sourceKinds),
      keyHash: orNull(column.text),
      scriptType: orNull(column.oneOf(depositScripts)),
      fingerprint: orNull(column.text),
      gapLimit: orNull(column.integer),
      address: orNull(column.text),
      whenEmpty: column.oneOf(whenEmptyChoices),
      isActive: column.boolean,
      liveAt: column.moment,
      version: column.integer,
    },
    { sql: { keyHash: (row) => `encode(${row}.key_hash, 'hex')` } },
  ),
  /** An address that one sale alone is shown. */
  depositAddress: signedTable('deposit_addresses', {
    id: column.uuid,
    sourceId: column.uuid,
    chain: column.oneOf(chainNames),
    addressIndex: column.integer,
    address: column.text,
    tag: column.text,
    liveAt: column.moment,
  }),
  /** A receiving account: all that decides where customer money goes. */
  paymentMethod: signedTable('payment_methods', {
    id: column.uuid,
    currency: column.text,
    type: column.oneOf(['bank', 'ewallet']),
    name: column.text,
    displayName: column.text,
    accountDetails: column.json,
    instructions: orNull(column.text),
    isActive: column.boolean,
    version: column.integer,
  }),
  /** Coins that go back: whose, how much, where to, and how far that is. */
  refund: signedTable('refunds', {
    id: column.uuid,
    orderId: orNull(column.uuid),
    transferId: orNull(column.uuid),
    userId: column.uuid,
    cryptoId: column.text,
    amount: column.numeric,
    networkFee: orNull(column.numeric),
    address: orNull(column.text),
    tag: orNull(column.text),
    state: column.oneOf(['due', 'approved', 'sent', 'confirmed', 'cancelled']),
    txHash: orNull(column.text),
    version: column.integer,
  }),
  /** What is owed to whom. */
  payout: signedTable('payouts', {
    id: column.uuid,
    orderId: column.uuid,
    kind: column.text,
    seq: column.integer,
    amount: column.numeric,
    currency: column.text,
    details: orNull(jsonb),
  }),
  /** What is paid to whom in one try, as its file has it. */
  payoutAttempt: signedTable('payout_attempts', {
    id: column.uuid,
    payoutId: column.uuid,
    no: column.integer,
    batchId: orNull(column.uuid),
    endToEndId: column.text,
    amount: column.numeric,
    currency: column.text,
    details: orNull(jsonb),
  }),
  /** An account that money is paid from. */
  deskAccount: signedTable('desk_accounts', {
    id: column.uuid,
    currency: column.text,
    format: column.text,
    holderName: column.text,
    iban: orNull(column.text),
    bic: orNull(column.text),
    accountNumber: orNull(column.text),
    bankName: column.text,
    profileId: orNull(column.uuid),
    isActive: column.boolean,
  }),
  /** How a file is laid out: what its columns hold, with its separator, decimal mark and encoding. */
  payoutProfile: signedTable('payout_profiles', {
    id: column.uuid,
    name: column.text,
    direction: column.oneOf(['payout', 'statement']),
    shape: jsonb,
  }),
  /** The bytes that a bank is given, by their hash. */
  payoutFile: signedTable(
    'payout_files',
    { batchId: column.uuid, sha256: column.text, fileName: column.text },
    { key: 'batchId' },
  ),
  /** An entry of the book: its kind, its order, what moved from where to where, when and by whom. */
  bookEntry: signedTable(
    'book_entries',
    {
      id: column.uuid,
      key: column.text,
      kind: column.text,
      orderId: orNull(column.uuid),
      at: column.moment,
      actorId: orNull(column.uuid),
      reversalOf: orNull(column.uuid),
      lines: orNull(column.text),
    },
    { sql: { lines: linesOf } },
  ),
  /** A month that was closed: what its lines came to. */
  bookPeriod: signedTable(
    'book_periods',
    {
      month: column.text,
      closedAt: orNull(column.moment),
      closedBy: orNull(column.uuid),
      entries: orNull(column.integer),
      totals: orNull(jsonb),
      holdings: orNull(jsonb),
      sha256: orNull(column.text),
    },
    { key: 'month' },
  ),
  /** What a second member of the team is asked to approve, with the state that its subject has then. */
  approval: signedTable(
    'approvals',
    {
      id: column.uuid,
      kind: column.text,
      subjectId: column.text,
      facts: jsonb,
      input: jsonb,
      subjectState: column.text,
      askedBy: column.uuid,
      expiresAt: column.moment,
    },
    { signature: 'facts_hash', isStored: false },
  ),
};
