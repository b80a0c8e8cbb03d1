import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { payoutAccountsQuery, useSaveAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { AccountFields, accountProblems } from '#client/features/sell/components/AccountFields.tsx';
import { CurrencyPicker } from '#client/features/sell/components/CurrencyPicker.tsx';
import { emptyAccount, paymentDetailsOf } from '#client/features/sell/components/sell.draft.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/form/Button.tsx';
import { Dialog } from '#client/ui/overlay/Dialog.tsx';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';

/** The way to save a payout account before the first sale. */
export function AddAccount({ user }: { user: SessionUser }) {
  const { t } = useTranslation('payout-accounts');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t('add')}
      </Button>
      {isOpen && <AddDialog holder={`${user.firstName} ${user.lastName}`} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddDialog({ holder, onClose }: { holder: string; onClose: () => void }) {
  const { t } = useTranslation(['payout-accounts', 'common']);
  const { t: word } = useTranslation('sell');
  const { data: saved } = useQuery(payoutAccountsQuery);
  const [currency, setCurrency] = useState(saved?.[0]?.currency ?? 'USD');
  const [account, setAccount] = useState({ ...emptyAccount, accountName: holder });
  const [wasAsked, setAsked] = useState(false);
  const save = useSaveAccount();
  const problems = accountProblems(account, word);
  const done = () => {
    toast({ title: t('saved'), tone: 'done' });
    onClose();
  };
  const send = () => {
    setAsked(true);
    if (!currency || save.isPending || Object.keys(problems).length > 0) return;
    save.mutate({ ...paymentDetailsOf(account), currency }, { onSuccess: done });
  };
  return (
    <Dialog open title={t('add')} locked={save.isPending} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <CurrencyPicker currency={currency} onCurrency={setCurrency} />
        <AccountFields
          account={account}
          currency={currency}
          holder={holder}
          problems={wasAsked ? problems : {}}
          isSaved
          onChange={(change) => setAccount({ ...account, ...change })}
        />
        <Problem error={save.error} title={save.error ? t('saveFailed') : undefined} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={save.isPending} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <SendButton atEnd type="submit" variant="filled" busy={save.isPending}>
            {t('save')}
          </SendButton>
        </div>
      </form>
    </Dialog>
  );
}
