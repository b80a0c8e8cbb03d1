import {
  after,
  code,
  codes,
  count,
  figure,
  flag,
  id,
  money,
  month,
  optional,
  percent,
  text,
  usd,
  type Param,
  type Params,
  type ValueOf,
} from '#shared/audit/audit.kinds.ts';
import type { Id } from './ids.ts';

const inCurrency = { detail: 'currency' };

/** A value with the value that it replaces, under the same name with `Before`. */
const replacing = <Name extends string, Value>(name: Name, declaredParam: Param<Value>) =>
  // A computed name widens to any text.
  ({ [name]: after(declaredParam, `${name}Before`), [`${name}Before`]: optional(declaredParam) }) as {
    [Key in Name | `${Name}Before`]: Param<Value>;
  };

const customerParams = {
  reference: text('approvals:detail.reference'),
  customer: text('approvals:detail.customer'),
  member: text('approvals:detail.member'),
  email: text('approvals:detail.email'),
  newEmail: text('approvals:detail.newEmail'),
  invited: text('approvals:detail.invited'),
  ...replacing('role', code('approvals:detail.role', 'team:role.')),
};

const payment = {
  payout: money(inCurrency, 'approvals:detail.payout'),
  payee: text('approvals:detail.payee'),
  payeeBank: text('approvals:detail.payeeBank'),
  payeeAccount: id('approvals:detail.payeeAccount'),
  valueUsd: usd('approvals:detail.valueUsd'),
  dayTotalUsd: usd('approvals:detail.dayTotalUsd'),
  verdict: code('approvals:detail.verdict', 'approvals:verdict.'),
  findings: codes('findings', 'audit.params:value.finding.'),
  warnings: codes('approvals:detail.warnings', 'audit.params:value.finding.'),
  adminTransactionId: id('approvals:detail.adminTransactionId'),
  adminNotes: text('approvals:detail.adminNotes'),
  screenshots: count('approvals:detail.screenshots'),
  currency: text('approvals:detail.currency'),
};

const coinsSentBack = {
  unmatched: code('approvals:detail.unmatched', 'settlements.admin:unmatched.'),
  settlement: code('approvals:detail.settlement', 'settlements.admin:action.'),
  received: text('approvals:detail.received'),
  missing: text('approvals:detail.missing'),
  surplus: text('approvals:detail.surplus'),
  rest: text('approvals:detail.rest'),
  agreed: money(inCurrency, 'approvals:detail.agreed'),
  amount: text('approvals:detail.amount'),
  txHash: id('approvals:detail.txHash'),
  refundAddress: id('approvals:detail.refundAddress'),
  tag: id('approvals:detail.tag'),
};

const addresses = {
  coin: text('approvals:detail.coin'),
  ...replacing('address', id('approvals:detail.address')),
  ...replacing('memo', id('approvals:detail.memo')),
  minimumDeposit: figure('approvals:detail.minimumDeposit'),
  chain: text('chain'),
  kind: code('kind', 'deposit-sources.admin:kind.'),
  coins: text('coins'),
  scriptType: code('deposit-sources.admin:key.script', 'deposit-sources.admin:script.'),
  fingerprint: id('fingerprint'),
  keyEnding: id('keyEnding'),
  count: count('addresses'),
  first: id('approvals:detail.first'),
  last: id('approvals:detail.last'),
};

const accounts = {
  account: text('approvals:detail.account'),
  ...replacing('payingAccount', id('approvals:detail.payingAccount')),
  ...replacing('layout', text('approvals:detail.layout')),
  ...replacing('layoutColumns', text('approvals:detail.layoutColumns')),
  ...replacing('receivingAccount', text('approvals:detail.receivingAccount')),
  instructions: text('approvals:detail.instructions'),
  isActive: flag('approvals:detail.isActive'),
};

const rates = {
  pair: text('approvals:detail.pair'),
  ...replacing('rate', figure('approvals:detail.rate')),
  rateDayAgo: figure('approvals:detail.rateDayAgo'),
  marketRate: figure('approvals:detail.marketRate'),
  percent: percent('approvals:detail.percent'),
};

const guard = <Name extends string, Value>(name: Name, kind: (label: `settings.admin:field.${Name}`) => Param<Value>) =>
  replacing(name, kind(`settings.admin:field.${name}`));

/** Settings that guard money, and the rules of dual approval: by the name of their field, before and after. */
export const guardDetails = {
  ...replacing('fees', text('settings.admin:fees.title')),
  ...replacing('offer', text('settings.admin:offer.title')),
  ...replacing('explorers', text('settings.admin:explorers.title')),
  ...guard('kycUsd', usd),
  ...guard('retentionYears', count),
  ...guard('payoutEvidenceRequired', flag),
  ...guard('finality', text),
  ...replacing('tolerance', text('approvals:detail.tolerance')),
  ...guard('graceMinutes', count),
  ...guard('topUpMinutes', count),
  ...guard('minedMinutes', count),
  ...guard('overPercent', percent),
  ...guard('choiceHours', count),
  ...guard('watchDays', count),
  ...guard('poolRestDays', count),
  ...replacing('refundFee', code('settings.admin:field.refundFee', 'settings.admin:refundFee.')),
  ...guard('payoutOverUsd', usd),
  ...guard('warnedApproval', flag),
  ...guard('addressChange', flag),
  ...guard('rateOverPercent', percent),
  ...guard('liftBlock', flag),
  ...guard('eraseUser', flag),
  ...guard('payoutRelease', flag),
  ...guard('refundOverUsd', usd),
  ...guard('booksClose', flag),
  ...guard('expireHours', count),
};

/** Each detail of a request that a second member sees, in the order of its card; undeclared details are not shown. */
export const requestDetails = {
  ...customerParams,
  month: month('approvals:detail.month'),
  ...payment,
  reason: text('approvals:detail.reason'),
  ...coinsSentBack,
  ...addresses,
  ...accounts,
  ...rates,
  blockedReason: text('approvals:detail.blockedReason'),
  sections: codes('approvals:detail.sections', 'settings.admin:*.title'),
  ...guardDetails,
} as const satisfies Params;

/** Details that the title of a request shows, or that look up others. */
type OptionalDetails = {
  userId?: Id<'user'> | null;
  cryptoId?: string;
  status?: string;
} & Partial<Record<'stops' | 'returns' | 'moneyBack' | 'secondFactor' | 'reopens', boolean>>;

/** The details of a request. Lists are joined with commas, amounts and rates are decimal text. */
export type RequestDetails = {
  readonly [Name in keyof typeof requestDetails]?: JoinedText<ValueOf<(typeof requestDetails)[Name]>> | null;
} & OptionalDetails;

type JoinedText<Value> = Value extends readonly unknown[] ? string : Value;
