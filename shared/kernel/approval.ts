import { z } from 'zod';
import type { StepUp } from './endpoint.ts';
import { idOf } from './fields.ts';
import type { Permission } from './permission.ts';
import { personalValue } from './personal.ts';
import { keysOf } from './records.ts';

/** The kinds of actions that the settings can make wait for a second member of the team. */
export const approvalKinds = [
  'payout',
  'warned_approval',
  'address',
  'rate',
  'offer',
  'unblock',
  'erase',
  'settings',
  'team',
  'refund',
  'books',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

const stepUpOfKind: Partial<Record<ApprovalKind, Exclude<StepUp, 'sometimes'>>> = {
  address: 'recent',
  rate: true,
  erase: 'recent',
  settings: true,
  team: 'recent',
  refund: 'recent',
  books: true,
};

/**
 * True if these permissions allow deciding a request of this kind: members who decide orders decide requests; only
 * members who release payouts decide those of payouts and of the books.
 */
export function mayDecide(kind: ApprovalKind, permissions: readonly Permission[]): boolean {
  if (kind === 'books') return permissions.includes('payouts.release');
  return permissions.includes('orders.decide') || (kind === 'payout' && permissions.includes('payouts.release'));
}

type ApprovalContent = { kind: ApprovalKind; details: Readonly<Record<string, unknown>> };

/** True if a request is about money that was returned: it is owed again once another member has agreed. */
export function returnsMoney(kind: ApprovalKind, details: ApprovalContent['details']): boolean {
  return kind === 'payout' && details.returns === true;
}

/** True if a request is about money of an exchange that goes back to its customer. */
export function givesMoneyBack(kind: ApprovalKind, details: ApprovalContent['details']): boolean {
  return kind === 'payout' && details.moneyBack === true;
}

/** True if both the member who asks and the member who decides must be ones who may release payouts. */
export function needsRelease({ kind, details }: ApprovalContent): boolean {
  return returnsMoney(kind, details) || givesMoneyBack(kind, details);
}

/**
 * True if these permissions allow deciding this request: one about returned money needs the permission to release it,
 * any other that of its kind.
 */
export function mayDecideRequest(request: ApprovalContent, permissions: readonly Permission[]): boolean {
  return needsRelease(request) ? permissions.includes('payouts.release') : mayDecide(request.kind, permissions);
}

/**
 * The step-up of the approving member: that of the kind of request, or that of the endpoint if it is stricter;
 * undefined for none.
 */
export function stepUpOf(request: ApprovalContent, ofEndpoint?: StepUp): Exclude<StepUp, 'sometimes'> | undefined {
  const stepUp = needsRelease(request) ? true : stepUpOfKind[request.kind];
  const own = ofEndpoint === 'sometimes' ? undefined : ofEndpoint;
  return stepUp === 'recent' || own === 'recent' ? 'recent' : (stepUp ?? own);
}

/** The kinds of requests that a member may decide. */
export function decidableKinds(permissions: readonly Permission[]): readonly ApprovalKind[] {
  return approvalKinds.filter((kind) => mayDecide(kind, permissions));
}

function approvalDetail() {
  return z.union([z.string(), z.number(), z.boolean(), z.null()]);
}

/** Details that a second member reads before deciding, by name. Amounts and rates are decimal text. */
export const approvalDetails = z
  .object({
    payeeAccount: personalValue('account', approvalDetail()).optional(),
    receivingAccount: personalValue('account', approvalDetail()).optional(),
    receivingAccountBefore: personalValue('account', approvalDetail()).optional(),
    refundAddress: personalValue('account', approvalDetail()).optional(),
    reason: personalValue('accountText', approvalDetail()).optional(),
    adminNotes: personalValue('accountText', approvalDetail()).optional(),
    invited: personalValue('email', approvalDetail()).optional(),
    newEmail: personalValue('email', approvalDetail()).optional(),
  })
  .catchall(approvalDetail());

/** The answer 202 of an action that now waits for a second member. */
export const approvalPending = z.object({ approvalId: idOf('approval') });

/** The rules of dual approval; null and false are off. */
export type FourEyesRules = {
  /** Limit in US dollars above which a payout of an order needs a second member. */
  payoutOverUsd: number | null;
  /** True if an approval against the warning of the verdict needs a second member. */
  warnedApproval: boolean;
  /** True if another deposit address or receiving account needs a second member. */
  addressChange: boolean;
  /** Per cent above which a change of a pair rate within a day needs a second member. */
  rateOverPercent: number | null;
  liftBlock: boolean;
  eraseUser: boolean;
  /** True if a release of a batch of payouts needs a second member, at any sum. */
  payoutRelease: boolean;
  /** Limit in US dollars above which a refund needs a second member. */
  refundOverUsd: number | null;
  /** True if closing or reopening a month of the books needs a second member. */
  booksClose: boolean;
  /** Hours until a request expires. */
  expireHours: number;
};

const isOff = (rule: unknown) => rule === null || rule === false;

/** True if any rule of dual approval is on. */
export function isFourEyesOn(rules: FourEyesRules): boolean {
  return Object.entries(rules).some(([key, rule]) => key !== 'expireHours' && !isOff(rule));
}

type RulesChange = { [Rule in keyof FourEyesRules]?: FourEyesRules[Rule] | undefined };

/** True if a change turns on a rule of dual approval that was off. */
export function isSwitchingOn(previous: FourEyesRules, change: RulesChange): boolean {
  return keysOf(change).some((key) => change[key] !== undefined && !isOff(change[key]) && isOff(previous[key]));
}

/** True if a change frees an action from a second member, or lets requests wait longer. */
export function isLoosened(previous: FourEyesRules, change: RulesChange): boolean {
  return keysOf(change).some((key) => {
    const value = change[key];
    const previousValue = previous[key];
    if (value === undefined || isOff(previousValue)) return false;
    if (key === 'expireHours') return isFourEyesOn(previous) && Number(value) > Number(previousValue);
    return isOff(value) || (typeof value === 'number' && value > Number(previousValue));
  });
}
