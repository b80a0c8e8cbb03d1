import { useTranslation } from 'react-i18next';
import { DevicesSection } from '#client/features/auth/components/DevicesSection.tsx';
import { PasswordSection } from '#client/features/auth/components/PasswordSection.tsx';
import { SecondFactorSection } from '#client/features/auth/components/SecondFactorSection.tsx';
import { TelegramSection } from '#client/features/mail/components/TelegramSection.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { BrowserSettings } from './BrowserSettings.tsx';

/** What every member has, whatever their role: password, second factor, devices, and how this browser behaves. */
export function AccountPage() {
  const { t } = useTranslation('admin');
  return (
    <div className="flex w-full max-w-6xl flex-col gap-5 p-4 md:p-6">
      <PageTitle title={t('account')} className="text-lg">
        {t('account')}
      </PageTitle>
      <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-2">
        <div className="flex flex-col gap-8">
          <PasswordSection />
          <SecondFactorSection />
          <TelegramSection />
          <DevicesSection />
        </div>
        <BrowserSettings />
      </div>
    </div>
  );
}
