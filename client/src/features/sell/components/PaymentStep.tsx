import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KycRequired } from '#client/features/kyc/components/KycRequired.tsx';
import { payoutAccountsQuery, type PayoutAccount } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { cryptoAssetsQuery } from '#client/features/rates/rates.queries.ts';
import { hasCode } from '#client/lib/api/call.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { sellEstimateQuery } from '../sell.estimate.queries.ts';
import { useCreateQuote } from '../sell.queries.ts';
import { AccountFields } from './AccountFields.tsx';
import { chosenOf, SavedAccounts } from './SavedAccounts.tsx';
import { accountProblems, useAccountMessages } from './sell.account-form.ts';
import { emptyAccount, termsOf, type Account } from './sell.draft.ts';
import { SellFrame } from './SellFrame.tsx';
import { SellOrderSlip, SummaryLine } from './SellOrderSlip.tsx';
import type { SellWizard } from './useSellWizard.ts';

/** Step 3: where the money goes. Continuing holds the rate, from when on an address exists. */
export function PaymentStep({ wizard, user }: { wizard: SellWizard; user: SessionUser }) {
  const { t } = useTranslation('sell');
  const { draft, update, go } = wizard;
  const [asked, setAsked] = useState(false);
  const [another, setAnother] = useState(false);
  const saved = useQuery(payoutAccountsQuery);
  const fitting = saved.data?.filter(({ currency }) => currency === draft.currency) ?? [];
  const account = startingAccount(draft.account, another ? [] : fitting);
  const problems = accountProblems(account, useAccountMessages());
  const { lockQuote, isPending, error, reset } = useLockQuote(wizard);
  const draftSummary = useSummary(wizard);

  const next = () => {
    setAsked(true);
    if (Object.keys(problems).length > 0) {
      toast({ title: t('payment.missingTitle'), text: t('payment.missing'), tone: 'problem' });
      return;
    }
    update({ account });
    lockQuote();
  };

  return (
    <SellFrame
      step={3}
      heading={t('payment.heading', { currency: draft.currency })}
      {...draftSummary}
      bar={
        <>
          <Button onClick={() => go(2)}>{t('back')}</Button>
          <SendButton atEnd variant="filled" busy={isPending} onClick={next}>
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
      <QuoteRefused error={error} onDecided={reset} />
    </SellFrame>
  );
}

function QuoteRefused({ error, onDecided }: { error: Error | null; onDecided: () => void }) {
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
function useLockQuote({ draft, update, go }: SellWizard) {
  const { i18n } = useTranslation();
  const { mutate, isPending, error, reset } = useCreateQuote();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const terms = termsOf(draft, i18n.language);
  const lockQuote = () => {
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
  return { lockQuote, isPending, error, reset };
}

/** The estimate for the chosen terms, and the slip that shows it; nothing while none can be quoted. */
function useSummary({ draft }: SellWizard) {
  const { t, i18n } = useTranslation('sell');
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const terms = termsOf(draft, i18n.language);
  const { data: estimate, isFetching } = useQuery(sellEstimateQuery(terms));
  const asset = assets?.find(({ id }) => id === draft.cryptoId);
  if (!estimate || !asset || !terms || estimate.buyingRate === 0) return {};
  const slip = (
    <SellOrderSlip
      estimate={estimate}
      amount={terms.cryptoAmount}
      symbol={asset.symbol}
      network={asset.networkHint}
      seed={`${asset.id}-live`}
      title={t('slip.soFar')}
      aside={estimate.source === 'sample' ? t('slip.sampleRate') : t('slip.liveRate')}
      refreshing={isFetching}
    />
  );
  return { summary: slip, summaryLine: <SummaryLine estimate={estimate} /> };
}
