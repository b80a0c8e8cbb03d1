import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDensity } from '#client/lib/browser/density.ts';
import { setTheme, useTheme } from '#client/lib/browser/theme.ts';
import { useShortcutSwitch } from '#client/lib/browser/useShortcutKeys.ts';
import { Switch } from '#client/ui/form/Switch.tsx';
import { useNoticeSwitch } from './work-notices.ts';

/** Settings stored only in this browser. */
export function BrowserSettings() {
  const { t } = useTranslation('settings.admin');
  const theme = useTheme();
  const { density, setDensity } = useDensity();
  const { isOn, toggle } = useShortcutSwitch();
  const sound = useNoticeSwitch('sound');
  const desktop = useNoticeSwitch('desktop');
  const notices = [
    ['sound', sound, t('browser.soundText')],
    ['desktop', desktop, t(desktop.isBlocked ? 'browser.desktopBlocked' : 'browser.desktopText')],
  ] as const;
  return (
    <section className="flex flex-col divide-y divide-line self-start card">
      <Line title={t('browser.theme')} text={t('browser.themeText')}>
        <Switch
          label={t('browser.themeLabel')}
          stateText={t(`browser.${theme}`)}
          on={theme === 'dark'}
          onChange={(on) => setTheme(on ? 'dark' : 'light')}
        />
      </Line>
      <Line title={t('browser.density')} text={t('browser.densityText')}>
        <Switch
          label={t('browser.densityLabel')}
          stateText={t(`browser.${density}`)}
          on={density === 'compact'}
          onChange={(on) => setDensity(on ? 'compact' : 'roomy')}
        />
      </Line>
      <Line title={t('browser.shortcuts')} text={t('browser.shortcutsText')}>
        <Switch label={t('browser.shortcutsLabel')} stateText={t(isOn ? 'on' : 'off')} on={isOn} onChange={toggle} />
      </Line>
      {notices.map(([name, notice, text]) => (
        <Line key={name} title={t(`browser.${name}`)} text={text}>
          <Switch
            label={t(`browser.${name}Label`)}
            stateText={t(notice.isOn ? 'on' : 'off')}
            on={notice.isOn}
            onChange={() => void notice.toggle()}
          />
        </Line>
      ))}
    </section>
  );
}

function Line({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 p-4 sm:p-5">
      <div className="min-w-0">
        <h2 className="text-base">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
