import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Mover } from '#server/features/orders/orders.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { nameOf } from '#server/features/team/team.notices.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { ApprovalRequest, Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { assertNoOwnCase } from '#server/http/guards/guard.ts';
import { amountText } from '#server/lib/texts.ts';
import type { Platform } from '#server/platform.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { returnPayout as returnContract, PayoutView } from '#shared/payouts/payouts.contract.ts';
import type { PayoutRow } from './list/payouts.list.queries.ts';
import { payoutView } from './list/payouts.list.service.ts';
import { moneyText, sumText } from './list/payouts.present.ts';
import { lockPayout } from './payouts.changes.service.ts';
import { dayBooked } from './payouts.entries.ts';
import { notifyOwners, queuePayoutMails } from './payouts.mail.ts';
import type { ReturnedMoney } from './payouts.moves.queries.ts';
import { auditedPayout, payoutSubject, movePayouts, payoutChanged } from './payouts.service.ts';
import { noonOf } from './payouts.steps.ts';
import { endSettlingMatches } from './statements/payouts.match.queries.ts';

type Deps = Pick<Platform, 'db' | 'fourEyes' | 'inTx' | 'now'> & SettingsPorts;

export const isReturnable = ({ attemptState }: PayoutRow) => attemptState === 'sent' || attemptState === 'settled';

/**
 * Records that the bank returned the money of a payout. With the rule for releases another member agrees first: until then
 * the payout stays as it is.
 */
export async function returnPayout(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason, note, askCustomer, call }: BodyOf<typeof returnContract> & { call: Call },
): Promise<PayoutView | PendingApproval> {
  return deps.inTx(async (tx) => {
    const payout = await lockPayout(tx, actor, id);
    if (!isReturnable(payout)) throw payoutChanged();
    // The setting counts that stood when it was asked for.
    const seen = seenSetting.safeParse(call.approved?.approval.input.seen).data;
    const ask = seen?.ask ?? askCustomer ?? settingsOf(deps).payouts.askCustomer;
    const request = { subjectId: id, payouts: [payout], facts: { reason: note }, seen: { ask }, call };
    const pending = await passReturn(tx, deps, actor, request);
    if (pending) return pending;
    await returnMoney(tx, actor, payout, { reason, note, fee: null, ask, now: deps.now() });
    return payoutView(tx, deps, id);
  });
}

const seenSetting = z.object({ ask: z.boolean() });

interface AskedReturn {
  /** The payout, or the line of a statement that says that several came back. */
  subjectId: string;
  payouts: readonly PayoutRow[];
  facts: ApprovalRequest['facts'];
  seen?: { ask: boolean };
  call: Call;
  /** The state of the line, which must not change meanwhile either. */
  lineState?: string;
  /** Who imported the statement that says so. */
  importedBy?: string | undefined;
}

/**
 * Asks for a second member where the rule for releases is on: not one who released what came back, nor who imported the
 * statement that says so. The owners get a mail at once, because what is recorded as returned is paid a second time.
 */
export async function passReturn(
  tx: Tx,
  { fourEyes }: Pick<Deps, 'fourEyes'>,
  actor: Actor,
  asked: AskedReturn,
): Promise<PendingApproval | undefined> {
  const { subjectId, payouts, importedBy, lineState = '', seen, call } = asked;
  const [first] = payouts;
  if (!first) return undefined;
  // A request about several payouts names no customer, who may be whoever approves it.
  if (call.approved) assertNoOwnCase(call.approved.by, payouts);
  const { currency } = first;
  const total = sumText(
    payouts.map((payout) => moneyText(payout.amount, currency)),
    currency,
  );
  const reference = payouts
    .slice(0, 10)
    .map((payout) => payout.reference)
    .join(', ');
  const involved = [...payouts.map(({ releasedBy }) => releasedBy), importedBy ?? null];
  const notBy = [...new Set(involved.filter((id) => id !== null))].toSorted();
  const request: ApprovalRequest = {
    kind: 'payout',
    subjectId,
    facts: {
      returns: true,
      ...(payouts.length === 1 && { userId: first.userId }),
      reference,
      payout: total,
      currency,
      ...asked.facts,
    },
    notBy,
    ...(seen && { seen }),
    state: [lineState, ...payouts.map(({ attemptId, attemptState }) => `${attemptId} ${attemptState}`)].join(' '),
  };
  const pending = await fourEyes.pass(tx, actor, request, call, fourEyes.rules.payoutRelease);
  if (!pending?.isNew) return pending;
  const by = await nameOf(tx, actor.userId);
  await notifyOwners(tx, (language) => {
    const data = { by, reference, total: amountText(total, currency, language) };
    return { template: 'payout_return_asked', data };
  });
  return pending;
}

type Returned = Pick<ReturnedMoney, 'reason' | 'note' | 'fee'> & {
  ask: boolean;
  now: Date;
  /** The day on which the bank booked it. */
  bookedOn?: string;
};

/** Money that the bank sent back: it is owed again, and the customer is asked for another account. */
export async function returnMoney(
  tx: Tx,
  mover: Mover,
  payout: PayoutRow,
  { reason, note, fee, ask, now, bookedOn }: Returned,
): Promise<void> {
  // Noon, so that it is the same day almost everywhere.
  const at = bookedOn === undefined ? now.toISOString() : noonOf(bookedOn);
  const amount = moneyText(payout.amount, payout.currency);
  const returned = { reason, note, at, amount, fee, asksCustomer: ask };
  const bookedAt = bookedOn === undefined ? now : dayBooked(bookedOn, now);
  await movePayouts(tx, mover, [payout], 'returned', { from: ['sent', 'settled'], returned, now, bookedAt });
  const by = mover === 'system' ? null : mover.userId;
  await endSettlingMatches(tx, { attemptId: payout.attemptId, now, by });
  const audited = { ...auditedPayout(payout, note), because: reason, asked: ask };
  await recordAudit(tx, mover, 'payout.returned', payoutSubject(payout), audited);
  if (payout.kind === 'order' && ask) await queuePayoutMails(tx, 'payout_returned', [payout.id]);
}
