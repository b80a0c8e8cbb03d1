import { settingsIn, type Settings } from '#server/features/settings/settings.service.ts';
import { interpolate, textsIn, type ServerTexts, type TextValues } from '#server/lib/texts.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import type { MailData, TemplateName } from './mail.service.ts';

/** The blocks a mail is made of; the layout turns each into HTML and into plain text. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'details'; rows: { label: string; value: string }[] }
  | { kind: 'button'; label: string; path: string }
  | { kind: 'quote'; label: string; text: string };

/**
 * One mail before it is laid out; texts are plain, nothing is escaped yet. `values` go into the placeholders of subject,
 * heading and texts when it is rendered.
 */
export type MailContent = {
  subject: string;
  greeting: string;
  heading: string;
  blocks: Block[];
  values?: TextValues;
};
type LayoutTexts = ServerTexts['mail.layout'];

/** What a template gets beside its data: the texts of its feature and of the layout, in the language of the reader. */
export type MailContext<Texts> = { language: LanguageCode; texts: Texts; layout: LayoutTexts; settings: Settings };

/** A template defines what a mail contains; its appearance is up to the layout. */
export type Template<Name extends TemplateName, Texts> = (
  data: MailData[Name],
  context: MailContext<Texts>,
) => MailContent;

export type MailAround = { language: LanguageCode; settings: Settings };

/** Every template of the product, with its texts; filled by server/mails/mails.ts. */
export type MailTemplates = { [Name in TemplateName]: (data: MailData[Name], around: MailAround) => MailContent };

/** The mails of one feature: the name of their catalogue, and a template for each of its names in MailData. */
export function featureMail<Catalogue extends keyof ServerTexts, Name extends TemplateName>(
  catalogue: Catalogue,
  templates: { [One in Name]: Template<One, ServerTexts[Catalogue]> },
): Pick<MailTemplates, Name> {
  const contentOf =
    <One extends Name>(name: One) =>
    (data: MailData[One], { language, settings }: MailAround) =>
      templates[name](data, {
        language,
        texts: textsIn(language, catalogue),
        layout: textsIn(language, 'mail.layout'),
        settings: settingsIn(language, settings),
      });
  const names = Object.keys(templates) as Name[];
  return Object.fromEntries(names.map((name) => [name, contentOf(name)])) as Pick<MailTemplates, Name>;
}

/** Text of a user on one line: a name must not be able to add lines that look like ours. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** What the admin wrote, line for line, without invisible characters. */
export function quote(label: string, text: string): Block {
  const lines = text.replace(/\r\n?/g, '\n').replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return { kind: 'quote', label, text: lines.trim() };
}

/** "Hello Ada,", or without a name. */
export function greet(layout: LayoutTexts, firstName?: string): string {
  const name = oneLine(firstName ?? '').slice(0, 100);
  return name ? interpolate(layout.hello, { firstName: name }) : layout.helloAll;
}

/** A subject holds a reference of ours at most, never text of a user. */
export function ourReference(reference: string): string {
  return /^[A-Z0-9-]{4,24}$/.test(reference) ? reference : '';
}

type Notice = {
  labels: { subject: string; heading: string; body: string; open: string };
  /** Texts of users are put on one line. */
  rows: readonly { label: string; value: string }[];
  /** Where the admin acts on it. */
  path: string;
};

/** A mail to the admin: what happened, its details, and a link to the screen where it is handled. */
export function adminNotice(layout: LayoutTexts, { labels, rows, path }: Notice): MailContent {
  const { subject, heading, body, open } = labels;
  return {
    subject,
    heading,
    greeting: layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      { kind: 'details', rows: rows.map(({ label, value }) => ({ label, value: oneLine(value) })) },
      { kind: 'button', label: open, path },
    ],
  };
}
