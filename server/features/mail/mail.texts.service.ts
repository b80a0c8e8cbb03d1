import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import { customerMailNames, type listMailTexts, type MailTextInput } from '#shared/mail/mail.texts.contract.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import type { MailPorts } from './mail.ports.ts';
import { contentOf } from './mail.render.ts';
import type { MailMessage } from './mail.service.ts';
import { deleteMailText, selectMailText, selectMailTexts, upsertMailText } from './mail.texts.queries.ts';
import { editableText, exampleOf, validOwnText } from './mail.texts.ts';

type Deps = Pick<MailPorts, 'mailTemplates' | 'mailExamples'> & SettingsPorts;
type View = z.output<(typeof listMailTexts)['response']>;

/** The mails to customers in one language. A text that this version could not send is left out. */
export async function readMailTexts(deps: Deps & { db: Db }, language: LanguageCode): Promise<View> {
  const own = new Map((await selectMailTexts(deps.db, language)).map(({ template, ...text }) => [template, text]));
  return customerMailNames.map((template) => {
    const mail = { template, data: deps.mailExamples[template] } as MailMessage;
    const content = contentOf(deps.mailTemplates, mail, { language, settings: settingsOf(deps) });
    return {
      template,
      builtIn: editableText(content),
      own: validOwnText(template, language, own.get(template)) ?? null,
      greeting: content.greeting,
      example: exampleOf(template, content),
    };
  });
}

export async function changeMailText(
  deps: Deps & Pick<Platform, 'inTx'>,
  actor: Actor,
  { template, language, ...text }: MailTextInput,
): Promise<View> {
  return deps.inTx(async (tx) => {
    const from = (await selectMailText(tx, { template, language })) ?? null;
    await upsertMailText(tx, { template, language }, text, actor.userId);
    const subject = { type: 'mail_text', id: template } as const;
    await recordAudit(tx, actor, 'mail.text_changed', subject, { language, from, to: text });
    return readMailTexts({ ...deps, db: tx }, language);
  });
}

/** Goes back to the built-in text; nothing is recorded where it holds already. */
export async function resetMailText(
  deps: Deps & Pick<Platform, 'inTx'>,
  actor: Actor,
  { template, language }: Pick<MailTextInput, 'template' | 'language'>,
): Promise<View> {
  return deps.inTx(async (tx) => {
    if (await deleteMailText(tx, { template, language })) {
      await recordAudit(tx, actor, 'mail.text_reset', { type: 'mail_text', id: template }, { language });
    }
    return readMailTexts({ ...deps, db: tx }, language);
  });
}
