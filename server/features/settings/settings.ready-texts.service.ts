import type { z } from 'zod';
import type { Db } from '#server/db/connection.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import { listReadyTexts, type ReadyTextInput } from '#shared/settings/settings.ready-texts.contract.ts';
import { deleteReadyText, selectReadyTexts, upsertReadyText } from './settings.ready-texts.queries.ts';

type View = z.output<(typeof listReadyTexts)['response']>;

/** The operator's own wordings. One with a key that this version does not have is left out. */
export async function ownReadyTexts({ db }: { db: Db }): Promise<View> {
  const known = listReadyTexts.response.element;
  return (await selectReadyTexts(db)).flatMap((row) => known.safeParse(row).data ?? []);
}

/** Replaces a wording in one language, on record with what was and what is. */
export async function changeReadyText(
  deps: Pick<Platform, 'inTx'>,
  actor: Actor,
  { text, ...id }: ReadyTextInput,
): Promise<View> {
  return deps.inTx(async (tx) => {
    const from = (await ownReadyTexts({ db: tx })).find((item) => item.key === id.key && item.language === id.language);
    await upsertReadyText(tx, id, text, actor.userId);
    const details = { language: id.language, from: from?.text ?? null, to: text };
    await recordAudit(tx, actor, 'settings.text_changed', { type: 'ready_text', id: id.key }, details);
    return ownReadyTexts({ db: tx });
  });
}

/** Goes back to the built-in wording; nothing is recorded where it holds already. */
export async function resetReadyText(
  deps: Pick<Platform, 'inTx'>,
  actor: Actor,
  id: Pick<ReadyTextInput, 'key' | 'language'>,
): Promise<View> {
  return deps.inTx(async (tx) => {
    if (await deleteReadyText(tx, id)) {
      const subject = { type: 'ready_text', id: id.key } as const;
      await recordAudit(tx, actor, 'settings.text_reset', subject, { language: id.language });
    }
    return ownReadyTexts({ db: tx });
  });
}
