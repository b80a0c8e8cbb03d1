import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { supportedLanguages } from '#client/lib/i18n/catalogues.ts';
import { chooseLanguage } from '#client/ui/feedback/choose-language.ts';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { languages } from '#shared/reference/languages.ts';
import { headerButtonClasses } from './header-classes.ts';

const offered = languages.filter(({ code }) => supportedLanguages.includes(code));

/** The languages by their own names; choosing one preserves the page and typed text. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current = offered.find(({ code }) => code === i18n.language) ?? offered[0];
  return (
    <Menu
      label={`${t('language.choose')}: ${current?.name ?? ''}`}
      triggerClassName={headerButtonClasses}
      trigger={
        <>
          <Globe aria-hidden="true" className="size-5" strokeWidth={1.75} />
          <span className="hidden md:inline">{current?.name}</span>
        </>
      }
    >
      {offered.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-current={code === i18n.language || undefined}
          className={menuItemClasses(code === i18n.language)}
          onClick={() => void chooseLanguage(code)}
        >
          {name}
        </button>
      ))}
    </Menu>
  );
}
