import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DevicesSection } from '#client/features/auth/components/DevicesSection.tsx';
import { PasswordSection } from '#client/features/auth/components/PasswordSection.tsx';
import { SecondFactorSection } from '#client/features/auth/components/SecondFactorSection.tsx';
import { NoticesSection } from '#client/features/mail/admin/NoticesSection.tsx';
import { meQuery } from '#client/features/team/admin/team.admin.queries.ts';
import { useDensity } from '#client/lib/browser/density.ts';
import { setTheme, useTheme } from '#client/lib/browser/theme.ts';
import { useShortcutSwitch } from '#client/lib/keyboard/useShortcutKeys.ts';
import { useSession } from '#client/lib/session/session.ts';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { SegmentedControl } from '#client/ui/form/chips/SegmentedControl.tsx';
import { Switch } from '#client/ui/form/Switch.tsx';
import { PageHead } from '#client/ui/layout/admin/PageHead.tsx';
import { useNoticeSwitch } from './work-notices.ts';

/** Settings of every member in any role: password, second factor, devices, and the behaviour of this browser. */
export function AccountPage() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHead title={t('account')} />
      <div className="flex flex-col gap-5 p-4 md:p-6">
        <WhoIAm />
        <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-2">
          <div className="flex flex-col gap-8">
            <SecondFactorSection isUrged />
            <PasswordSection />
            <DevicesSection />
          </div>
          <div className="flex flex-col gap-8">
            <BrowserSettings />
            <NoticesSection />
          </div>
        </div>
      </div>
    </>
  );
}

/** Shows whose account this is: name, role, and email address for sign-in. */
function WhoIAm() {
  const { t } = useTranslation('team');
  const { data: me } = useQuery(meQuery);
  const session = useSession();
  if (!me) return null;
  const email = session.status === 'signedIn' ? session.user.email : null;
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-muted">
      <bdi className="font-medium text-ink">{me.name}</bdi>
      <span>{t(`role.${me.role}`)}</span>
      {email !== null && <EmailAddress email={email} />}
    </p>
  );
}

/** Settings stored only in this browser. */
function BrowserSettings() {
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
    <section aria-labelledby="browser-part" className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id="browser-part" className="text-lg">
          {t('browser.title')}
        </h2>
        <p className="max-w-[65ch] text-muted">{t('browser.lede')}</p>
      </div>
      <div className="card flex flex-col divide-y divide-line">
        <Line title={t('browser.theme')} text={t('browser.themeText')}>
          <SegmentedControl
            label={t('browser.theme')}
            options={(['dark', 'light'] as const).map((value) => ({ value, text: t(`browser.${value}`) }))}
            chosen={theme}
            onChange={setTheme}
          />
        </Line>
        <Line title={t('browser.density')} text={t('browser.densityText')}>
          <SegmentedControl
            label={t('browser.density')}
            options={(['roomy', 'compact'] as const).map((value) => ({ value, text: t(`browser.${value}`) }))}
            chosen={density}
            onChange={setDensity}
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
      </div>
    </section>
  );
}

function Line({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-44">
        <h3 className="text-base">{title}</h3>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
