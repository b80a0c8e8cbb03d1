import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import * as contract from '#shared/mail/mail.texts.contract.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';
import type { MailDeps } from './mail.ports.ts';
import { contentOf } from './mail.render.ts';
import { storedMessage } from './mail.service.ts';
import { deleteMailText, selectMailText, selectMailTexts, upsertMailText } from './mail.texts.queries.ts';
import { editableText, exampleOf, validOwnText } from './mail.texts.ts';

type View = z.output<(typeof contract.listMailTexts)['response']>;

/** The mails to customers in one language. A text that this version could not send is left out. */
export async function readMailTexts(deps: MailDeps & { db: Db }, language: LanguageCode): Promise<View> {
  const ownTexts = new Map((await selectMailTexts(deps.db, language)).map(({ template, ...text }) => [template, text]));
  return contract.customerMailNames.map((template) => {
    const mail = storedMessage({ template, data: deps.mailExamples[template] });
    const content = contentOf(deps.mailTemplates, mail, { language, settings: settingsOf(deps) });
    return {
      template,
      builtIn: editableText(content),
      own: validOwnText(template, language, ownTexts.get(template)) ?? null,
      greeting: content.greeting,
      example: exampleOf(template, content),
    };
  });
}

/** All texts: a built-in one has no row. */
const textList: ActionRow<MailDeps, true, never, unknown> = { lock: async () => true, missing: 'article_not_found' };

/** Replaces a mail text in one language; the audit entry has both texts. */
const change = act(contract.changeMailText, textList, {
  apply: async ({ tx, deps, actor, body: { template, language, ...text } }) => {
    const from = (await selectMailText(tx, { template, language })) ?? null;
    await upsertMailText(tx, { template, language }, text, actor.userId);
    const answer = await readMailTexts({ ...deps, db: tx }, language);
    return { answer, details: { language, from, to: text }, subjectId: template };
  },
});

/** Restores the built-in text; an unchanged text gets no audit entry. */
const reset = act(contract.resetMailText, textList, {
  apply: async ({ tx, deps, params }) => {
    const { language } = params;
    const hadOwnText = await deleteMailText(tx, params);
    const answer = await readMailTexts({ ...deps, db: tx }, language);
    return hadOwnText ? { answer, details: { language } } : { answer, entries: [] };
  },
});

/** Each action on the texts of the mails to customers. */
export const mailTextActions: ActionsOf<MailDeps, 'settings.write'> = [change, reset];
