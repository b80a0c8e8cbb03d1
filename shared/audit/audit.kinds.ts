import type { Id } from '#shared/kernel/ids.ts';
import type approvals from '#shared/locales/en/approvals.json';
import type audit from '#shared/locales/en/audit.json';
import type params from '#shared/locales/en/audit.params.json';
import type common from '#shared/locales/en/common.json';
import type sources from '#shared/locales/en/deposit-sources.admin.json';
import type deposits from '#shared/locales/en/deposits.admin.json';
import type kyc from '#shared/locales/en/kyc.json';
import type orders from '#shared/locales/en/orders.admin.json';
import type overview from '#shared/locales/en/overview.json';
import type payouts from '#shared/locales/en/payouts.admin.json';
import type settings from '#shared/locales/en/settings.admin.json';
import type settlements from '#shared/locales/en/settlements.admin.json';
import type team from '#shared/locales/en/team.json';
import type { ChainName } from '#shared/reference/chains.ts';

/** Codes with a text in the catalogues, by the prefix of the keys; `*` stands for the code within the key. */
type Codes = {
  'approvals:kind.': keyof typeof approvals.kind;
  'approvals:verdict.': keyof typeof approvals.verdict;
  'settlements.admin:unmatched.': 'assign' | 'refund' | 'keep';
  'settlements.admin:action.': keyof typeof settlements.action;
  'settings.admin:*.title': string;
  'audit:role.': keyof typeof audit.role;
  'audit:subjectType.': string;
  'audit.params:value.because.': keyof typeof params.value.because;
  'audit.params:value.book.': keyof typeof params.value.book;
  'audit.params:value.choice.': keyof typeof params.value.choice;
  'audit.params:value.finding.': keyof typeof params.value.finding;
  'audit.params:value.hold.': keyof typeof params.value.hold;
  'audit.params:value.paused.': keyof typeof params.value.paused;
  'audit.params:value.purpose.': keyof typeof params.value.purpose;
  'audit.params:value.settledBy.': keyof typeof params.value.settledBy;
  'audit.params:value.terms.': keyof typeof params.value.terms;
  'audit.params:value.transfer.': keyof typeof params.value.transfer;
  'audit.params:value.type.': keyof typeof params.value.type;
  'common:status.': keyof typeof common.status;
  'deposit-sources.admin:empty.': keyof typeof sources.empty;
  'deposit-sources.admin:kind.': keyof typeof sources.kind;
  'deposit-sources.admin:script.': keyof typeof sources.script;
  'deposits.admin:level.': keyof typeof deposits.level;
  'deposits.admin:play.': string;
  'kyc:type.': keyof typeof kyc.type;
  'orders.admin:amend.kinds.': keyof typeof orders.amend.kinds;
  'overview:setup.state.': keyof typeof overview.setup.state;
  'overview:setup.step.': keyof typeof overview.setup.step;
  'payouts.admin:format.': keyof typeof payouts.format;
  'payouts.admin:profile.': 'payout' | 'statement';
  'payouts.admin:returned.': keyof typeof payouts.returned;
  'orders.admin:work.': Exclude<keyof typeof orders.work, 'label'>;
  'payouts.admin:state.': keyof typeof payouts.state;
  'payouts.statements:rule.': string;
  'settings.admin:payouts.choice.': keyof typeof settings.payouts.choice;
  'settings.admin:refundFee.': keyof typeof settings.refundFee;
  'settlements.admin:outcome.': keyof typeof settlements.outcome;
  'team:role.': keyof typeof team.role;
  'users.admin:edit.': string;
  // A reason of ours, or the refusal that ended a request.
  'approvals:voidReason.': string;
  'errors:': string;
};
type CodeGroup = keyof Codes;

/** The unit of an amount: a fixed one, or the one that another detail or the subject of the entry names. */
export type Unit = { always: string } | { detail: string } | 'subject';

