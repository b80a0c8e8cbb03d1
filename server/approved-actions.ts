import type { ApprovalsPorts } from './features/approvals/approvals.ports.ts';
import type { AuthPorts } from './features/auth/auth.ports.ts';
import { setApprovedRate } from './features/fiat-exchange/fiat-exchange.approved.service.ts';
import { waitsForPayout } from './features/orders/decide/orders.approvals.service.ts';
import { decideApproved } from './features/orders/decide/orders.decisions.service.ts';
import type { OrdersPorts } from './features/orders/orders.ports.ts';
import { isAboutMethod, writeApprovedMethod } from './features/payment-methods/payment-methods.approved.service.ts';
import { isAboutAccount, writeApprovedAccount } from './features/payouts/accounts/payouts.accounts.service.ts';
import { approvePayoutApproved } from './features/payouts/payouts.approval.service.ts';
import type { RatesPorts } from './features/rates/rates.ports.ts';
import { changeApproved } from './features/settings/settings.admin.service.ts';
import type { SettingsPorts } from './features/settings/settings.ports.ts';
import type { TeamPorts } from './features/team/team.ports.ts';
import { changeTeamApproved } from './features/team/team.service.ts';
import { unblockUser } from './features/users/users.admin.service.ts';
import { deleteApproved } from './features/users/users.erasure.service.ts';
import type { UsersPorts } from './features/users/users.ports.ts';
import { changeApprovedWallet } from './features/wallets/wallets.admin.service.ts';
import { confirmApproved, isAboutStop, liftStop } from './features/wallets/wallets.stops.service.ts';
import type { Platform } from './platform.ts';

type Deps = Platform & AuthPorts & OrdersPorts & RatesPorts & SettingsPorts & TeamPorts & UsersPorts;

/** How each kind of request is carried out: by the service function of its own route. Part of the composition root. */
export function approvedActionsOf(deps: () => Deps): ApprovalsPorts['approvedActions'] {
  return {
    payout: (actor, approval) => decideApproved(deps(), actor, approval),
    warned_approval: (actor, approval) =>
      waitsForPayout(approval)
        ? approvePayoutApproved(deps(), actor, approval)
        : decideApproved(deps(), actor, approval),
    address: (actor, approval) =>
      isAboutAccount(approval)
        ? writeApprovedAccount(deps(), actor, approval)
        : isAboutMethod(approval)
          ? writeApprovedMethod(deps(), actor, approval)
          : isAboutStop(approval)
            ? confirmApproved(deps(), actor, approval)
            : changeApprovedWallet(deps(), actor, approval),
    rate: (actor, approval) => setApprovedRate(deps(), actor, approval),
    unblock: (actor, approval) => unblockUser(deps(), actor, approval.subjectId, approval),
    erase: (actor, approval) => deleteApproved(deps(), actor, approval),
    settings: (actor, approval) => changeApproved(deps(), actor, approval),
    team: (actor, approval) => changeTeamApproved(deps(), actor, approval),
  };
}

/** A stop of an address applies before a second member decides about it: refusing lifts it. */
export const undoOf: ApprovalsPorts['undoOf'] = (approval) =>
  isAboutStop(approval) ? (tx, actor) => liftStop(tx, actor, approval.subjectId) : undefined;
