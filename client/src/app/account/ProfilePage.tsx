import { LogOut } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { DevicesPart } from '#client/features/auth/parts/DevicesPart.tsx';
import { EmailPart } from '#client/features/auth/parts/EmailPart.tsx';
import { OwnDataPart } from '#client/features/auth/parts/OwnDataPart.tsx';
import { PasswordPart } from '#client/features/auth/parts/PasswordPart.tsx';
import { SecondFactorPart } from '#client/features/auth/parts/SecondFactorPart.tsx';
import { VerificationPart } from '#client/features/kyc/parts/VerificationPart.tsx';
import { AccountsPart } from '#client/features/payout-accounts/parts/AccountsPart.tsx';
import { PicturePart } from '#client/features/users/parts/PicturePart.tsx';
import { ProfileForm } from '#client/features/users/parts/ProfileForm.tsx';
import type { SessionUser } from '#client/lib/session.ts';
import { Page } from '#client/ui/Page.tsx';
import { RequireSession } from '#client/ui/RequireSession.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';
import { AddAccount } from './AddAccount.tsx';

type Part = ComponentType<{ user: SessionUser }>;

const parts = {
  profile: ProfilePart,
  verification: VerificationPart,
  security: SecurityPart,
  payout: PayoutPart,
} satisfies Record<string, Part>;
type PartId = keyof typeof parts;
const ids = Object.keys(parts) as PartId[];

/** Everything a person can see and change about their account, each part with an address of its own. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const [search] = useSearchParams();
  const current = ids.find((id) => id === search.get('tab')) ?? 'profile';
  const Shown: Part = parts[current];
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

function ProfilePart({ user }: { user: SessionUser }) {
  const { t } = useTranslation('common');
  return (
    <div className="flex flex-col gap-8">
      <PicturePart user={user} />
      <ProfileForm user={user} />
      <EmailPart email={user.email} />
      <a href="/api/logout" className="inline-flex min-h-11 items-center gap-2 self-start text-link">
        <LogOut aria-hidden="true" className="size-4 rtl:-scale-x-100" strokeWidth={1.75} />
        {t('action.signOut')}
      </a>
    </div>
  );
}

function SecurityPart() {
  return (
    <div className="flex flex-col gap-10">
      <PasswordPart />
      <SecondFactorPart />
      <DevicesPart />
      <OwnDataPart />
    </div>
  );
}

function PayoutPart({ user }: { user: SessionUser }) {
  return (
    <div className="flex flex-col gap-5">
      <AccountsPart add={<AddAccount user={user} />} />
    </div>
  );
}
