import {
  about,
  code,
  codes,
  count,
  flag,
  id,
  ids,
  money,
  moment,
  optional,
  order,
  reference,
  rows,
  text,
  textOrCode,
  usd,
  type Params,
} from './audit.kinds.ts';

const payout = { orderId: order('orderId'), reason: optional(about('reason', 'settlements.admin:outcome.')) };
const paidPayout = { ...payout, amount: money({ detail: 'currency' }, 'amount'), currency: text('currency') };

export const payoutActions = {
  'payout.again': payout,
  'payout.asked': payout,
  'payout.amount_changed': paidPayout,
  'payout.cancelled': payout,
  'payout.details_changed': payout,
  'payout.due': paidPayout,
  'payout.extra': paidPayout,
  'payout.held': { ...payout, because: optional(code('reason', 'settlements.admin:outcome.')) },
  'payout.resumed': payout,
  'payout.returned': {
    ...payout,
    because: code('reason', 'payouts.admin:returned.'),
    asked: flag('asked'),
  },
  'payout.reversed': payout,
  'payout.settled': { ...payout, by: code('settledBy', 'audit.params:value.settledBy.') },
  'payout.signature_failed': { reference: optional(reference('reference')) },
  'payout_account.removed': {},
  'payout_account.saved': {},
} as const satisfies Record<string, Params>;

const batch = {
  total: money({ detail: 'currency' }, 'total'),
  currency: text('currency'),
  count: count('admin:payouts'),
  format: code('format', 'payouts.admin:format.'),
};
const endedSettlement = { held: count('held'), reason: optional(textOrCode('reason', 'settlements.admin:outcome.')) };

export const batchActions = {
  'payout_batch.cancelled': endedSettlement,
  'payout_batch.downloaded': { fileName: text('payouts.statements:file'), sha256: id('sha256') },
  'payout_batch.file_changed': { reference: reference('reference') },
  'payout_batch.made': batch,
  'payout_batch.refused': endedSettlement,
  'payout_batch.released': {
    ...batch,
    needsSecond: flag('needsSecond'),
    digest: id('sha256'),
    findings: optional(codes('findings', 'audit.params:value.finding.')),
    reason: optional(text('reason')),
  },
  'payout_batch.sent': {
    count: count('admin:payouts'),
    bankReference: optional(id('payouts.admin:bankReference')),
  },
  'payout_batch.withdrawn': endedSettlement,
} as const satisfies Record<string, Params>;

const layout = { name: text('name'), direction: code('direction', 'payouts.admin:profile.') };
const account = {
  name: text('name'),
  currency: text('currency'),
  format: code('format', 'payouts.admin:format.'),
  isActive: flag('isActive'),
};

export const bankActions = {
  'desk_account.changed': account,
  'desk_account.created': account,
  'payout_profile.changed': layout,
  'payout_profile.created': layout,
  'payout_profile.deleted': layout,
  'payout_profile.signature_failed': layout,
  'statement.imported': {
    lines: count('payouts.statements:lines'),
    added: count('added'),
    expected: optional(text('expected')),
    opening: optional(text('opening')),
    sha256: id('sha256'),
  },
  'statement_line.ignored': {},
  'statement_line.matched': {
    rule: optional(code('rule', 'payouts.statements:rule.')),
    payouts: ids('admin:payouts'),
  },
  'statement_line.undone': {},
} as const satisfies Record<string, Params>;

const note = text('books.admin:note');

export const bookActions = {
  'book.changed': { what: code('forged', 'audit.params:value.book.') },
  'book.closed': { entries: count('entries'), sha256: id('sha256'), reason: optional(text('reason')) },
  'book.disposed': { added: count('added'), known: count('known'), sha256: id('sha256') },
  'book.entered': {
    kind: text('kind'),
    at: moment('books.admin:manual.at'),
    lines: rows({ from: text(), to: text(), unit: text(), amount: text() }, 'books.admin:manual.moved'),
    note,
  },
  'book.rate_set': { rate: usd('exchangeRate'), note },
  'book.reopened': { reason: text('reason') },
  'book.reversed': { reversalOf: id('reversalOf'), note },
} as const satisfies Record<string, Params>;
