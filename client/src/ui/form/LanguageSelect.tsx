import { currentLanguage } from '#client/lib/i18n/i18n.ts';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import { Select } from './TextInput.tsx';

interface LanguageSelectProps {
  label: string;
  value: LanguageCode;
  onChange: (language: LanguageCode) => void;
}

/** The language of texts that are edited, whatever that of the page is. */
export function LanguageSelect({ label, value, onChange }: LanguageSelectProps) {
  return (
    <Select
      label={label}
      className="sm:max-w-xs"
      value={value}
      onValue={(typed) => onChange(languageOf(typed))}
      options={languages.map(({ code, name }) => [code, name])}
    />
  );
}

/** The language to begin with: that of the page. */
export const pageLanguage = (): LanguageCode => languageOf(currentLanguage());

const languageOf = (wanted: string): LanguageCode => languages.find(({ code }) => code === wanted)?.code ?? 'en';
