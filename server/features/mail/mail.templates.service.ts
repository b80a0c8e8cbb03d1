import { settingsIn, type Settings } from '#server/features/settings/settings.service.ts';
import { amountText, interpolate, textsIn, type ServerTexts, type TextValues } from '#server/lib/texts.ts';
import { keysOf, recordOf } from '#shared/kernel/records.ts';
import { unstated } from '#shared/kernel/unstated.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import type { MailData, TemplateName } from './mail.service.ts';

/** The blocks a mail is made of; the layout turns each into HTML and into plain text. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'details'; rows: { label: string; value: string }[] }
  | { kind: 'button'; label: string; path: string }
  | { kind: 'quote'; label: string; text: string }
  | { kind: 'progress'; label: string; points: MailPoint[] };

/** A point of the line of an order; `time` is empty where none is known. */
export type MailPoint = { name: string; state: 'done' | 'now' | 'ahead'; time: string };

/** A mail before it is laid out: plain texts, with placeholders that `values` fill when it is rendered. */
export type MailContent = {
  subject: string;
  greeting: string;
  heading: string;
  blocks: Block[];
  values?: TextValues;
};
type LayoutTexts = ServerTexts['mail.layout'];

/** Arguments of a template beside its data, in the language of the reader: the texts of the mail and of its feature. */
export type MailContext<
  Catalogue extends keyof ServerTexts,
  Name extends keyof ServerTexts[Catalogue],
> = MailEnvironment & {
  text: ServerTexts[Catalogue][Name];
  texts: ServerTexts[Catalogue];
};

export type Part = Block | string;
/** The heading is the subject where a mail has none of its own. */
type MailTitle = { subject: string; heading?: string };
/** The parts of a mail; `values` beside those that every mail has, and `title` where its texts depend on the data. */
export type TemplateResult = Part[] | { blocks: Part[]; values?: TextValues; title?: MailTitle };

/** `at` is when the mail was written, with its report; without one it is an example. */
export type MailEnvironment = { language: LanguageCode; settings: Settings; at?: Date | undefined };

/** Every template of the product, with its texts; filled by server/mails/mails.ts. */
export type MailTemplates = {
  [Name in TemplateName]: (data: MailData[Name], environment: MailEnvironment) => MailContent;
};

/** Declares the mails of one feature: its catalogue, and a template that defines the content of each mail. */
export function featureMail<
  Catalogue extends keyof ServerTexts,
  Name extends TemplateName & keyof ServerTexts[Catalogue],
>(
  catalogue: Catalogue,
  templates: { [Item in Name]: (data: MailData[Item], context: MailContext<Catalogue, Item>) => TemplateResult },
): Pick<MailTemplates, Name> {
  const contentOf =
    <Item extends Name>(name: Item) =>
    (data: MailData[Item] & Addressed, environment: MailEnvironment): MailContent => {
      const { language, settings } = environment;
      const texts = textsIn(language, catalogue);
      const text = texts[name];
      const result = templates[name](data, { ...environment, text, texts });
      const { blocks, values, title } = Array.isArray(result) ? { blocks: result } : result;
      // A template without a title of its own has both texts in its catalogue.
      const { subject, heading = subject } = title ?? (text as MailTitle);
      return {
        subject,
        heading,
        greeting: greet(textsIn(language, 'mail.layout'), data),
        values: { ...commonValues(data, language, settingsIn(language, settings)), ...values },
        blocks: blocks.map((part) => (typeof part === 'string' ? { kind: 'text', text: part } : part)),
      };
    };
  // `recordOf` loses which template has which data.
  return recordOf(keysOf(templates), contentOf) as Pick<MailTemplates, Name>;
}

/** Data that many mails share. */
type Addressed = { firstName?: string; reference?: string };

/** Placeholders of any text: the settings that mails are about, and from the data the reference and all numbers. */
function commonValues(data: Addressed, language: string, { brand, limits, times }: Settings): TextValues {
  return {
    brand: brand.name,
    supportEmail: brand.supportEmail,
    limit: amountText(String(limits.kycUsd), 'USD', language),
    days: limits.kycDays,
    check: times.check || unstated,
    payout: times.payout || unstated,
    review: times.kyc || unstated,
    ...Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'number')),
    reference: ourReference(data.reference ?? ''),
  };
}

/** Returns a user's text on one line, because a name must not add lines that resemble ours. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** A block with the admin's text, line by line, without invisible characters. */
export function quote(label: string, text: string): Block {
  const lines = text.replace(/\r\n?/g, '\n').replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return { kind: 'quote', label, text: lines.trim() };
}

/** "Hello Ada,", or without a name. */
function greet(layout: LayoutTexts, { firstName = '' }: Addressed): string {
  const name = oneLine(firstName).slice(0, 100);
  return name ? interpolate(layout.hello, { firstName: name }) : layout.helloAll;
}

/** A subject holds a reference of ours at most, never text of a user. */
const ourReference = (reference: string): string => (/^[A-Z0-9-]{4,24}$/.test(reference) ? reference : '');

/** The name of a coin or a chain in a subject; empty for any other text. */
export const nameInSubject = (name: string): string => (/^[\p{L}\d][\p{L}\d .-]{0,23}$/u.test(name) ? name : '');

/** A block with a link to a screen. */
export const button = (label: string, path: string): Block => ({ kind: 'button', label, path });

/** A block of a mail that shows a code, on one line. */
export const code = (text: string): Block => ({ kind: 'code', code: oneLine(text) });

type DetailLine = readonly [label: string, value: string];

/** A block with texts of users, each on one line; empty ones are left out. */
export function details(lines: readonly DetailLine[]): Block {
  const rows = lines.map(([label, value]) => ({ label, value: oneLine(value) }));
  return { kind: 'details', rows: rows.filter(({ value }) => value !== '') };
}

/** The blocks of a notice to the team: the event, its details, and the screen where it is handled. */
export function noticeBlocks(
  text: { body: string; open: string },
  path: string,
  lines: readonly DetailLine[],
): Block[] {
  return [{ kind: 'text', text: text.body }, details(lines), button(text.open, path)];
}
