import type { Settings } from '#server/features/settings/settings.service.ts';
import type { MailTexts } from './locales/en.ts';
import type { MailData, OrderMailData, TemplateName } from './mail.templates.ts';

/** The parts a mail is put together from; the layout turns each into HTML and into plain text. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  | { kind: 'button'; label: string; path: string }
  | { kind: 'quote'; label: string; text: string };

/** One mail before it is laid out; texts are plain, nothing is escaped yet. */
export type MailContent = { subject: string; greeting: string; heading: string; blocks: Block[] };

/** What a template is given beside its data. */
export type MailContext = { texts: MailTexts; settings: Settings };

/** A template says what a mail holds; how it looks is the layout's affair. */
export type Template<Name extends TemplateName> = (data: MailData[Name], context: MailContext) => MailContent;

/** Puts values into a text of the catalogue: once, so that a value that looks like a placeholder stays as it is. */
export function interpolate(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Text of a person on one line: a name must not be able to add lines that look like ours. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** What the desk wrote, line for line, without signs that cannot be seen. */
export function quote(label: string, text: string): Block {
  const lines = text.replace(/\r\n?/g, '\n').replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return { kind: 'quote', label, text: lines.trim() };
}

/** "Hello Ada,", or without a name. */
export function greet(texts: MailTexts, firstName?: string): string {
  const name = oneLine(firstName ?? '').slice(0, 100);
  return name ? interpolate(texts.layout.hello, { firstName: name }) : texts.layout.helloAll;
}

/** A subject holds a reference of ours at most, never a word of a person. */
export function subjectWith(text: string, reference: string): string {
  return interpolate(text, { reference: /^[A-Z0-9-]{4,24}$/.test(reference) ? reference : '' }).trim();
}

type Notice = {
  labels: { subject: string; heading: string; body: string; open: string };
  /** Words of people are put on one line. */
  rows: readonly { label: string; value: string }[];
  /** Where the desk acts on it. */
  path: string;
};

/** A mail to the desk: what happened, the facts, and the way to the screen where it is looked at. */
export function adminNotice(texts: MailTexts, { labels, rows, path }: Notice): MailContent {
  const { subject, heading, body, open } = labels;
  return {
    subject,
    heading,
    greeting: texts.layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'facts', rows: rows.map(({ label, value }) => ({ label, value: oneLine(value) })) },
      { kind: 'button', label: open, path },
    ],
  };
}

/** What every mail about an order shows. */
export function orderRows(texts: MailTexts, { reference, gives, pays }: OrderMailData): Block {
  return {
    kind: 'facts',
    rows: [
      { label: texts.order.reference, value: oneLine(reference) },
      { label: texts.order.gives, value: oneLine(gives) },
      { label: texts.order.pays, value: oneLine(pays) },
    ],
  };
}

/** Where the customer finds the order. */
export function ordersButton(texts: MailTexts): Block {
  return { kind: 'button', label: texts.order.open, path: '/transactions' };
}
