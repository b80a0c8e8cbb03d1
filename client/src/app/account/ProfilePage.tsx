import { LogOut } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { DevicesSection } from '#client/features/auth/components/DevicesSection.tsx';
import { EmailSection } from '#client/features/auth/components/EmailSection.tsx';
import { PasswordSection } from '#client/features/auth/components/PasswordSection.tsx';
import { PersonalDataSection } from '#client/features/auth/components/PersonalDataSection.tsx';
import { SecondFactorSection } from '#client/features/auth/components/SecondFactorSection.tsx';
import { VerificationSection } from '#client/features/kyc/components/VerificationSection.tsx';
import { TelegramSection } from '#client/features/mail/components/TelegramSection.tsx';
import { PayoutAccountsSection } from '#client/features/payout-accounts/components/PayoutAccountsSection.tsx';
import { PictureSection } from '#client/features/users/components/PictureSection.tsx';
import { ProfileForm } from '#client/features/users/components/ProfileForm.tsx';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { Tabs } from '#client/ui/layout/Tabs.tsx';
import { AddAccount } from './AddAccount.tsx';

type Section = ComponentType<{ user: SessionUser }>;

const sections = {
  profile: ProfileSection,
  verification: VerificationSection,
  security: SecuritySection,
  payout: PayoutSection,
} satisfies Record<string, Section>;
type SectionId = keyof typeof sections;
const ids = Object.keys(sections) as SectionId[];

/** Everything a user can see and change about their account, each section with its own URL. */
export function ProfilePage() {
  const { t } = useTranslation('users.profile');
  const [search] = useSearchParams();
  const current = ids.find((id) => id === search.get('tab')) ?? 'profile';
  const Shown: Section = sections[current];
  const title = current === 'profile' ? t('title') : `${t(`tab.${current}`)} · ${t('title')}`;
  return (
    <RequireSession title={t('signedOut.title')} text={t('signedOut.text')} signInPath="/api/login">
      {(user) => (
        <Page title={title} heading={t('title')} width="text">
          <Tabs label={t('title')} current={current} tabs={ids.map((id) => ({ id, text: t(`tab.${id}`) }))} />
          <Shown key={current} user={user} />
        </Page>
      )}
    </RequireSession>
  );
}

function ProfileSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation('common');
  return (
    <div className="flex flex-col gap-8">
      <PictureSection user={user} />
      <ProfileForm user={user} />
      <EmailSection email={user.email} />
      <a href="/api/logout" className="inline-flex min-h-11 items-center gap-2 self-start text-link">
        <LogOut className="size-4 rtl:-scale-x-100" />
        {t('action.signOut')}
      </a>
    </div>
  );
}

function SecuritySection() {
  return (
    <div className="flex flex-col gap-10">
      <PasswordSection />
      <SecondFactorSection />
      <TelegramSection />
      <DevicesSection />
      <PersonalDataSection />
    </div>
  );
}

function PayoutSection({ user }: { user: SessionUser }) {
  return (
    <div className="flex flex-col gap-5">
      <PayoutAccountsSection add={<AddAccount user={user} />} />
    </div>
  );
}
