import { isMobileRail } from '#shared/reference/rails.ts';
import { payoutShape, type DeskAccountView } from './payouts.accounts.contract.ts';
import { columnValues, emptyColumnOf } from './payouts.columns.ts';
import type { PayoutView } from './payouts.contract.ts';
import { paysRail } from './payouts.fit.ts';

type Check = PayoutView['checks'][number]['code'];

/**
 * A flag that a member sees before a payout is batched: red and amber need a check, `stops` excludes it from every
 * batch.
 */
export type PayoutFlag = (
  | { kind: 'tampered' | 'blocked' | 'own' | 'newAccount' | 'cameBack' }
  | { kind: 'column'; column: string }
  | { kind: 'check'; code: FlaggedCheck; isMobile: boolean }
  | { kind: 'differs'; what: PayoutView['differs'][number] }
) & { hue: 'red' | 'amber' | 'plain'; stops: boolean };

type FlaggedPayout = Pick<
  PayoutView,
  'differs' | 'checks' | 'detailsChanged' | 'returned' | 'payee' | 'tampered' | 'customerBlocked' | 'state'
>;

interface Context {
  /** True if it pays the member who reads it. */
  isOwn: boolean;
  /** The column of the bank's file that the payout would leave empty. */
  emptyColumn?: string | undefined;
  /** True for a payment by hand, which limits of a file do not stop. */
  isByHand?: boolean;
}

/** The checks that are always shown; others are shown if a layout needs the value, or a limit requires an identity. */
export const flaggedChecks = [
  'length',
  'checksum',
  'shape',
  'number_shape',
  'not_mobile',
  'name_not_latin',
  'name_other',
  'country',
  'bank_differs',
  'name_close',
  'name_letters_lost',
] as const satisfies readonly Check[];
export type FlaggedCheck = (typeof flaggedChecks)[number];
const plainChecks: readonly Check[] = ['name_close', 'name_letters_lost'];
const checksOfFiles: readonly Check[] = ['number_shape', 'name_not_latin'];

const places = { red: 0, amber: 1, plain: 2 };

/** The flags of a payout: red first, then amber, then informational ones. */
export function flagsOf(payout: FlaggedPayout, { isOwn, emptyColumn, isByHand = false }: Context): PayoutFlag[] {
  const { differs, checks, detailsChanged, returned, payee, tampered, customerBlocked, state } = payout;
  const stopping = { hue: 'red', stops: true } as const;
  const flags: PayoutFlag[] = [
    ...(tampered ? [{ kind: 'tampered' as const, ...stopping }] : []),
    ...(customerBlocked ? [{ kind: 'blocked' as const, ...stopping }] : []),
    ...(isOwn ? [{ kind: 'own' as const, hue: 'plain' as const, stops: true }] : []),
    ...(emptyColumn === undefined ? [] : [{ kind: 'column' as const, column: emptyColumn, ...stopping }]),
    ...checks.flatMap(({ code, level }): PayoutFlag[] => {
      const flaggedCode = flaggedChecks.find((checkCode) => checkCode === code);
      if (!flaggedCode || (isByHand && checksOfFiles.includes(code))) return [];
      const stops = level === 'block';
      const hue = stops || code === 'name_other' ? 'red' : plainChecks.includes(code) ? 'plain' : 'amber';
      return [{ kind: 'check', code: flaggedCode, isMobile: isMobileRail(payee.method), hue, stops }];
    }),
    ...(detailsChanged ? [{ kind: 'newAccount' as const, hue: 'amber' as const, stops: false }] : []),
    ...differs.map((difference) => {
      const hue = difference === 'first_payout' ? ('plain' as const) : ('amber' as const);
      return { kind: 'differs' as const, what: difference, hue, stops: false };
    }),
    ...(returned && state === 'due' ? [{ kind: 'cameBack' as const, hue: 'plain' as const, stops: false }] : []),
  ];
  return flags.toSorted((flag, otherFlag) => places[flag.hue] - places[otherFlag.hue]);
}

/** True if a member has to check it before a batch takes it. */
export const needsReview = (flags: readonly Pick<PayoutFlag, 'hue' | 'stops'>[]): boolean =>
  flags.some(({ hue, stops }) => stops || hue !== 'plain');

type PaidPayout = Pick<PayoutView, 'currency' | 'payee' | 'order' | 'amount' | 'approvedAt'>;
/** The stored layout of an account's files; undefined for an account without one. */
type Layout = unknown;

/** True for an account that can pay a payout: its currency, and the payee's rail. */
export function paysPayout(
  account: Pick<DeskAccountView, 'isActive' | 'tampered' | 'currency' | 'format'>,
  layout: Layout,
  { currency, payee }: Pick<PayoutView, 'currency' | 'payee'>,
): boolean {
  const { rails } = payoutShape.safeParse(layout).data ?? {};
  const { isActive, tampered, format } = account;
  return isActive && !tampered && account.currency === currency && paysRail(format, payee.method, rails);
}

/** The heading of the column that a payout would leave empty in the bank's file, if its account has a layout. */
export function columnLeftEmpty(
  { payee, order, amount, currency, approvedAt }: PaidPayout,
  account: DeskAccountView | undefined,
  layout: Layout,
): string | undefined {
  if (account?.format !== 'csv') return undefined;
  const { data } = payoutShape.safeParse(layout);
  if (!data) return undefined;
  const { reference } = order;
  // The batch fills in the end-to-end id and the day; neither is ever empty.
  const batchValues = { endToEndId: reference, executeOn: approvedAt };
  return emptyColumnOf(data, columnValues({ payee, account, reference, amount, currency, ...batchValues }));
}
