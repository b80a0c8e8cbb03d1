import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import { Select } from './TextInput.tsx';

interface LanguageSelectProps {
  label: string;
  value: LanguageCode;
  onChange: (language: LanguageCode) => void;
}

/** Selects the language of edited texts, independent of that of the page. */
export function LanguageSelect({ label, value, onChange }: LanguageSelectProps) {
  return (
    <Select
      label={label}
      className="sm:max-w-xs"
      value={value}
      onValue={(code) => onChange(languageOf(code))}
      options={languages.map(({ code, name }) => [code, name])}
    />
  );
}

/** The initial language: that of the page. */
export const pageLanguage = (): LanguageCode => languageOf(currentLanguage());

const languageOf = (languageCode: string): LanguageCode =>
  languages.find(({ code }) => code === languageCode)?.code ?? 'en';
