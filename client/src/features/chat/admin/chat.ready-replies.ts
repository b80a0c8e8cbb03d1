import type { TFunction } from 'i18next';
import type { useReadyTexts } from '#client/features/settings/admin/settings.ready-texts.queries.ts';
import { inLanguage } from '#client/lib/i18n/i18n.ts';
import { recordOf } from '#shared/kernel/records.ts';
import { omitUnstated } from '#shared/kernel/unstated.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { settingsValues } from '../chat.settings-values.ts';

export const topics = ['hold', 'proof', 'limit', 'times', 'fees', 'safety'] as const;
export type Topic = (typeof topics)[number];

interface Wording {
  settings: PublicSettings;
  /** The texts of that language, loaded. */
  translate: TFunction<['chat', 'common', 'chat.admin']>;
  /** The operator's own wording, or the built-in one. */
  wordingOf: ReturnType<typeof useReadyTexts>;
}

/** The ready replies in one language, with amounts and lists in its format. */
export function readyReplies(language: string, { settings, translate, wordingOf }: Wording): Record<Topic, string> {
  return inLanguage(language, () => {
    const values = settingsValues(settings, translate);
    const textOf = (topic: Topic) =>
      omitUnstated(wordingOf(`chat.${topic}`, translate(`chat.admin:canned.${topic}.text`, values), values));
    return recordOf(topics, textOf);
  });
}
