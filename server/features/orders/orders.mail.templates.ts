import {
  adminNotice,
  featureMail,
  greet,
  oneLine,
  ourReference,
  quote,
  type Block,
  type Template,
} from '#server/features/mail/mail.templates.service.ts';
import { interpolate, textsIn, type ServerTexts } from '#server/lib/texts.ts';
import type { OrderReason } from '#shared/orders/orders.reasons.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';

type OrdersMailTexts = ServerTexts['orders.mail'];

/** An order as its customer reads it: `gives` "0.05 BTC", `pays` "1,859.40 USD". */
type OrderMailData = { firstName: string; id: string; reference: string; gives: string; pays: string };

/** Why an order ended: a person's words, or the reason of the product itself. */
type Why = { notes: string | null; because: OrderReason | null };

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    order_received: OrderMailData;
    /** An exchange is opened; its payment proof must come within `hours`. */
    order_awaiting_proof: OrderMailData & { hours: number };
    order_processing: OrderMailData;
    order_completed: OrderMailData & { notes: string | null };
    order_rejected: OrderMailData & Why;
    order_failed: OrderMailData & Why;
    /** The address of a quote was stopped before its customer sent a proof. Never carries the address. */
    address_stopped: { firstName: string; id: string; reference: string };
    /** To the administrator; never carries bank data. */
    new_order_notice: { id: string; reference: string; gives: string; pays: string; kind: 'sell' | 'fiat' };
    /** To the administrator: an order, or its quote, was edited in the database. Never contains the edited values. */
    order_alarm: { reference: string; path: string };
  }
}

const orderReceived: Template<'order_received', OrdersMailTexts> = (order, { texts, layout, settings }) => {
  const { subject, heading, body } = texts.order_received;
  return {
    subject,
    heading,
    greeting: greet(layout, order.firstName),
    values: { reference: ourReference(order.reference), check: settings.times.check },
    blocks: [{ kind: 'text', text: body }, orderRows(texts, order), ordersButton(texts)],
  };
};

/** To a customer whose exchange is opened: the proof of the payment is still to come. */
const orderAwaitingProof: Template<'order_awaiting_proof', OrdersMailTexts> = (order, { texts, layout }) => {
  const { subject, heading, body, cancel } = texts.order_awaiting_proof;
  return {
    subject,
    heading,
    greeting: greet(layout, order.firstName),
    values: { reference: ourReference(order.reference), hours: order.hours },
    blocks: [
      { kind: 'text', text: body },
      orderRows(texts, order),
      { kind: 'text', text: cancel },
      ordersButton(texts),
    ],
  };
};

const orderProcessing: Template<'order_processing', OrdersMailTexts> = (order, { texts, layout }) => {
  const { subject, heading, body } = texts.order_processing;
  return {
    subject,
    heading,
    greeting: greet(layout, order.firstName),
    values: { reference: ourReference(order.reference) },
    blocks: [{ kind: 'text', text: body }, orderRows(texts, order), ordersButton(texts)],
  };
};

const orderCompleted: Template<'order_completed', OrdersMailTexts> = (order, { texts, layout, settings }) => {
  const { subject, heading, body } = texts.order_completed;
  const notes: Block[] = order.notes ? [quote(texts.order.notes, order.notes)] : [];
  return {
    subject,
    heading,
    greeting: greet(layout, order.firstName),
    values: { reference: ourReference(order.reference), payout: settings.times.payout },
    blocks: [{ kind: 'text', text: body }, orderRows(texts, order), ...notes, ordersButton(texts)],
  };
};

const orderRejected: Template<'order_rejected', OrdersMailTexts> = (order, { language, texts, layout, settings }) => {
  const { subject, heading, body, help } = texts.order_rejected;
  return {
    subject,
    heading,
    greeting: greet(layout, order.firstName),
    values: { reference: ourReference(order.reference), supportEmail: settings.brand.supportEmail },
    blocks: [
      { kind: 'text', text: body },
      orderRows(texts, order),
      quote(texts.order.notes, whyText(language, order)),
      { kind: 'text', text: help },
      ordersButton(texts),
    ],
  };
};

