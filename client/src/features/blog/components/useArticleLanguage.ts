import { useTranslation } from 'react-i18next';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';

/** Returns the reader's language, and a function that names another language: `English`. */
export function useArticleLanguage(): {
  language: LanguageCode | undefined;
  foreignName: (of: LanguageCode) => string | undefined;
} {
  const { i18n } = useTranslation();
  const language = languages.find(({ code }) => code === i18n.language)?.code;
  const foreignName = (of: LanguageCode) =>
    of === language ? undefined : languages.find(({ code }) => code === of)?.name;
  return { language, foreignName };
}
