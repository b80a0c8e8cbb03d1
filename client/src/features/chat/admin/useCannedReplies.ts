import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReadyTexts } from '#client/features/settings/admin/settings.ready-texts.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { settingsValues } from '../chat.settings-values.ts';

const topics = ['hold', 'proof', 'limit', 'times', 'fees', 'safety'] as const;

export interface CannedReply {
  name: string;
  text: string;
}

/** Common answers in the operator's words, with the current fees, limits and times. */
export function useCannedReplies(): readonly CannedReply[] {
  const { t } = useTranslation('chat.admin');
  const { t: translate } = useTranslation(['chat', 'common']);
  const wordingOf = useReadyTexts();
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return [];
  const values = settingsValues(settings, translate);
  return topics.map((topic) => ({
    name: t(`canned.${topic}.name`),
    text: wordingOf(`chat.${topic}`, t(`canned.${topic}.text`, values), values),
  }));
}
