import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { payoutAccountsQuery, useSaveAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { AccountFields } from '#client/features/sell/components/AccountFields.tsx';
import { CurrencyPicker } from '#client/features/sell/components/CurrencyPicker.tsx';
import { savedAccountForm, useAccountMessages } from '#client/features/sell/components/sell.account-form.ts';
import { emptyAccount, type Account } from '#client/features/sell/components/sell.draft.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { FormDialog } from '#client/ui/overlay/FormDialog.tsx';

/** The way to save a payout account before the first sale. */
export function AddAccount({ user }: { user: SessionUser }) {
  const { t } = useTranslation('payout-accounts');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="self-start" icon={<Plus className="size-4" />} onClick={() => setOpen(true)}>
        {t('add')}
      </Button>
      {isOpen && <AddDialog holder={`${user.firstName} ${user.lastName}`} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddDialog({ holder, onClose }: { holder: string; onClose: () => void }) {
  const { t } = useTranslation('payout-accounts');
  const { data: saved } = useQuery(payoutAccountsQuery);
  const schema = savedAccountForm(useAccountMessages());
  const form = useContractForm(schema, {
    defaultValues: { ...emptyAccount, accountName: holder, currency: saved?.[0]?.currency ?? 'USD' },
  });
  const { currency, ...account } = form.watch();
  const { errors, isSubmitted } = form.formState;
  const fieldTextOf = useFieldErrorText();
  const save = useSaveAccount();
  const done = () => {
    toast({ title: t('saved'), tone: 'done' });
    onClose();
  };
  const send = (body: z.output<typeof schema>) => save.mutate(body, { onSuccess: done });
  const change = (part: Partial<Account>) => {
    for (const name of Object.keys(part) as (keyof Account)[]) {
      const value = part[name];
      if (value !== undefined) form.setValue(name, value, { shouldValidate: isSubmitted });
    }
  };
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t('add')}
      confirm={t('save')}
      failed={t('saveFailed')}
      busy={save.isPending}
      error={save.error}
      problem={<Problem error={save.error} title={t('saveFailed')} />}
      onSubmit={send}
    >
      <CurrencyPicker
        currency={currency}
        error={fieldTextOf(errors.currency)}
        onCurrency={(code) => form.setValue('currency', code, { shouldValidate: isSubmitted })}
      />
      <AccountFields
        account={account}
        currency={currency}
        holder={holder}
        problemAt={(name) => fieldTextOf(errors[name])}
        isSaved
        onChange={change}
      />
    </FormDialog>
  );
}
