import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KycRequired } from '#client/features/kyc/parts/KycRequired.tsx';
import { cryptoAssetsQuery } from '#client/features/rates/rates.api.ts';
import { hasCode } from '#client/lib/call.ts';
import type { SessionUser } from '#client/lib/session.ts';
import { Button } from '#client/ui/Button.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { SendButton } from '#client/ui/SendButton.tsx';
import { toast } from '#client/ui/toast.ts';
import { payoutAccountsQuery, type PayoutAccount } from '#client/features/payout-accounts/payout-accounts.api.ts';
import { figuresQuery, useHoldQuote } from '../sell.api.ts';
import { AccountFields, accountProblems } from './AccountFields.tsx';
import { chosenOf, SavedAccounts } from './SavedAccounts.tsx';
import { SaleFrame } from './SaleFrame.tsx';
import { SaleSlip, SummaryLine } from './SaleSlip.tsx';
import { emptyAccount, termsOf, type Account } from './sale-draft.ts';
import type { Sale } from './useSale.ts';

/** Step 3: where the money goes. Continuing holds the rate, from when on an address exists. */
export function PaymentStep({ sale, user }: { sale: Sale; user: SessionUser }) {
  const { t } = useTranslation('sell');
  const { draft, update, go } = sale;
  const [asked, setAsked] = useState(false);
  const [another, setAnother] = useState(false);
  const saved = useQuery(payoutAccountsQuery);
  const fitting = saved.data?.filter(({ currency }) => currency === draft.currency) ?? [];
  const account = startingAccount(draft.account, another ? [] : fitting);
  const problems = accountProblems(account, t);
  const { hold, isPending, error, reset } = useHold(sale);
  const soFar = useSoFar(sale);

  const next = () => {
    setAsked(true);
    if (Object.keys(problems).length > 0) {
      toast({ title: t('payment.missingTitle'), text: t('payment.missing'), tone: 'problem' });
      return;
    }
    update({ account });
    hold();
  };

  return (
    <SaleFrame
      step={3}
      heading={t('payment.heading', { currency: draft.currency })}
      {...soFar}
      bar={
        <>
          <Button onClick={() => go(2)}>{t('back')}</Button>
          <SendButton atEnd look="filled" busy={isPending} onClick={next}>
            {t('payment.next')}
          </SendButton>
        </>
      }
    >
      <section className="card flex flex-col gap-5 p-4 md:p-6">
        <header className="flex items-start gap-3">
          <Lock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
          <div>
            <h2 className="text-lg">{t('payment.where')}</h2>
            <p className="text-sm text-muted">{t('payment.why')}</p>
          </div>
        </header>
        <SavedAccounts
          accounts={fitting}
          account={account}
          onChoose={(chosen) => {
            setAnother(!chosen);
            update({ account: chosen ?? emptyAccount });
          }}
        />
        {!chosenOf(fitting, account) && (
          <AccountFields
            account={account}
            currency={draft.currency}
            holder={`${user.firstName} ${user.lastName}`}
            problems={asked ? problems : {}}
            onChange={(change) => update({ account: { ...account, ...change } })}
          />
        )}
      </section>
      {asked && Object.keys(problems).length > 0 && (
        <Problem error={t('payment.missing')} title={t('payment.missingTitle')} />
      )}
      <HoldRefused error={error} onDecided={reset} />
    </SaleFrame>
  );
}

function HoldRefused({ error, onDecided }: { error: Error | null; onDecided: () => void }) {
  const { t } = useTranslation('sell');
  if (!hasCode(error, 'kyc_required')) return <Problem error={error} title={t('payment.holdFailed')} />;
  return <KycRequired error={error} title={t('allowance.overTitle')} onDecided={onDecided} />;
}

/** The account last used for the currency, until something was typed here. */
function startingAccount(typed: Account, saved: readonly PayoutAccount[]): Account {
  const untouched = !typed.accountName && !typed.accountNumber && !typed.bankName && typed.method === 'bank';
  const last = saved[0];
  return untouched && last ? { ...emptyAccount, ...pick(last), save: false } : typed;
}

function pick({ method, accountName, accountNumber, bankName }: PayoutAccount): Omit<Account, 'save'> {
  return { method, accountName, accountNumber, bankName };
}

/** Holds the terms and goes on; a hold of the same terms that is there already is used again. */
function useHold({ draft, update, go }: Sale) {
  const { i18n } = useTranslation();
  const { mutate, isPending, error, reset } = useHoldQuote();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const terms = termsOf(draft, i18n.language);
  const hold = () => {
    if (draft.quoteId) return go(4);
    if (!terms) return go(2);
    mutate(
      { terms, idempotencyKey: `${idempotencyKey}:${JSON.stringify(terms)}` },
      {
        onSuccess: ({ quoteId }) => {
          update({ quoteId });
          go(4);
        },
      },
    );
  };
  return { hold, isPending, error, reset };
}

/** The figures of the terms chosen so far, and the slip that shows them; nothing while none can be quoted. */
function useSoFar({ draft }: Sale) {
  const { t, i18n } = useTranslation('sell');
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const terms = termsOf(draft, i18n.language);
  const { data: figures, isFetching } = useQuery({
    ...figuresQuery(terms ?? { cryptoId: '', cryptoAmount: '0', targetCurrency: draft.currency }),
    enabled: terms !== undefined,
  });
  const asset = assets?.find(({ id }) => id === draft.cryptoId);
  if (!figures || !asset || !terms || figures.buyingRate === 0) return {};
  const slip = (
    <SaleSlip
      figures={figures}
      amount={terms.cryptoAmount}
      symbol={asset.symbol}
      network={asset.networkHint}
      seed={`${asset.id}-live`}
      title={t('slip.soFar')}
      aside={figures.source === 'sample' ? t('slip.sampleRate') : t('slip.liveRate')}
      refreshing={isFetching}
    />
  );
  return { summary: slip, summaryLine: <SummaryLine figures={figures} /> };
}
