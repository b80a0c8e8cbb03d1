import { isAboutFactor, removeApproved } from '#server/features/auth/auth.care.service.ts';
import { waitsForPayout } from '#server/features/orders/decide/orders.requirements.service.ts';
import { callNameOf } from '#server/http/guards/four-eyes.ts';
import { Conflict } from '#server/lib/refusal.ts';
import { stopSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { isAboutReturn } from '#shared/kernel/approval.ts';
import { stopAddress } from '#shared/sell/sell.contract.ts';
import type { ApprovalsPorts } from './features/approvals/approvals.ports.ts';
import type { AuthPorts } from './features/auth/auth.ports.ts';
import type { ChainsPorts } from './features/chains/chains.ports.ts';
import { liftSourceStop } from './features/deposit-sources/deposit-sources.admin.service.ts';
import type { DepositSourcesPorts } from './features/deposit-sources/deposit-sources.ports.ts';
import { setApprovedRate } from './features/fiat-exchange/fiat-exchange.admin.service.ts';
import { amendApproved } from './features/orders/decide/orders.amendments.service.ts';
import { decideApproved } from './features/orders/decide/orders.decisions.service.ts';
import { isAboutAmendment } from './features/orders/decide/orders.money-back.service.ts';
import type { OrdersPorts } from './features/orders/orders.ports.ts';
import { writeApprovedMethod } from './features/payment-methods/payment-methods.admin.service.ts';
import { isAboutMethod } from './features/payment-methods/payment-methods.approvals.service.ts';
import { isAboutAccount, writeApprovedAccount } from './features/payouts/accounts/payouts.accounts.service.ts';
import { isAboutLayout, writeApprovedProfile } from './features/payouts/accounts/payouts.profiles.service.ts';
import { addExtraApproved, approvePayoutApproved, isAboutExtra } from './features/payouts/payouts.approval.service.ts';
import { returnApproved } from './features/payouts/payouts.returns.service.ts';
import { isAboutLine, matchApproved } from './features/payouts/statements/payouts.matches.service.ts';
import type { RatesPorts } from './features/rates/rates.ports.ts';
import { changeApproved } from './features/settings/settings.admin.service.ts';
import type { SettingsPorts } from './features/settings/settings.ports.ts';
import type { SettlementsPorts } from './features/settlements/settlements.ports.ts';
import type { TeamPorts } from './features/team/team.ports.ts';
import { changeTeamApproved } from './features/team/team.service.ts';
import { unblockUser } from './features/users/users.admin.service.ts';
import { deleteApproved } from './features/users/users.erasure.service.ts';
import type { UsersPorts } from './features/users/users.ports.ts';
import type { WalletsPorts } from './features/wallets/wallets.ports.ts';
import { liftStop } from './features/wallets/wallets.stops.service.ts';
import type { Platform } from './platform.ts';

type Deps = Platform &
  AuthPorts &
  ChainsPorts &
  DepositSourcesPorts &
  OrdersPorts &
  RatesPorts &
  SettingsPorts &
  SettlementsPorts &
  TeamPorts &
  UsersPorts &
  WalletsPorts;

/** How each kind of request is carried out: by the service function of its own route. Part of the composition root. */
export function approvedActionsOf(deps: () => Deps): ApprovalsPorts['approvedActions'] {
  return {
    payout: (actor, approval) => {
      if (isAboutAmendment(approval)) return amendApproved(deps(), actor, approval);
      if (isAboutExtra(approval)) return addExtraApproved(deps(), actor, approval);
      if (!isAboutReturn(approval)) return decideApproved(deps(), actor, approval);
      return isAboutLine(approval) ? matchApproved(deps(), actor, approval) : returnApproved(deps(), actor, approval);
    },
    warned_approval: (actor, approval) =>
      waitsForPayout(approval)
        ? approvePayoutApproved(deps(), actor, approval)
        : decideApproved(deps(), actor, approval),
    address: async (actor, approval) => {
      if (isAboutAccount(approval)) return writeApprovedAccount(deps(), actor, approval);
      if (isAboutLayout(approval)) return writeApprovedProfile(deps(), actor, approval);
      if (isAboutMethod(approval)) return writeApprovedMethod(deps(), actor, approval);
      return changed();
    },
    rate: (actor, approval) => setApprovedRate(deps(), actor, approval),
    unblock: (actor, approval) =>
      isAboutFactor(approval)
        ? removeApproved(deps(), actor, approval)
        : unblockUser(deps(), actor, approval.subjectId, approval),
    erase: (actor, approval) => deleteApproved(deps(), actor, approval),
    settings: (actor, approval) => changeApproved(deps(), actor, approval),
    refund: changed,
    team: (actor, approval) => changeTeamApproved(deps(), actor, approval),
    books: changed,
  };
}

/** A request that was stored without its call. */
const changed = () => Promise.reject(new Conflict('facts_changed', 'approval_changed'));

/** A stop of an address applies before a second member decides about it: refusing lifts it. */
const undoneBy: Record<string, typeof liftStop | undefined> = {
  [callNameOf(stopAddress)]: liftStop,
  [callNameOf(stopSource)]: liftSourceStop,
};

/** What refusing a request undoes; undefined where its action was not done yet. */
export const undoOf: ApprovalsPorts['undoOf'] = ({ input, subjectId }) => {
  const undo = undoneBy[String(input.call)];
  return undo && ((tx, actor) => undo(tx, actor, subjectId));
};