/** Kinds without further data. */
export type PlainKind =
  | (
      | 'text'
      | 'reference'
      | 'id'
      | 'ids'
      | 'texts'
      | 'count'
      | 'flag'
      | 'percent'
      | 'moment'
      | 'day'
      | 'month'
      | 'format'
    )
  | ('user' | 'order' | 'chain' | 'coin' | 'language' | 'values' | 'settings');

/** The form in which a detail is shown. */
type Kind =
  | { kind: PlainKind }
  /** The text of a code comes from the first of these groups that has it. */
  | { kind: 'code' | 'codes' | 'about'; groups: readonly CodeGroup[] }
  | { kind: 'money' | 'coins'; unit: Unit }
  /**
   * The rate of the pair that two details name; without a pair, of the coin or currency that is the subject, against
   * the dollar.
   */
  | { kind: 'rate'; pair?: readonly [from: string, to: string] }
  /** The id of a user or an order: the detail `of` holds a code that says which. */
  | { kind: 'subject'; of: string; users: readonly string[]; orders: readonly string[] }
  | { kind: 'fields' | 'rows'; fields: Params }
  /** Declares one kind under each name. */
  | { kind: 'each'; item: Param };

/** Label keys: those of this feature by their short name, those of other catalogues in full. */
export type Label = keyof typeof params.label | `${string}:${string}`;

/** A declared detail; `Value` is the type that is recorded. */
export type Param<Value = unknown> = Kind & {
  /** Absent inside of another detail, if the value explains itself. */
  readonly label?: Label | undefined;
  readonly isOptional?: true;
  /** True if zero and no need no line. */
  readonly isQuiet?: true;
  /** The name of the detail with the earlier value. */
  readonly before?: string;
  /** Exists only for the compiler. */
  readonly value?: Value;
};
export type Params = Readonly<Record<string, Param>>;

/** Free text about a user: stored beside the log and erased with the user. */
export type AboutUser = { readonly userId: Id<'user'>; readonly text: string };

const plainParam =
  <Value>(kind: PlainKind) =>
  (label?: Label): Param<Value> => ({ kind, label });

export const text = plainParam<string>('text');
/** Reference of a transaction or a batch: never broken into two lines. */
export const reference = plainParam<string>('reference');
/** An id, a hash or an address: read character by character, from left to right. */
export const id = plainParam<string>('id');
export const ids = plainParam<readonly string[]>('ids');
export const texts = plainParam<readonly string[]>('texts');
export const count = plainParam<number>('count');
/** A number without a unit, as decimal text or a number. */
export const figure = plainParam<number | string>('count');
export const flag = plainParam<boolean>('flag');
export const percent = plainParam<number | string>('percent');
export const moment = plainParam<Date | string>('moment');
export const day = plainParam<string>('day');
/** The first day of a month of the books. */
export const month = plainParam<string>('month');
/** The kind of a file, such as `csv`. */
export const format = plainParam<string>('format');
export const user = plainParam<string>('user');
export const order = plainParam<string>('order');
export const chain = plainParam<ChainName>('chain');
/** A coin by its id. */
export const coin = plainParam<string>('coin');
export const language = plainParam<string>('language');
/** Text about a user, or one of the codes that the product writes in its place. */
export const about = (label: Label, ...groups: readonly CodeGroup[]): Param<AboutUser> => ({
  kind: 'about',
  groups,
  label,
});
/** Text about a user, if there is a user. */
export const aboutAny = (label: Label): Param<AboutUser | string> => ({ kind: 'about', groups: [], label });
/** Values without names, such as a forged row. */
export const values = plainParam<readonly unknown[]>('values');
/** The changed fields of the section of the settings that is the subject: audit.settings.ts has their kinds. */
export const settingsFields = plainParam<Readonly<Record<string, unknown>>>('settings');

