import type { Settings } from '#server/features/settings/settings.service.ts';
import { interpolate, textsIn } from '#server/lib/texts.ts';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import { contentOf } from '../mail.render.ts';
import { storedMessage } from '../mail.service.ts';
import { button, featureMail, type MailEnvironment, type MailTemplates } from '../mail.templates.service.ts';
import { finishedContent } from '../mail.texts.ts';
import type { NoticeItem } from './notices.service.ts';

/** Beyond this number a message only counts the rest, because a chat takes 4,096 characters. */
const maxShown = 25;
const overviewPath = '/admin/dashboard';

type Line = { text: string; path: string };

/** Describes a notice in a few words, with the path of its screen. */
function lineOf(templates: MailTemplates, item: NoticeItem, environment: MailEnvironment): Line {
  const content = contentOf(templates, storedMessage(item), environment);
  const link = content.blocks.find((block) => block.kind === 'button');
  return { text: finishedContent(content).subject, path: link?.path ?? overviewPath };
}

/** Returns the lines of a message; the last one may count those that are left out. */
function linesOf(templates: MailTemplates, items: readonly NoticeItem[], environment: MailEnvironment): Line[] {
  const lines = items.slice(0, maxShown).map((item) => lineOf(templates, item, environment));
  const restCount = items.length - lines.length;
  const { more } = textsIn(environment.language, 'mail.notices.mail');
  return restCount === 0 ? lines : [...lines, { text: interpolate(more, { count: restCount }), path: overviewPath }];
}

type NoticeLanguage = { language: string; settings: Settings; publicUrl: string };

/** Notices as a chat shows them: the one, or how many there are and each of them, with the address of its screen. */
export function noticesText(
  templates: MailTemplates,
  items: readonly NoticeItem[],
  { language, settings, publicUrl }: NoticeLanguage,
): string {
  const knownCode = languages.find(({ code }) => code === language)?.code ?? 'en';
  const lines = linesOf(templates, items, { language: knownCode, settings });
  const shownLines = lines.map(({ text, path }) => `${text}\n${new URL(path, publicUrl).href}`);
  if (items.length === 1) return shownLines.join('');
  return [headingOf(knownCode, items), ...shownLines].join('\n\n');
}

const headingOf = (language: LanguageCode, items: readonly NoticeItem[]) =>
  interpolate(textsIn(language, 'mail.notices.mail').team_digest.subject, { count: items.length });

/** The mail of several notices; `templates` are those of the notices themselves. */
export const noticesMail = (templates: () => MailTemplates) =>
  featureMail('mail.notices.mail', {
    team_digest: ({ items }, { language, settings, text }) => ({
      values: { count: items.length },
      blocks: [
        text.body,
        ...linesOf(templates(), items, { language, settings }).map((line) => button(line.text, line.path)),
      ],
    }),
  });
