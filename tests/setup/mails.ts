import { describe, expect, test } from 'vitest';
import { renderMail, type RenderedMail } from '#server/features/mail/mail.render.ts';
import type { MailData, MailMessage, TemplateName } from '#server/features/mail/mail.service.ts';
import type { MailTemplates } from '#server/features/mail/mail.templates.service.ts';
import { mailTemplates } from '#server/mails/mails.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';

/** The options by which the mails of these tests are rendered. */
const mailAround = { language: 'en', settings: settingsDefaults, publicUrl: 'https://desk.example.com' };

type MailContextArgument = Parameters<typeof renderMail>[2];

/** One mail as the product renders it. */
export function renderedMail(mail: MailMessage, around: Partial<MailContextArgument> = {}): RenderedMail {
  return renderMail(mailTemplates, mail, { ...mailAround, ...around });
}

const script = '<img src=x onerror=alert(1)>';
const attack = `${script}"'&\r\nBcc: evil@example.com\n\n--\nfrom Landfall <%= 7*7 %> {minutes} \u202Egnp`;
/** True for data that a mail shows as text, in contrast to paths and ids. */
const isShown = (key: string) => !/path$/i.test(key) && !['id', 'kind', 'change', 'role', 'isReleased'].includes(key);
/** Replaces every text of the data by an attack. */
const hostile = (data: object) =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      typeof value === 'string' && isShown(key) ? attack : (value as unknown),
    ]),
  );
const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? [];
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const visibleTextOf = (html: string) =>
  html.replace(/<[^>]*>/g, '').replace(/&(lt|gt|quot|#39|amp);/g, (_match, name: string) => entities[name] ?? '');
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url);

/** Tests every mail of a feature: complete in both parts, harmless, and with no content of other sites. */
export function describeMails<Name extends TemplateName>(
  _templates: Pick<MailTemplates, Name>,
  samples: Pick<MailData, Name>,
): void {
  const names = Object.keys(samples) as Name[];
  const render = (template: Name, data: object = samples[template]) => renderedMail({ template, data } as MailMessage);

  describe.each(names)('the mail %s', (template) => {
    test('has its whole content in HTML and in plain text', () => {
      const { subject, html, text } = render(template);
      expect(subject).toMatch(/^[\x20-\x7e]{5,78}$/);
      const visibleText = visibleTextOf(html);
      for (const [key, value] of Object.entries(samples[template])) {
        if (value === null || !isShown(key)) continue;
        for (const line of String(value).split('\n')) {
          expect(visibleText).toContain(line);
          expect(text).toContain(line);
        }
      }
      expect(`${visibleText}${text}`).not.toMatch(/undefined|null|\{\w+\}|<%|\[object/);
      expect(text).not.toMatch(/\n{4}|&amp;|<[a-z]/);
      for (const link of linksIn(html)) {
        expect(new URL(link).origin).toBe(mailAround.publicUrl);
        expect(text).toContain(link);
      }
    });

    test('is harmless with any text that a user writes', () => {
      const goodMail = render(template);
      const evil = render(template, hostile(samples[template]));
      expect(tagsOf(evil.html)).toEqual(tagsOf(goodMail.html));
      expect(evil.html).not.toContain('49 {minutes}');
      expect(evil.subject).not.toMatch(/[\r\n]|evil/);
      // A line of the text part is ours, or marked as a quotation.
      expect(evil.text).not.toMatch(/^(from Landfall|Bcc)/m);
    });

    test('loads nothing from the network', () => {
      const { html } = render(template);
      expect(html).not.toMatch(/<(img|link|script|style|iframe)|url\(|@import/i);
    });
  });
}
