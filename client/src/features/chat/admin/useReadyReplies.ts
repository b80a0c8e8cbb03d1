import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadyTexts } from '#client/features/settings/admin/settings.ready-texts.queries.ts';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { userQuery } from '#client/features/users/admin/users.admin.queries.ts';
import { currentLanguage, supportedLanguageOf } from '#client/lib/i18n/i18n.ts';
import { languages } from '#shared/reference/languages.ts';
import { readyReplies, topics } from './chat.ready-replies.ts';

export interface ReadyReply {
  /** The name by which the agent chooses it, in the language of the page. */
  name: string;
  /** The replies are in the customer's language, or in the page's language if the agent prefers it. */
  text: string;
}

export interface ReadyReplies {
  list: readonly ReadyReply[];
  /** The customer's language if it differs from the page's: its own name, and if the texts are in it. */
  foreign: { name: string; isOn: boolean; toggle: () => void } | undefined;
}

/** Ready replies in the operator's wording and the customer's language, with the current fees, limits and times. */
export function useReadyReplies(userId: string | null): ReadyReplies {
  const { t } = useTranslation('chat.admin');
  const [isOn, setIsOn] = useState(true);
  const { data: customer } = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== null });
  const replyLanguage = customer ? supportedLanguageOf([customer.language]) : currentLanguage();
  const isForeign = replyLanguage !== currentLanguage();
  // Uses the texts of the page until those of the other language are loaded.
  const translation = useTranslation(['chat', 'common', 'chat.admin'], {
    lng: replyLanguage,
    useSuspense: false,
  });
  const page = useTranslation(['chat', 'common', 'chat.admin']);
  const wordingOf = useReadyTexts();
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return { list: [], foreign: undefined };
  const isInOther = isForeign && isOn && translation.ready;
  const [language, translate] = isInOther ? [replyLanguage, translation.t] : [currentLanguage(), page.t];
  const texts = readyReplies(language, { settings, translate, wordingOf });
  const list = topics.map((topic) => ({ name: t(`canned.${topic}.name`), text: texts[topic] }));
  const name = languages.find(({ code }) => code === replyLanguage)?.name ?? replyLanguage;
  return { list, foreign: isForeign ? { name, isOn: isInOther, toggle: () => setIsOn(!isOn) } : undefined };
}
