import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KycRequired } from '#client/features/kyc/components/KycRequired.tsx';
import { payoutAccountsQuery } from '#client/features/payout-accounts/payout-accounts.queries.ts';
import { cryptoAssetsQuery, payoutCurrenciesQuery } from '#client/features/rates/rates.queries.ts';
import { hasCode } from '#client/lib/api/call.ts';
import { createIdempotencyKeys } from '#client/lib/api/idempotency-keys.ts';
import { useOnline } from '#client/lib/api/online.ts';
import { formatTime } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { sellEstimateQuery } from '../sell.estimate.queries.ts';
import { quoteQuery, useCreateQuote, useSetPayout } from '../sell.queries.ts';
import { PayoutAccountForm, useShownRail } from './PayoutAccountForm.tsx';
import { paymentDetailsOf, termsOf, type Account } from './sell.draft.ts';
import { SellFrame } from './SellFrame.tsx';
import { LiveSlip, SellOrderSlip, SummaryLine } from './SellOrderSlip.tsx';
import { ResumedNote } from './UnfinishedSale.tsx';
import type { SellWizard } from './useSellWizard.ts';

/** Step 3: the payout account. The button locks the rate, and the address is shown after that. */
export function PaymentStep({ wizard, user }: { wizard: SellWizard; user: SessionUser }) {
  const { t } = useTranslation('sell');
  const { draft, update, go } = wizard;
  const formId = useId();
  const { lockQuote, isPending, error, reset } = useLockQuote(wizard);
  const { net, ...draftSummary } = useSummary(wizard, user);
  // An empty form waits for the saved accounts and the rails: it would be replaced under the finger.
  const isComing = [useQuery(payoutAccountsQuery), useQuery(payoutCurrenciesQuery)].some(({ isLoading }) => isLoading);
  // Without a network the saved accounts load later, and must not replace text that was typed meanwhile.
  const isReady = !useOnline() || !isComing;
  const [isOpen, setOpen] = useState(isReady);
  if (isReady && !isOpen) setOpen(true);

  return (
    <SellFrame
      step={3}
      heading={t('payment.heading', { currency: draft.currency })}
      {...draftSummary}
      bar={
        <>
          <Button onClick={() => go(2)}>{t('back')}</Button>
          <SendButton
            text={t('payment.next')}
            atEnd
            type="submit"
            form={formId}
            variant="filled"
            busy={isPending}
            disabled={!isOpen}
          />
        </>
      }
    >
      <ResumedNote {...wizard} />
      {!isOpen && <Skeleton line="h-96 rounded-card" />}
      {isOpen && (
        <PayoutAccountForm
          id={formId}
          typedAccount={draft.account}
          currency={draft.currency}
          // A locked rate is valid for the rail that it was locked with.
          net={draft.quoteId ? undefined : net}
          user={user}
          onChange={(account) => update({ account })}
          onSubmit={(account) => {
            update({ account });
            lockQuote(account);
          }}
        />
      )}
      <QuoteRefused error={error} onDecided={reset} />
    </SellFrame>
  );
}

function QuoteRefused({ error, onDecided }: { error: Error | null; onDecided: () => void }) {
  const { t } = useTranslation('sell');
  if (!hasCode(error, 'kyc_required')) return <Problem error={error} title={t('payment.lockFailed')} />;
  return <KycRequired error={error} title={t('allowance.overTitle')} onDecided={onDecided} />;
}

/** Locks a quote for the terms and goes to the next step; an existing quote of the draft is used again. */
function useLockQuote({ draft, update, go }: SellWizard) {
  const { i18n } = useTranslation();
  const { mutate, isPending, error, reset } = useCreateQuote();
  const payout = useSetPayout();
  const [keys] = useState(createIdempotencyKeys);
  const terms = termsOf(draft, i18n.language);
  const lockQuote = (account: Account) => {
    const payee = { paymentDetails: paymentDetailsOf(account, draft.currency), savePayoutAccount: account.save };
    // The server stores the payee of a quote only if the sale has its own address.
    if (draft.quoteId) return payout.mutate({ id: draft.quoteId, payee }, { onSettled: () => go(4) });
    if (!terms) return go(2);
    mutate(
      { terms, payee, idempotencyKey: keys.keyOf({ terms, payee }) },
      {
        onSuccess: ({ quoteId }) => {
          update({ quoteId });
          go(4);
        },
      },
    );
  };
  return { lockQuote, isPending: isPending || payout.isPending, error, reset };
}

/** The estimate for the chosen terms, and the slip that shows it; nothing while none can be quoted. */
function useSummary({ draft }: SellWizard, user: SessionUser) {
  const { t, i18n } = useTranslation('sell');
  const method = useShownRail(draft, user);
  const { data: assets } = useQuery(cryptoAssetsQuery);
  const terms = termsOf(draft, i18n.language);
  const { data: estimate, isFetching } = useQuery(sellEstimateQuery(terms));
  const asset = assets?.find(({ id }) => id === draft.cryptoId);
  const { data: quote } = useQuery({ ...quoteQuery(draft.quoteId ?? ''), enabled: draft.quoteId !== undefined });
  if (asset && quote && !quote.expired) {
    const { amount, reference: seed } = quote;
    const { symbol, networkHint: network } = asset;
    const lockedSlip = { estimate: quote, amount, symbol, network, method, seed, title: t('slip.soFar') };
    const lockedText = t('slip.locked', { time: formatTime(quote.expiresAt) });
    return {
      net: quote.netAmount,
      summary: <SellOrderSlip {...lockedSlip} aside={lockedText} />,
      summaryLine: <SummaryLine estimate={quote} symbol={symbol} />,
    };
  }
  if (!estimate || !asset || !terms || estimate.buyingRate === 0) return {};
  const slip = <LiveSlip estimate={estimate} terms={terms} asset={asset} isFetching={isFetching} method={method} />;
  return {
    net: estimate.netAmount,
    summary: slip,
    summaryLine: <SummaryLine estimate={estimate} symbol={asset.symbol} />,
  };
}
