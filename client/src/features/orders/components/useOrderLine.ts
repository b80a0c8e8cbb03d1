import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatCrypto, formatDate, maskedAccount } from '#client/lib/format/format.ts';
import { formatWhenShort } from '#client/lib/format/when.ts';
import { isolateValues } from '#client/lib/i18n/isolated.ts';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import { isMoving, type Need } from '#shared/orders/orders.needs.ts';
import { isRefundStage } from '#shared/orders/orders.stages.ts';
import { chosenBy } from '#shared/orders/orders.times.ts';
import { railNameOf, railWordsOf } from '#shared/reference/rails.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { accountWordOf } from '../line/line.words.ts';
import type { Order, OwnOrder } from '../orders.queries.ts';
import { payoutWord } from './orders.rail.ts';
import { netToPay, proofDeadlineOf, useArrival } from './orders.text.ts';

/**
 * The payee of an order: a bank or a telephone with the end of its number, "•••• 2740", or a provider; both empty if
 * unknown.
 */
export function payeeOf({ paymentDetails }: Order): { name: string; ending: string } {
  if (!paymentDetails) return { name: '', ending: '' };
  const { method, bankName, accountNumber } = paymentDetails;
  return { name: bankName, ending: railWordsOf(method) === 'paypal' ? '' : maskedAccount(accountNumber) };
}

/** The customer's deadline for the next step of an order; undefined without one. */
export function useNeedUntil({ needs, asked, ...order }: OwnOrder): Date | undefined {
  const { data: settings } = useQuery(settingsQuery);
  if (needs?.what === 'proof') return proofDeadlineOf(order);
  if (needs?.what === 'asked' && asked) return new Date(asked.until);
  if (needs?.what === 'choice' && needs.since && settings) return chosenBy(needs.since, settings);
  return undefined;
}

/** In these stages the line of an order names no time. */
const namedStages = ['confirming', 'question', 'on_hold', 'returned', 'refund_due', 'refund_sent'] as const;
const isNamed = (stage: Order['stage']): stage is (typeof namedStages)[number] =>
  namedStages.some((namedStage) => namedStage === stage);

/**
 * The word for what an order waits for its customer to do: mobile money needs another number, a bank another account.
 */
export const needWordOf = ({ needs, paymentDetails }: OwnOrder) =>
  needs?.what === 'account' ? accountWordOf(paymentDetails?.method) : needs?.what;

/**
 * Returns the second line of an order in a list: the customer's next step, or the progress, with a time if there is
 * one.
 */
export function useOrderLine(order: OwnOrder): string {
  const { t } = useTranslation('orders');
  const until = useNeedUntil(order);
  const arrival = useArrival(order);
  const now = useNow(true, minuteMs);
  const { stage, updatedAt, payout, status } = order;
  const date = formatDate(payout?.at ?? updatedAt);
  const needWord = needWordOf(order);
  if (needWord) return t(`row.need.${needWord}`, { time: until ? formatWhenShort(until, now) : '…' });
  if (stage === 'returned' && railWordsOf(order.paymentDetails?.method) !== 'bank')
    return t('row.returnedByRail', { rail: railNameOf(order.paymentDetails?.method) });
  if (isNamed(stage)) return t(`row.${stage}`);
  if (stage === 'refunded') return t('row.refunded', { date });
  if (stage === 'settled') return t(payout?.state === 'arrived' ? 'row.arrived' : 'row.sent', { date });
  if (stage === 'sent' && (!arrival || !isMoving(order, now))) return t('row.sent', { date });
  if (stage === 'sent' && arrival?.isPast) return t('row.due');
  if (isRefused(status) || stage === 'reversed') return '';
  if (stage === 'approved_again') return payoutWord(t, 'again', order);
  return arrival?.text ?? (status === 'processing' ? payoutWord(t, 'preparing', order) : t('row.checking'));
}

/** The words of the steps that an order waits for its customer to take. */
const needWords = {
  account: 'account',
  number: 'number',
  choice: 'choice',
  address: 'address',
  top_up: 'yourTurn',
  proof: 'proof',
  asked: 'answer',
} as const satisfies Record<Need | 'number', string>;

/** The first word of an order's line, if its status would say something else. */
export function chipOf(order: OwnOrder) {
  const { stage, status, type, paymentProofFiles } = order;
  const needWord = needWordOf(order);
  if (needWord) return needWords[needWord];
  if (stage === 'refunded') return 'sentBack';
  if (isRefundStage(stage)) return 'goingBack';
  if (stage === 'reversed') return 'reversed';
  if (!isRefused(status)) return undefined;
  // An exchange without a proof ends because its customer cancelled it or sent none in time; the team refuses the
  // others.
  return type === 'fiat' && paymentProofFiles.length === 0 && status === 'failed' ? 'canceled' : 'rejected';
}

/** The status that gives the line of an order its icon and colour, in agreement with its words. */
export function lineTone(order: OwnOrder): string {
  const { needs, stage, status } = order;
  if (needs) return needs.what === 'proof' ? 'awaiting_proof' : 'short';
  if (stage === 'refunded' || stage === 'reversed') return stage;
  if (isRefundStage(stage) || !isRefused(status)) return stage === 'settled' ? 'completed' : 'processing';
  return chipOf(order) === 'canceled' ? 'canceled' : status;
}

type Sum = { money: number } | { coins: string; note: string };

/** The sum on the right of a row: the amount that is or was paid, else coins. An uncertain sum is not shown. */
export function useOrderSum(order: OwnOrder): Sum {
  const { t, i18n } = useTranslation('orders');
  const { needs, stage, status, amount, cryptoSymbol, settlement } = order;
  const coins = (value: number) => formatCrypto(value, cryptoSymbol ?? '');
  if (needs?.arrived !== undefined && needs.arrived !== null)
    return {
      coins: t('row.someOf', isolateValues({ received: coins(needs.arrived), agreed: coins(amount) }, i18n.dir())),
      note: t('row.came'),
    };
  if (order.type === 'sell' && isRefundStage(stage)) {
    const returnedCoins = coins(settlement?.received ?? amount);
    return { coins: returnedCoins, note: stage === 'refunded' ? t('slip.notPaid') : t('row.toSendBack') };
  }
  if (isRefused(status)) return { coins: order.type === 'sell' ? coins(amount) : '', note: t('slip.notPaid') };
  if (stage === 'question' || stage === 'short') return { coins: coins(amount), note: '' };
  return { money: netToPay(order) };
}
