import {
  button,
  details,
  featureMail,
  noticeBlocks,
  oneLine,
  quote,
  type Block,
  type MailEnvironment,
  type MailContext,
  type Part,
} from '#server/features/mail/mail.templates.service.ts';
import { clockText } from '#server/lib/clock-text.ts';
import { interpolate, textsIn, type ServerTexts } from '#server/lib/texts.ts';
import type { Id } from '#shared/kernel/ids.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';
import { arrivesBy, promisedBy } from '#shared/orders/orders.times.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import { railKindOf, railNameOf } from '#shared/reference/rails.ts';
import { progressOf } from './orders.progress.service.ts';

/** An order that ended without a payout, as its customer reads it: `gives` "0.05 BTC". */
type EndedOrderData = {
  firstName: string;
  id: Id<'order'>;
  reference: string;
  /** The customer's, whose clock the arrival is given by. */
  country?: string | null;
  gives: string;
};
/** An order that is paid, or may still be: it `pays` "1,859.40 USD". */
type OrderMailData = EndedOrderData & {
  pays: string;
  /** The country of the banks that credit the payout; null where none does. */
  bankCountry?: string | null;
  /** True while no one can say when the money arrives, as the coins are not final. */
  isConfirming?: boolean;
};

/** The reason why an order ended: a person's text, or the reason of the product itself. */
type OrderExplanation = { notes: string | null; because: OrderReason | null };

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    order_received: OrderMailData;
    /** An exchange is opened; its payment proof must arrive within `hours`. */
    order_awaiting_proof: OrderMailData & { hours: number };
    /** A counter sale: the end of the account that it pays, by which a customer knows a stranger's. */
    order_opened_for_customer: OrderMailData & { ending: string };
    order_processing: OrderMailData;
    order_completed: OrderMailData & { notes: string | null; method?: string | undefined };
    /** The team asks; its customer answers in the chat until then, by the clock of their country. */
    order_question: Pick<EndedOrderData, 'firstName' | 'id' | 'reference'> & { question: string; until: string };
    order_rejected: EndedOrderData & OrderExplanation;
    order_failed: EndedOrderData & OrderExplanation;
    /** The address of a quote was stopped before its customer sent a proof. Never carries the address. */
    address_stopped: { firstName: string; id: Id<'quote'>; reference: string };
    /** Mail to the administrator; never carries bank data. */
    new_order_notice: { id: Id<'order'>; reference: string; gives: string; pays: string; kind: 'sell' | 'fiat' };
    /**
     * Mail to the administrator: an order, or its quote, was edited in the database. Never contains the edited values.
     */
    order_alarm: { reference: string; path: string };
  }
}

/** Returns the parts of a mail about an order: its amounts and the link to it. */
function orderParts(
  { order: labels }: ServerTexts['orders.mail'],
  { id, reference, gives, pays = '' }: EndedOrderData & Partial<OrderMailData>,
  {
    after = [],
    arrives = '',
    progress,
    row,
  }: { after?: Part[]; arrives?: string | undefined; progress: Block; row?: [label: string, value: string] },
) {
  const rows = details([
    [labels.reference, reference],
    [labels.gives, gives],
    [labels.pays, pays],
    [labels.arrives, arrives],
    ...(row ? [row] : []),
  ]);
  return [
    progress,
    rows,
    ...after,
    button(interpolate(labels.open, { reference: oneLine(reference) }), `/transactions?tx=${encodeURIComponent(id)}`),
  ];
}

/** The time until which the money arrives as promised, by the clock of the customer's country. */
function arrivalOf(status: 'pending' | 'processing' | 'completed', order: OrderMailData, environment: MailEnvironment) {
  const { country, bankCountry, isConfirming } = order;
  const { at, language, settings } = environment;
  if (!at || isConfirming) return undefined;
  const by = arrivesBy({ status, awaitingProof: false, updatedAt: at }, bankCountry ?? undefined, promisedBy(settings));
  return by && clockText(by.at, { language, country });
}

