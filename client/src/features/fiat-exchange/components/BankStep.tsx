import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { payoutAccountsQuery, type PayoutAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { AccountFields } from '#client/features/sell/components/AccountFields.tsx';
import { SavedAccounts } from '#client/features/sell/components/SavedAccounts.tsx';
import { accountProblems, useAccountMessages } from '#client/features/sell/components/sell.account-form.ts';
import { emptyAccount, type Account } from '#client/features/sell/components/sell.draft.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { exchangeEstimateQuery } from '../fiat-exchange.queries.ts';
import { ExchangeFrame } from './ExchangeFrame.tsx';
import { ExchangeSlip, SummaryLine } from './ExchangeSlip.tsx';
import { termsOf } from './fiat-exchange.draft.ts';
import type { Exchange } from './useExchange.ts';

/** Step 2: the bank account the money goes to. */
export function BankStep({ exchange, user }: { exchange: Exchange; user: SessionUser }) {
  const { t } = useTranslation('fiat-exchange');
  const { draft, update, go } = exchange;
  const [asked, setAsked] = useState(false);
  const saved = useQuery(payoutAccountsQuery);
  const fitting = saved.data?.filter(({ currency, method }) => currency === draft.to && method === 'bank') ?? [];
  const account = startingAccount(draft.account, fitting);
  const problems = accountProblems(account, useAccountMessages());
  const incomplete = Object.keys(problems).length > 0;

  const next = () => {
    setAsked(true);
    if (incomplete) return toast({ title: t('bank.missingTitle'), text: t('bank.missing'), tone: 'problem' });
    update({ account });
    go(3);
  };

  return (
    <ExchangeFrame
      step={2}
      heading={t('bank.heading', { currency: draft.to })}
      {...useSummary(exchange)}
      bar={
        <>
          <Button onClick={() => go(1)}>{t('back')}</Button>
          <Button variant="filled" onClick={next}>
            {t('bank.next')}
          </Button>
        </>
      }
    >
      <section className="card flex flex-col gap-5 p-4 md:p-6">
        <header className="flex items-start gap-3">
          <Lock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
          <div>
            <h2 className="text-lg">{t('bank.where')}</h2>
            <p className="text-sm text-muted">{t('bank.why')}</p>
          </div>
        </header>
        <SavedAccounts accounts={fitting} account={account} onChoose={(chosen) => update({ account: chosen })} />
        <AccountFields
          account={account}
          currency={draft.to}
          holder={`${user.firstName} ${user.lastName}`}
          problems={asked ? problems : {}}
          bankOnly
          onChange={(change) => update({ account: { ...account, ...change } })}
        />
        {draft.to === 'USD' && (
          <RoutingField value={draft.routingNumber} onChange={(routingNumber) => update({ routingNumber })} />
        )}
      </section>
      {asked && incomplete && <Problem error={t('bank.missing')} title={t('bank.missingTitle')} />}
    </ExchangeFrame>
  );
}

/** Only for dollars; an unusual one gets a warning and never blocks. */
function RoutingField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('fiat-exchange');
  const isInvalid = value.trim() !== '' && !/^\d{9}$/.test(value.replace(/\s+/g, ''));
  return (
    <TextInput
      label={t('bank.routing')}
      optional
      hint={isInvalid ? t('bank.routingOdd') : t('bank.routingHint')}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      maxLength={20}
    />
  );
}

/** The account last used for the currency, until something was typed here. Only banks are paid to here. */
function startingAccount(typed: Account, saved: readonly PayoutAccount[]): Account {
  const untouched = !typed.accountName && !typed.accountNumber && !typed.bankName;
  const last = saved[0];
  if (!untouched || !last) return typed.method === 'bank' ? typed : { ...emptyAccount, accountName: typed.accountName };
  const { accountName, accountNumber, bankName } = last;
  return { ...emptyAccount, accountName, accountNumber, bankName, save: false };
}

function useSummary({ draft }: Exchange) {
  const { i18n } = useTranslation();
  const terms = termsOf(draft, i18n.language);
  const { data: estimate } = useQuery({
    ...exchangeEstimateQuery(terms ?? { fromCurrency: '', toCurrency: '', amount: '0' }),
    enabled: terms !== undefined,
  });
  if (!estimate) return {};
  return { summary: <ExchangeSlip estimate={estimate} />, summaryLine: <SummaryLine estimate={estimate} /> };
}
