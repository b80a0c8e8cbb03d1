import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languages } from '#shared/reference/languages.ts';
import { builtLanguages } from '#client/lib/catalogues.ts';
import { chooseLanguage } from '#client/ui/choose-language.ts';
import { Menu, menuItemClasses } from '#client/ui/Menu.tsx';
import { toolClasses } from './tool-classes.ts';

const offered = languages.filter(({ code }) => builtLanguages.includes(code));

/** The languages by their own names; keeps the page and what was typed. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current = offered.find(({ code }) => code === i18n.language) ?? offered[0];
  return (
    <Menu
      label={`${t('language.choose')}: ${current?.name ?? ''}`}
      triggerClassName={toolClasses}
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
