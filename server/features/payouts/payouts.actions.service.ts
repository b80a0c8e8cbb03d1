import { z } from 'zod';
import { act, type Acting, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { assertAnswerIsLate, assertCanAnswer } from '#server/features/orders/orders.question.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { seenValues } from '#server/http/guards/four-eyes.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import * as contract from '#shared/payouts/payouts.contract.ts';
import type { PayoutView } from '#shared/payouts/payouts.contract.ts';
import { reorganisedReason } from '#shared/payouts/payouts.lifecycle.ts';
import { lockPayouts, type PayoutRow } from './list/payouts.list.queries.ts';
import { payoutView } from './list/payouts.list.service.ts';
import { askedAtOf } from './list/payouts.present.ts';
import type { PayoutsDeps } from './payouts.ports.ts';
import {
  askForDetails,
  isReturnable,
  mailReturnAsked,
  shownReturn,
  returnMoney,
  returnRequest,
} from './payouts.returns.service.ts';
import { auditedPayout, movePayouts, payoutChanged, settlePayouts } from './payouts.service.ts';

const payoutRow: ActionRow<PayoutsDeps, PayoutRow, PayoutView, { id: Id<'payout'> }> = {
  lock: async (tx, { id }) => (await lockPayouts(tx, [id]))[0],
  missing: 'payout_not_found',
  ownersOf: ({ userId }) => [userId],
  state: { of: ({ state }) => state, decided: payoutChanged },
  present: ({ id }, { tx, deps }) => payoutView(tx, deps, id),
};

/** Takes a payout that is due out of the list. */
export const holdPayout = act(contract.holdPayout, payoutRow, {
  apply: async ({ tx, actor, row, body: { reason }, now }) => {
    await movePayouts(tx, actor, [row], 'held', { from: ['due'], reason, now });
    return { row, details: auditedPayout(row, reason) };
  },
});

/**
 * Lets a held payout wait for a batch again; one whose coins were taken away waits for an approval with all its checks.
 */
const resume = act(contract.resumePayout, payoutRow, {
  check: ({ row: { reason, reference } }) => {
    if (reason === reorganisedReason)
      throw new Conflict('settlement_missing', reasonWith('payout_coins_gone', { reference }));
  },
  apply: async ({ tx, actor, row, body: { reason }, now }) => {
    await movePayouts(tx, actor, [row], 'due', { from: ['held'], now });
    return { row, details: auditedPayout(row, reason) };
  },
});

/** Pays returned money again, to the same account. */
const payAgain = act(contract.payAgain, payoutRow, {
  apply: async ({ tx, actor, row, body: { reason }, now }) => {
    await movePayouts(tx, actor, [row], 'due', { from: ['returned'], now });
    return { row, details: auditedPayout(row, reason) };
  },
});

/**
 * Asks the customer for another account after the money came back: they read it in the product and by mail. Refuses
 * with conflict while their time for an answer runs.
 */
const askForAccount = act(contract.askForAccount, payoutRow, {
  check: async ({ tx, deps, row, now }) => {
    if (row.kind !== 'order') throw payoutChanged();
    await assertCanAnswer(tx, row);
    assertAnswerIsLate(askedAtOf(row), settingsOf(deps).limits, now);
  },
  apply: async ({ tx, actor, row, now }) => {
    await askForDetails(tx, actor, row, now);
    return { row, details: auditedPayout(row) };
  },
});

/** Records that the money has arrived although no statement shows it. */
const settle = act(contract.settlePayout, payoutRow, {
  apply: async ({ tx, actor, row, body: { reason }, now }) => {
    await settlePayouts(tx, actor, [row], { by: 'member', now });
    return { row, details: { ...auditedPayout(row, reason), by: 'member' as const } };
  },
});

const seenSetting = seenValues(z.object({ ask: z.boolean() }));

/** True if the customer is asked for another account, by the setting at the time of the request. */
function asksCustomer({ deps, body, approved }: Acting<PayoutsDeps, typeof contract.returnPayout, PayoutRow>): boolean {
  return seenSetting.of(approved)?.ask ?? body.askCustomer ?? settingsOf(deps).payouts.askCustomer;
}

/** Records that the bank returned the money. With the rule for releases another member agrees first. */
export const returnPayout = act(contract.returnPayout, payoutRow, {
  check: ({ row }) => {
    if (!isReturnable(row)) throw payoutChanged();
  },
  second: {
    isNeeded: ({ deps }) => deps.fourEyes.rules.payoutRelease,
    details: ({ row, body: { note } }) => ({ ...shownReturn([row]), reason: note }),
    more: (context) => ({ ...returnRequest([context.row]), seen: seenSetting.stored({ ask: asksCustomer(context) }) }),
    asked: ({ tx, actor, row }) => mailReturnAsked(tx, actor, [row]),
  },
  apply: async (context) => {
    const { tx, actor, row, body, now } = context;
    const payoutReturn = { reason: body.reason, note: body.note, fee: null, ask: asksCustomer(context), now };
    return { row, details: await returnMoney(tx, actor, row, payoutReturn) };
  },
});

/** Actions on a payout that prepare it. */
export const preparingActions: ActionsOf<PayoutsDeps, 'payouts.prepare'> = [
  holdPayout,
  resume,
  payAgain,
  askForAccount,
];

/** Actions on a payout that has left, or that goes back. */
export const settlingActions: ActionsOf<PayoutsDeps, 'payouts.release'> = [returnPayout, settle];
