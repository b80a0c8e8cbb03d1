import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { toastDone } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';
import { addDeskAccount } from '#shared/payouts/payouts.accounts.contract.ts';
import { batchFormats } from '#shared/payouts/payouts.lifecycle.ts';
import { accountsQuery, profilesQuery, useSaveAccount, type DeskAccount } from '../payouts.queries.ts';
import { AccountList } from './AccountList.tsx';
import { Profiles } from './Profiles.tsx';

/** The button that adds an account to those that money is paid from; nothing where the empty list has it. */
export function AddAccount() {
  const { t } = useTranslation('payouts.admin');
  const { data: accounts, isLoading } = useQuery(accountsQuery);
  const [isOpen, setOpen] = useState(false);
  if (!isLoading && !accounts?.length) return null;
  return (
    <>
      {/* Its place is reserved until the accounts have come. */}
      <span className={isLoading ? 'invisible contents' : 'contents'}>
        <Button text={t('account.add')} size="small" variant="filled" onClick={() => setOpen(true)} />
      </span>
      {isOpen && <AccountDialog account={undefined} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The accounts that money is paid from, and the profiles of their files. */
export function Accounts() {
  const { t } = useTranslation('payouts.admin');
  const { data: accounts, isLoading } = useQuery(accountsQuery);
  const { data: profiles = [] } = useQuery(profilesQuery);
  const [editedAccount, setEditedAccount] = useState<DeskAccount | 'new'>();
  const add = <Button text={t('account.add')} size="small" variant="filled" onClick={() => setEditedAccount('new')} />;
  return (
    <div className="flex flex-col gap-6">
      <section aria-label={t('tab.accounts')} className="flex flex-col gap-3">
        {accounts?.length === 0 && <EmptyList Icon={Landmark} text={t('none.accountsText')} action={add} />}
        {accounts && accounts.length > 0 && <AccountList accounts={accounts} onChange={setEditedAccount} />}
      </section>
      {!isLoading && <Profiles profiles={profiles} />}
      {editedAccount && (
        <AccountDialog
          account={editedAccount === 'new' ? undefined : editedAccount}
          onClose={() => setEditedAccount(undefined)}
        />
      )}
    </div>
  );
}

/** Label and field of each line; all but holder and bank may be empty. */
const lines = [
  ['holder', 'holderName'],
  ['iban', 'iban'],
  ['bic', 'bic'],
  ['number', 'accountNumber'],
  ['bank', 'bankName'],
  ['town', 'town'],
  ['country', 'country'],
] as const;
const required: readonly string[] = ['holderName', 'bankName'];

const noCodes = {
  name: '',
  currency: 'EUR',
  format: 'pain001',
  holderName: '',
  iban: '',
  bic: '',
  accountNumber: '',
  bankName: '',
  town: '',
  country: '',
  profileId: null,
  batchBooking: false,
  isActive: true,
} as const;

function AccountDialog({ account, onClose }: { account: DeskAccount | undefined; onClose: () => void }) {
  const { t } = useTranslation('payouts.admin');
  const { data: profiles = [] } = useQuery(profilesQuery);
  const [form, field] = useContractForm(addDeskAccount.body, { defaultValues: account ?? noCodes });
  const save = useSaveAccount(account?.id);
  const format = form.watch('format');
  const payoutProfiles = profiles.filter(({ direction }) => direction === 'payout');
  const toastSuccess = toastDone({ title: t('account.saved') }, onClose);
  return (
    <FormDialog
      form={form}
      title={t(account ? 'account.change' : 'account.add')}
      confirm={t('account.save')}
      by={save}
      failed={t('failed.change')}
      onSubmit={(values) => save.mutate(values, { onSuccess: toastSuccess })}
      onClose={onClose}
    >
      <TextInput label={t('account.name')} {...field('name')} />
      <TextInput label={t('account.currency')} {...field('currency')} />
      <Select
        label={t('account.format')}
        options={batchFormats.map((value) => [value, t(`format.${value}`)])}
        {...field('format')}
      />
      {(format === 'csv' || format === 'wise') && (
        <Select
          label={t('account.profile')}
          none="-"
          options={payoutProfiles.map(({ id, name }) => [id, name])}
          {...field('profileId')}
        />
      )}
      {lines.map(([label, name]) => (
        <TextInput
          key={name}
          dir="auto"
          optional={!required.includes(name)}
          label={t(`account.${label}`)}
          hint={name === 'country' ? t('account.countryHint') : undefined}
          {...field(name)}
        />
      ))}
      {format === 'pain001' && <Checkbox label={t('account.batchBooking')} {...form.register('batchBooking')} />}
      <Checkbox label={t('account.active')} {...form.register('isActive')} />
    </FormDialog>
  );
}
