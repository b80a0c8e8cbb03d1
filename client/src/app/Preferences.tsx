import { Globe, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languages } from '#shared/reference/languages.ts';
import { builtLanguages, changeLanguage } from '#client/lib/i18n.ts';
import { setTheme, useTheme } from '#client/lib/theme.ts';
import { Menu, menuItemClasses } from '#client/ui/Menu.tsx';

export const toolClasses =
  'inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5 text-sm text-muted hover:bg-tide-soft hover:text-ink';

const offered = languages.filter(({ code }) => builtLanguages.includes(code));

/** The languages by their own names; keeps the page and what was typed. Not shown while there is only one. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  if (offered.length < 2) return null;
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
          onClick={() => void changeLanguage(code)}
        >
          {name}
        </button>
      ))}
    </Menu>
  );
}

/** Dark or light, kept for the next visit. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const theme = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  const label = theme === 'dark' ? t('theme.toLight') : t('theme.toDark');
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={toolClasses}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
    </button>
  );
}
