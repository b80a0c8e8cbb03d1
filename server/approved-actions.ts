import type { ApprovalsPorts } from './features/approvals/approvals.ports.ts';
import type { AuthPorts } from './features/auth/auth.ports.ts';
import { moveApproved } from './features/books/periods/books.periods.service.ts';
import type { ChainsPorts } from './features/chains/chains.ports.ts';
import {
  changeApprovedSource,
  confirmSourceStop,
  isAboutSource,
  isAboutSourceStop,
  liftSourceStop,
} from './features/deposit-sources/deposit-sources.admin.service.ts';
import type { DepositSourcesPorts } from './features/deposit-sources/deposit-sources.ports.ts';
import type { OrdersPorts } from './features/orders/orders.ports.ts';
import type { RatesPorts } from './features/rates/rates.ports.ts';
import type { SettingsPorts } from './features/settings/settings.ports.ts';
import { isAboutSettlement, settleApproved } from './features/settlements/settlements.decisions.service.ts';
import type { SettlementsPorts } from './features/settlements/settlements.ports.ts';
import { decideUnmatchedApproved, isAboutUnmatched } from './features/settlements/unmatched.service.ts';
import type { TeamPorts } from './features/team/team.ports.ts';
import type { UsersPorts } from './features/users/users.ports.ts';
import { changeApprovedWallet } from './features/wallets/wallets.admin.service.ts';
import type { WalletsPorts } from './features/wallets/wallets.ports.ts';
import { confirmApproved, isAboutStop, liftStop } from './features/wallets/wallets.stops.service.ts';
import { Conflict } from './lib/refusal.ts';
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

/** A request that names no call: whoever asked asks again. */
const changed = () => Promise.reject(new Conflict('facts_changed', 'approval_changed'));

/** How each kind of request is carried out: by the service function of its own route. Part of the composition root. */
export function approvedActionsOf(deps: () => Deps): ApprovalsPorts['approvedActions'] {
  return {
    payout: changed,
    warned_approval: (actor, approval) =>
      isAboutSettlement(approval)
        ? settleApproved(deps(), actor, approval)
        : isAboutUnmatched(approval)
          ? decideUnmatchedApproved(deps(), actor, approval)
          : changed(),
    address: async (actor, approval) => {
      if (isAboutStop(approval)) return confirmApproved(deps(), actor, approval);
      if (isAboutSource(approval)) return changeApprovedSource(deps(), actor, approval);
      if (isAboutSourceStop(approval)) return confirmSourceStop(deps(), actor, approval);
      return changeApprovedWallet(deps(), actor, approval);
    },
    rate: changed,
    unblock: changed,
    erase: changed,
    settings: changed,
    refund: (actor, approval) => decideUnmatchedApproved(deps(), actor, approval),
    team: changed,
    books: (actor, approval) => moveApproved(deps(), actor, approval),
  };
}

/** A stop of an address applies before a second member decides about it: refusing lifts it. */
export const undoOf: ApprovalsPorts['undoOf'] = (approval) =>
  isAboutStop(approval)
    ? (tx, actor) => liftStop(tx, actor, approval.subjectId)
    : isAboutSourceStop(approval)
      ? (tx, actor) => liftSourceStop(tx, actor, approval.subjectId)
      : undefined;
