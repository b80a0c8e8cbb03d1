import { mayDecide, type ApprovalKind } from '#shared/kernel/approval.ts';
import type { Permission, Requirement } from '#shared/kernel/permission.ts';

type NoticeDeclaration = {
  /**
   * The permission that a member needs; `approvals` is decided by each request, `member` is the one that the caller
   * names.
   */
  to: Permission | 'approvals' | 'member';
  /** Receivers of its mail: no one, the owner of the settings, or every member with the permission. */
  mail: 'none' | 'owner' | 'members';
  /** The setting that switches the mail off. */
  mailSwitch?: 'newOrderMail';
  /** True if a mail within a quarter of an hour after another one waits for the next quarter, with all others. */
  isFrequent?: true;
  /** True if it is also sent to the chat that a member has linked. */
  telegram: boolean;
};

/**
 * The notices for members of the team, by the template of the mail. A chat gets only its subject with a link to the
 * screen: a status and a reference, never an account, a name or a sum.
 */
export const declaredNotices = {
  new_order_notice: {
    to: 'orders.decide',
    mail: 'owner',
    mailSwitch: 'newOrderMail',
    isFrequent: true,
    telegram: true,
  },
  order_green_notice: { to: 'orders.decide', mail: 'none', telegram: true },
  order_question_notice: { to: 'orders.decide', mail: 'none', telegram: true },
  refund_due_notice: { to: 'orders.decide', mail: 'none', telegram: true },
  unmatched_notice: { to: 'orders.decide', mail: 'none', telegram: true },
  unmatched_arrived: { to: 'orders.decide', mail: 'owner', telegram: false },
  payout_returned_notice: { to: 'payouts.release', mail: 'none', telegram: true },
  batch_to_release: { to: 'payouts.release', mail: 'members', telegram: true },
  payouts_late: { to: 'payouts.release', mail: 'members', telegram: false },
  batch_cancelled: { to: 'member', mail: 'members', telegram: false },
  approval_wanted: { to: 'approvals', mail: 'members', telegram: true },
  node_away_notice: { to: 'wallets.write', mail: 'none', telegram: true },
  rate_source_down: { to: 'rates.write', mail: 'owner', telegram: true },
  rate_source_back: { to: 'rates.write', mail: 'owner', telegram: false },
  note_mention: { to: 'member', mail: 'members', telegram: true },
} as const satisfies Record<string, NoticeDeclaration>;

export type NoticeName = keyof typeof declaredNotices;

/** Returns the declaration of a notice: its receivers, and if it is mailed or sent to a chat. */
export function declarationOf(name: NoticeName): NoticeDeclaration {
  return declaredNotices[name];
}

/** True for the name of a declared notice. */
export function isNotice(name: string): name is NoticeName {
  return Object.hasOwn(declaredNotices, name);
}

/** The details of a request that decide who may approve it. */
export type ApprovalAsked = { kind: ApprovalKind; isReleased: boolean };

/** True if a notice is for a member with these permissions; `data` is that of its template. */
export function isForMember(
  name: NoticeName,
  data: Readonly<Record<string, unknown>>,
  permissions: readonly Permission[],
): boolean {
  const { to } = declarationOf(name);
  if (to === 'member') return true;
  if (to !== 'approvals') return permissions.includes(to);
  // A notice of `approvals` is about a request, and has its kind.
  const { kind, isReleased } = data as ApprovalAsked;
  return isReleased ? permissions.includes('payouts.release') : mayDecide(kind, permissions);
}

type RungName = {
  [Name in NoticeName]: (typeof declaredNotices)[Name]['telegram'] extends true ? Name : never;
}[NoticeName];

const isRung = (name: string): name is RungName => isNotice(name) && declaredNotices[name].telegram;

/** Returns the notices that a member gets in a linked chat, in the order of the list; `may` holds their permissions. */
export function noticesFor(isPermitted: (requirement: Requirement) => boolean): RungName[] {
  const isSent = (to: NoticeDeclaration['to']) =>
    to === 'approvals' ? isPermitted('orders.decide') || isPermitted('payouts.release') : isPermitted(to);
  return Object.keys(declaredNotices)
    .filter(isRung)
    .filter((name) => isSent(declaredNotices[name].to));
}
