import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { setTheme, useTheme } from '#client/lib/browser/theme.ts';
import { headerButtonClasses } from './header-classes.ts';

/** Switches between dark and light; the choice is stored in this browser. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const theme = useTheme();
  const label = theme === 'dark' ? t('theme.toLight') : t('theme.toDark');
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={headerButtonClasses}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      {/* Both icons are rendered, and the style hides one: the server does not know the visitor's theme. */}
      <Sun className="hidden size-5 dark:block" />
      <Moon className="size-5 dark:hidden" />
    </button>
  );
}
