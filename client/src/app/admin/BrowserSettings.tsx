import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { adminSettingsQuery } from '#client/features/settings/admin/settings.admin.queries.ts';
import { useDensity } from '#client/lib/browser/density.ts';
import { setTheme, useTheme } from '#client/lib/browser/theme.ts';
import { useShortcutSwitch } from '#client/lib/browser/useShortcutKeys.ts';
import { Switch } from '#client/ui/form/Switch.tsx';
import { useNoticeSwitch } from './work-notices.ts';

/** Settings stored only in this browser, and the version in use. */
export function BrowserSettings() {
  const { t } = useTranslation('settings.admin');
  const theme = useTheme();
  const { density, setDensity } = useDensity();
  const { isOn, toggle } = useShortcutSwitch();
  const sound = useNoticeSwitch('sound');
  const desktop = useNoticeSwitch('desktop');
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col divide-y divide-line card">
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
        <Line title={t('browser.sound')} text={t('browser.soundText')}>
          <Switch
            label={t('browser.soundLabel')}
            stateText={t(sound.isOn ? 'on' : 'off')}
            on={sound.isOn}
            onChange={() => void sound.toggle()}
          />
        </Line>
        <Line
          title={t('browser.desktop')}
          text={t(desktop.isBlocked ? 'browser.desktopBlocked' : 'browser.desktopText')}
        >
          <Switch
            label={t('browser.desktopLabel')}
            stateText={t(desktop.isOn ? 'on' : 'off')}
            on={desktop.isOn}
            onChange={() => void desktop.toggle()}
          />
        </Line>
      </section>
      <About />
    </div>
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

function About() {
  const { t } = useTranslation('settings.admin');
  const { data } = useQuery(adminSettingsQuery);
  if (!data) return null;
  const { productVersion, walletCooloffHours: count, sampleRates } = data;
  const details = [
    { term: t('about.version'), detail: productVersion },
    { term: t('about.cooloff'), detail: t('about.cooloffHours', { count }) },
    { term: t('about.rates'), detail: t(sampleRates ? 'about.sample' : 'about.live') },
  ];
  return (
    <section className="flex flex-col gap-3 card p-4 sm:p-5">
      <h2 className="text-base">{t('about.title')}</h2>
      <dl className="flex flex-col gap-2 text-sm">
        {details.map(({ term, detail }) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
