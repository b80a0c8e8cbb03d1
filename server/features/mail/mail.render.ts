import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { rootDir } from '#server/env/paths.ts';
import { settingsIn, type Settings } from '#server/features/settings/settings.service.ts';
import { interpolate, textsIn } from '#server/lib/texts.ts';
import type { MailText } from '#shared/mail/mail.texts.contract.ts';
import { languages } from '#shared/reference/languages.ts';
import type { MailData, MailMessage, TemplateName } from './mail.service.ts';
import type { Block, MailEnvironment, MailContent, MailTemplates } from './mail.templates.service.ts';
import { finishedContent, validOwnText } from './mail.texts.ts';

export type RenderedMail = { subject: string; html: string; text: string };

const html = new Eta({ autoEscape: true, autoTrim: false });
const plain = new Eta({ autoEscape: false });
const renderHtml = html.compile(layoutOf('html'));
const renderPlain = plain.compile(layoutOf('text'));

/**
 * A layout of the sources, or its copy beside the built server. In that for HTML `<%= %>` escapes, and `<%~` may not be
 * used.
 */
function layoutOf(kind: 'html' | 'text'): string {
  const name = `mail.layout.${kind}.eta`;
  const source = join(rootDir, 'server', 'features', 'mail', name);
  return readFileSync(existsSync(source) ? source : join(rootDir, 'dist', 'server', name), 'utf8');
}

type MailLanguage = {
  language: string;
  settings: Settings;
  publicUrl: string;
  /** Time when the mail was written. */
  at?: Date | undefined;
  /** The operator's own text of this mail in this language. */
  own?: MailText | undefined;
};

/** Turns a template and its data into a mail; links begin at `publicUrl`. An unknown language gets English. */
export function renderMail(
  templates: MailTemplates,
  mail: MailMessage,
  { language, settings, publicUrl, at, own }: MailLanguage,
): RenderedMail {
  const { code, direction } = languages.find((item) => item.code === language) ?? languages[0];
  const layout = textsIn(code, 'mail.layout');
  const shippedContent = contentOf(templates, mail, { language: code, settings, at });
  const content = finishedContent(shippedContent, validOwnText(mail.template, code, own));
  const { name: brand, operator, supportEmail } = settings.brand;
  const footer = {
    automatic: interpolate(layout.automatic, { supportEmail }),
    never: layout.never,
    tagline: settingsIn(code, settings).brand.tagline,
    operator: interpolate(layout.operator, { brand, operator }),
  };
  const blocks = content.blocks.map((block) => withUrl(block, publicUrl));
  const templateData = { ...content, blocks, language: code, ...sidesOf(direction), brand, footer, texts: layout };
  return {
    subject: content.subject,
    html: html.render(renderHtml, templateData),
    text: plain.render(renderPlain, templateData),
  };
}

/** Values of a layout for a direction; plain text isolates a number by invisible characters. */
function sidesOf(direction: 'ltr' | 'rtl') {
  const isRight = direction === 'rtl';
  const isolateText = (value: string) => (isRight ? `\u2068${value}\u2069` : value);
  return { direction, end: isRight ? 'left' : 'right', apart: isolateText };
}

/** Returns the content of a mail. Throws if no template has this name. */
export function contentOf<Name extends TemplateName>(
  templates: MailTemplates,
  { template, data }: { template: Name; data: MailData[Name] },
  environment: MailEnvironment,
): MailContent {
  // A row may have been written by another version of the product.
  if (!Object.hasOwn(templates, template)) throw new Error(`There is no mail template ${template}.`);
  return templates[template](data, environment);
}

/** A link never leaves the site, with any path. */
function withUrl(block: Block, publicUrl: string): Block | (Block & { url: string }) {
  if (block.kind !== 'button') return block;
  const url = new URL(block.path, publicUrl);
  if (url.origin !== new URL(publicUrl).origin) throw new Error('A mail must not link to another site.');
  return { ...block, url: url.href };
}