const progressMail =
  (status: 'pending' | 'processing') =>
  (
    order: OrderMailData,
    { text, texts, ...environment }: MailContext<'orders.mail', 'order_received' | 'order_processing'>,
  ) => {
    const arrivalText = arrivalOf(status, order, environment);
    const state = status === 'processing' ? 'checked' : order.isConfirming ? 'confirming' : 'photo';
    return [
      text.body,
      ...orderParts(texts, order, {
        arrives: arrivalText,
        progress: progressOf(environment.language, state, arrivalText),
      }),
    ];
  };

const endMail = (
  order: EndedOrderData & OrderExplanation,
  { language, text, texts }: MailContext<'orders.mail', 'order_rejected' | 'order_failed'>,
) => {
  const refusalText = order.notes ?? (order.because ? orderReasonText(language, order.because) : '');
  const after = [quote(texts.order.notes, refusalText), text.help];
  return [text.body, ...orderParts(texts, order, { after, progress: progressOf(language, 'rejected') })];
};

/** Returns a reason of the product as the screens of this language word it. */
export function orderReasonText(language: LanguageCode, { reason, params }: OrderReason): string {
  return interpolate(textsIn(language, 'orders').because[reason], params);
}

export const ordersMail = featureMail('orders.mail', {
  order_received: progressMail('pending'),
  order_awaiting_proof: (order, { text, texts, language }) => [
    text.body,
    ...orderParts(texts, order, { after: [text.cancel], progress: progressOf(language, 'proof') }),
  ],
  order_opened_for_customer: (order, { text, texts, ...environment }) => [
    text.body,
    ...orderParts(texts, order, {
      row: [text.account, order.ending],
      after: [text.notYou],
      progress: progressOf(environment.language, 'photo'),
    }),
  ],
  order_processing: progressMail('processing'),
  order_completed: (order, { text, texts, ...environment }) => {
    const notes = order.notes ? [quote(texts.order.notes, order.notes)] : [];
    const arrivalText = arrivalOf('completed', order, environment);
    const { usually, usuallyByRail } = texts.order;
    // A second promise next to a time of arrival would contradict it.
    const usualArrival = arrivalText ? [] : [railKindOf(order.method) === 'bank' ? usually : usuallyByRail];
    const progress = progressOf(environment.language, 'sent', arrivalText);
    const blocks = [
      text.body,
      ...usualArrival,
      ...orderParts(texts, order, { after: notes, arrives: arrivalText, progress }),
    ];
    return { values: { rail: railNameOf(order.method) }, blocks };
  },
  order_question: ({ id, reference, question, until }, { text, texts, language }) => [
    quote(text.question, question),
    text.body,
    progressOf(language, 'asked'),
    details([
      [texts.order.reference, reference],
      [text.until, until],
    ]),
    button(text.open, `/transactions?tx=${encodeURIComponent(id)}`),
  ],
  order_rejected: endMail,
  order_failed: endMail,
  address_stopped: ({ id, reference }, { text, texts }) => [
    text.body,
    details([[texts.order.reference, reference]]),
    text.unsent,
    text.sent,
    button(text.open, `/sell?quote=${encodeURIComponent(id)}`),
  ],
  /** Contains what waits, never where the money goes: a mailbox is no place for bank data. */
  new_order_notice: ({ id, reference, gives, pays, kind }, { text, texts }) => [
    details([
      [texts.order.reference, reference],
      [text.kind, text[kind]],
      [text.gives, gives],
      [text.pays, pays],
    ]),
    button(text.open, `/admin/transactions?tx=${encodeURIComponent(id)}`),
  ],
  /** Without address or account: a reader of the mail must not take them for the customer's. */
  order_alarm: ({ reference, path }, { text, texts }) => noticeBlocks(text, path, [[texts.order.reference, reference]]),
});
