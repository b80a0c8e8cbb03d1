import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { setTheme, useTheme } from '#client/lib/theme.ts';
import { toolClasses } from './tool-classes.ts';

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
