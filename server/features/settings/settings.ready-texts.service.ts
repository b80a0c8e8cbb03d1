import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { act, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import * as contract from '#shared/settings/settings.ready-texts.contract.ts';
import type { SettingsDeps } from './settings.ports.ts';
import { deleteReadyText, selectReadyTexts, upsertReadyText } from './settings.ready-texts.queries.ts';

type View = z.output<(typeof contract.listReadyTexts)['response']>;

/** The operator's own wordings. One with a key that this version does not have is left out. */
export async function ownReadyTexts({ db }: { db: Db }): Promise<View> {
  const readyTextShape = contract.listReadyTexts.response.element;
  return (await selectReadyTexts(db)).flatMap((row) => readyTextShape.safeParse(row).data ?? []);
}

/** All texts: a built-in one has no row. */
const textList: ActionRow<SettingsDeps, View, View, unknown> = {
  lock: (tx) => ownReadyTexts({ db: tx }),
  missing: 'article_not_found',
  present: (_, { tx }) => ownReadyTexts({ db: tx }),
};

/** Replaces a ready text in one language; the audit entry has both texts. */
const change = act(contract.changeReadyText, textList, {
  apply: async ({ tx, actor, row, body: { text, ...id } }) => {
    const from = row.find(({ key, language }) => key === id.key && language === id.language);
    await upsertReadyText(tx, id, text, actor.userId);
    return { row, details: { language: id.language, from: from?.text ?? null, to: text }, subjectId: id.key };
  },
});

/** Restores the built-in wording; an unchanged one gets no audit entry. */
const reset = act(contract.resetReadyText, textList, {
  apply: async ({ tx, row, params }) => {
    const hadOwnText = await deleteReadyText(tx, params);
    return hadOwnText ? { row, details: { language: params.language } } : { row, entries: [] };
  },
});

/** Each action on the ready texts. */
export const readyTextActions: ActionsOf<SettingsDeps, 'settings.write'> = [change, reset];
