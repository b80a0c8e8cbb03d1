import { useQuery } from '@tanstack/react-query';
import { LogOut, Plus } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { DevicesSection } from '#client/features/auth/components/DevicesSection.tsx';
import { EmailSection } from '#client/features/auth/components/EmailSection.tsx';
import { PasswordSection } from '#client/features/auth/components/PasswordSection.tsx';
import { PersonalDataSection } from '#client/features/auth/components/PersonalDataSection.tsx';
import { SecondFactorSection } from '#client/features/auth/components/SecondFactorSection.tsx';
import { VerificationSection } from '#client/features/kyc/components/VerificationSection.tsx';
import { TelegramSection } from '#client/features/mail/components/TelegramSection.tsx';
import { PayoutAccountsSection } from '#client/features/payout-accounts/components/PayoutAccountsSection.tsx';
import { payoutAccountsQuery, useSaveAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { useRailsOf } from '#client/features/rates/components/useRails.ts';
import { AccountFields } from '#client/features/sell/components/AccountFields.tsx';
import { CurrencyPicker } from '#client/features/sell/components/CurrencyPicker.tsx';
import { savedAccountForm, useAccountMessages } from '#client/features/sell/components/sell.account-form.ts';
import {
  byOfferedRail,
  emptyAccount,
  inOtherCurrency,
  type Account,
} from '#client/features/sell/components/sell.draft.ts';
import { PictureSection } from '#client/features/users/components/PictureSection.tsx';
import { ProfileForm } from '#client/features/users/components/ProfileForm.tsx';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { Page } from '#client/ui/layout/Page.tsx';
import { RequireSession } from '#client/ui/layout/RequireSession.tsx';
import { Tabs } from '#client/ui/layout/Tabs.tsx';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { keysOf } from '#shared/kernel/records.ts';

type Section = ComponentType<{ user: SessionUser }>;

const sections = {
  profile: ProfileSection,
  verification: VerificationSection,
  security: SecuritySection,
  payout: PayoutSection,
} satisfies Record<string, Section>;
const ids = keysOf(sections);

/** Everything a user can see and change about their account, each section with its own URL. */
export function ProfilePage() {
  const { t } = useTranslation('users.profile');
  const [search] = useSearchParams();
  const currentTab = ids.find((id) => id === search.get('tab')) ?? 'profile';
  const CurrentSection: Section = sections[currentTab];
  const title = currentTab === 'profile' ? t('title') : `${t(`tab.${currentTab}`)} · ${t('title')}`;
  return (
    <RequireSession title={t('signedOut.title')} text={t('signedOut.text')} signInPath="/api/login">
      {(user) => (
        <Page title={title} heading={t('title')} width="text">
          <Tabs label={t('title')} current={currentTab} tabs={ids.map((id) => ({ id, text: t(`tab.${id}`) }))} />
          <CurrentSection key={currentTab} user={user} />
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
      <EmailSection user={user} />
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

/** Lets a user save a payout account before the first sale. */
function AddAccount({ user }: { user: SessionUser }) {
  const { t } = useTranslation('payout-accounts');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button text={t('add')} className="self-start" icon={<Plus className="size-4" />} onClick={() => setOpen(true)} />
      {isOpen && <AddDialog holder={`${user.firstName} ${user.lastName}`} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddDialog({ holder, onClose }: { holder: string; onClose: () => void }) {
  const { t } = useTranslation('payout-accounts');
  const { data: savedAccounts } = useQuery(payoutAccountsQuery);
  const railsOf = useRailsOf();
  const schema = savedAccountForm(useAccountMessages(), railsOf);
  const [form] = useContractForm(schema, {
    defaultValues: { ...emptyAccount, accountName: holder, currency: savedAccounts?.[0]?.currency ?? 'USD' },
  });
  const { currency, ...account } = form.watch();
  const { errors, isSubmitted } = form.formState;
  const fieldTextOf = useFieldErrorText();
  const save = useSaveAccount();
  const toastSuccess = toastDone({ title: t('saved') }, onClose);
  const send = (body: z.output<typeof schema>) => save.mutate(body, { onSuccess: toastSuccess });
  const change = (part: Partial<Account>) => {
    for (const name of keysOf(part)) {
      const value = part[name];
      if (value !== undefined) form.setValue(name, value, { shouldValidate: isSubmitted });
    }
  };
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('add')}
      confirm={t('save')}
      failed={t('saveFailed')}
      by={save}
      problem={<Problem error={save.error} title={t('saveFailed')} />}
      onSubmit={send}
    >
      <CurrencyPicker
        currency={currency}
        error={fieldTextOf(errors.currency)}
        onCurrency={(code) => {
          if (code !== currency) change(inOtherCurrency(account));
          form.setValue('currency', code, { shouldValidate: isSubmitted });
        }}
      />
      <AccountFields
        account={byOfferedRail(account, railsOf(currency))}
        currency={currency}
        holder={holder}
        problemAt={(name) => fieldTextOf(errors[name])}
        isSaved
        onChange={change}
      />
    </FormDialog>
  );
}