/** A code of one of these groups, shown by its text. */
export const code = <Group extends CodeGroup>(label: Label, ...groups: readonly Group[]): Param<Codes[Group]> => ({
  kind: 'code',
  groups,
  label,
});
/** Several codes of these groups. */
export const codes = <Group extends CodeGroup>(
  label: Label,
  ...groups: readonly Group[]
): Param<readonly Codes[Group][]> => ({ kind: 'codes', groups, label });

/** Free text, or one of the codes that the product writes in its place. */
export const textOrCode = (label: Label, ...groups: readonly CodeGroup[]): Param<string> => ({
  kind: 'code',
  groups,
  label,
});

/** One code or several of these groups, as filters of a list name them. */
export const oneOrCodes = <Group extends CodeGroup>(
  label: Label,
  ...groups: readonly Group[]
): Param<Codes[Group] | readonly Codes[Group][]> => ({
  kind: 'codes',
  groups,
  label,
});

const amount =
  (kind: 'money' | 'coins') =>
  (unit: Unit, label?: Label): Param<string | number> => ({ kind, unit, label });
/** Money, in the currency of `unit`. */
export const money = amount('money');
/** An amount of the coin of `unit`, which is its id. */
export const coins = amount('coins');
/** Money in US dollars. */
export const usd = (label?: Label) => money({ always: 'USD' }, label);
/** A rate: of a pair that two details name, or of the subject against the dollar. */
export const rate = (label: Label, ...pair: [] | [from: string, to: string]): Param<string | number> =>
  pair.length === 0 ? { kind: 'rate', label } : { kind: 'rate', pair, label };

/** The id of a user or an order; the detail `of` holds the code that says which. */
export const subject = (
  label: Label,
  rule: { of: string; users: readonly string[]; orders: readonly string[] },
): Param<string> => ({ kind: 'subject', label, ...rule });

type Fields<Declared extends Params> = { readonly [Name in keyof Declared]?: ValueOf<Declared[Name]> | null };
/** Several values, each with its name, such as a rate and its margin. */
export const fields = <Declared extends Params>(params: Declared, label?: Label): Param<Fields<Declared>> => ({
  kind: 'fields',
  fields: params,
  label,
});
/** Several rows, each with these details. */
export const rows = (declaredParams: Params, label?: Label): Param<readonly Readonly<Record<string, unknown>>[]> => ({
  kind: 'rows',
  fields: declaredParams,
  label,
});
/** One kind of value under each of several names. */
export const each = (item: Param, label?: Label): Param<Readonly<Record<string, unknown>>> => ({
  kind: 'each',
  item,
  label,
});

type Optional<Declared> = Declared & { readonly isOptional: true };
/** A detail that may be missing or null. */
export const optional = <Value>(declaredParam: Param<Value>): Optional<Param<Value>> => ({
  ...declaredParam,
  isOptional: true,
});
/** A detail without a line of its own while it has no value. */
export const quiet = <Value>(declaredParam: Param<Value>): Param<Value> => ({ ...declaredParam, isQuiet: true });

/** A value before and after a change, recorded as `from` and `to`; `from` is missing or null if there was none. */
export const change = <Value>(declaredParam: Param<Value>) => ({
  from: optional(declaredParam),
  to: after(declaredParam, 'from'),
});
/** A detail whose earlier value is in the detail `before`. */
export const after = <Value>(declaredParam: Param<Value>, previous: string): Param<Value | null> => ({
  ...declaredParam,
  before: previous,
});

export type ValueOf<Declared> = Declared extends { readonly value?: infer Value } ? Exclude<Value, undefined> : never;

type OptionalNames<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends { readonly isOptional: true } ? Name : never;
}[keyof Declared];

/** Type of the details of an action: each declared one, without the optional ones. */
export type Details<Declared> = {
  readonly [Name in Exclude<keyof Declared, OptionalNames<Declared>>]: ValueOf<Declared[Name]>;
} & { readonly [Name in OptionalNames<Declared>]?: ValueOf<Declared[Name]> | null | undefined };
