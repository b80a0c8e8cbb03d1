import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { figuresOf } from '../figures.ts';

const topics = ['hold', 'proof', 'limit', 'times', 'fees', 'safety'] as const;

export interface CannedReply {
  name: string;
  text: string;
}

/** Answers that are given every day, in the figures that hold now. */
export function useCannedReplies(): readonly CannedReply[] {
  const { t } = useTranslation('agentChat');
  const { t: words } = useTranslation(['chat', 'common']);
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return [];
  const figures = figuresOf(settings, words);
  return topics.map((topic) => ({
    name: t(`canned.${topic}.name`),
    text: t(`canned.${topic}.text`, figures),
  }));
}