const orderFailed: Template<'order_failed', OrdersMailTexts> = (order, { language, texts, layout, settings }) => {
  const { subject, heading, body, help } = texts.order_failed;
  return {
    subject,
    heading,
    greeting: greet(layout, order.firstName),
    values: { reference: ourReference(order.reference), supportEmail: settings.brand.supportEmail },
    blocks: [
      { kind: 'text', text: body },
      orderRows(texts, order),
      quote(texts.order.notes, whyText(language, order)),
      { kind: 'text', text: help },
      ordersButton(texts),
    ],
  };
};

const whyText = (language: LanguageCode, { notes, because }: Why): string =>
  notes ?? (because ? orderReasonText(language, because) : '');

/** A reason of the product itself as the screens of this language write it. */
export function orderReasonText(language: LanguageCode, { reason, params }: OrderReason): string {
  return interpolate(textsIn(language, 'orders').because[reason], params);
}

/** To a customer who may be about to pay into an address that was stopped. */
const addressStopped: Template<'address_stopped', OrdersMailTexts> = (
  { firstName, id, reference },
  { texts, layout, settings },
) => {
  const { subject, heading, body, unsent, sent, open } = texts.address_stopped;
  return {
    subject,
    heading,
    greeting: greet(layout, firstName),
    values: { reference: ourReference(reference), supportEmail: settings.brand.supportEmail },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'details', rows: [{ label: texts.order.reference, value: oneLine(reference) }] },
      { kind: 'text', text: unsent },
      { kind: 'text', text: sent },
      { kind: 'button', label: open, path: `/sell?quote=${encodeURIComponent(id)}` },
    ],
  };
};

/** To the admin. Contains what waits, never where the money goes: a mailbox is no place for bank data. */
const newOrderNotice: Template<'new_order_notice', OrdersMailTexts> = (
  { id, reference, gives, pays, kind },
  { texts, layout },
) => {
  const labels = texts.new_order_notice;
  return {
    subject: labels.subject,
    heading: labels.heading,
    greeting: layout.helloAll,
    values: { reference: ourReference(reference) },
    blocks: [
      {
        kind: 'details',
        rows: [
          { label: texts.order.reference, value: oneLine(reference) },
          { label: labels.kind, value: labels[kind] },
          { label: labels.gives, value: oneLine(gives) },
          { label: labels.pays, value: oneLine(pays) },
        ],
      },
      { kind: 'button', label: labels.open, path: `/admin/transactions?tx=${encodeURIComponent(id)}` },
    ],
  };
};

/** To the admin. Without address or account: whoever reads the mail must not take them for the customer's. */
const orderAlarm: Template<'order_alarm', OrdersMailTexts> = ({ reference, path }, { texts, layout }) => {
  const labels = texts.order_alarm;
  const rows = [{ label: texts.order.reference, value: oneLine(reference) }];
  return { ...adminNotice(layout, { labels, rows, path }), values: { reference: ourReference(reference) } };
};

/** What every mail about an order shows. */
function orderRows(texts: OrdersMailTexts, { reference, gives, pays }: OrderMailData): Block {
  return {
    kind: 'details',
    rows: [
      { label: texts.order.reference, value: oneLine(reference) },
      { label: texts.order.gives, value: oneLine(gives) },
      { label: texts.order.pays, value: oneLine(pays) },
    ],
  };
}

/** Where the customer finds the order. */
function ordersButton(texts: OrdersMailTexts): Block {
  return { kind: 'button', label: texts.order.open, path: '/transactions' };
}

/** The mails of this feature. */
export const ordersMail = featureMail('orders.mail', {
  order_received: orderReceived,
  order_awaiting_proof: orderAwaitingProof,
  order_processing: orderProcessing,
  order_completed: orderCompleted,
  order_rejected: orderRejected,
  order_failed: orderFailed,
  address_stopped: addressStopped,
  new_order_notice: newOrderNotice,
  order_alarm: orderAlarm,
});
