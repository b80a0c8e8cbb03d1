import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useAllowance } from '#client/features/kyc/kyc.api.ts';
import { hasCode } from '#client/lib/call.ts';
import { formatCrypto, formatNumber, formatTime, maskedAccount } from '#client/lib/format.ts';
import { Button } from '#client/ui/Button.tsx';
import { SendButton } from '#client/ui/SendButton.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { Leader, Leaders } from '#client/ui/Slip.tsx';
import { EmptyState, ErrorState } from '#client/ui/States.tsx';
import { heldQuoteQuery, useDropQuote, type HeldQuote } from '../sell.api.ts';
import { AllowanceNote, isOverAllowance } from './AllowanceNote.tsx';
import { DepositBlock } from './DepositBlock.tsx';
import { useHold } from './HoldLine.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { SaleFrame } from './SaleFrame.tsx';
import { SaleSlip, SummaryLine } from './SaleSlip.tsx';
import { endSale, paymentDetailsOf, termsOf } from './sale-draft.ts';
import type { Sale } from './useSale.ts';

/** Step 4: the address of this sale, and then the proof. */
export function ConfirmStep({ sale, userId }: { sale: Sale; userId: string }) {
  const { t } = useTranslation('sell');
  const { draft, update, go } = sale;
  const { data: quote, error, refetch, isFetching } = useQuery(heldQuoteQuery(draft.quoteId ?? ''));
  useTermsOf(quote, sale);
  if (quote) return <Confirm quote={quote} sale={sale} userId={userId} />;

  const gone = hasCode(error, 'not_found');
  const startAgain = () => {
    update({ quoteId: undefined, sent: false });
    go(2);
  };
  return (
    <SaleFrame step={4} heading={t('confirm.loading')} bar={<Button onClick={() => go(3)}>{t('back')}</Button>}>
      {gone ? (
        <EmptyState
          title={t('confirm.gone')}
          text={t('confirm.goneText')}
          action={<Button onClick={startAgain}>{t('confirm.again')}</Button>}
        />
      ) : error ? (
        <ErrorState
          error={error}
          title={hasCode(error, 'address_unavailable') ? t('deposit.unavailable') : undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Skeleton className="flex flex-col gap-4">
          <Bone className="h-96 rounded-card" />
          <Bone className="h-24 rounded-card" />
        </Skeleton>
      )}
    </SaleFrame>
  );
}

/** A sale resumed elsewhere brings its terms along: the steps before must speak of the same coin and amount. */
function useTermsOf(quote: HeldQuote | undefined, { draft, update }: Sale): void {
  const { i18n } = useTranslation();
  const kept = JSON.stringify(termsOf(draft, i18n.language));
  const held = quote && { cryptoId: quote.cryptoId, amount: formatNumber(quote.amount), currency: quote.currency };
  const terms = held && JSON.stringify(termsOf({ ...draft, ...held }, i18n.language));
  useEffect(() => {
    if (held && terms !== kept) update(held);
  });
}

function Confirm({ quote, sale, userId }: { quote: HeldQuote; sale: Sale; userId: string }) {
  const { t } = useTranslation('sell');
  const { draft, update, go } = sale;
  const navigate = useNavigate();
  const drop = useDropQuote();
  const allowance = useAllowance();
  const [proving, setProving] = useState(false);
  const amount = formatCrypto(quote.amount, quote.cryptoSymbol);
  const hasAccount = Boolean(draft.account.accountName && draft.account.accountNumber);

  const over = isOverAllowance(allowance, quote);
  // Coins that were sent here could become no order: until the check there is no address, unless it was used already.
  const mustWait = over && !draft.sent;

  const sent = () => {
    if (!hasAccount) return go(3);
    update({ sent: true });
    setProving(true);
  };
  const forget = () => {
    drop.mutate(quote.quoteId, {
      onSuccess: () => void endSale(userId).then(() => navigate('/dashboard', { replace: true })),
    });
  };

  return (
    <SaleFrame
      step={4}
      heading={t(mustWait ? 'confirm.waits' : 'confirm.heading', { amount })}
      lede={mustWait ? undefined : t('confirm.lede')}
      summary={<HeldSlip quote={quote} />}
      summaryLine={<SummaryLine figures={quote} />}
      bar={
        <>
          <Button onClick={() => go(3)}>{t('back')}</Button>
          <Button
            look="filled"
            disabled={mustWait}
            aria-describedby={mustWait ? 'over-allowance' : undefined}
            onClick={sent}
          >
            {t('confirm.next', { amount })}
          </Button>
        </>
      }
    >
      {over && <AllowanceNote allowance={allowance} figures={quote} />}
      {!mustWait && <DepositBlock quote={quote} />}
      <Account sale={sale} />
      {!draft.sent && (
        <SendButton look="ghost" className="-ms-2 self-start" busy={drop.isPending} onClick={forget}>
          {t('confirm.drop')}
        </SendButton>
      )}
      {/* What the dialog still has to load must not hide the page: the focus would have nowhere to come back to. */}
      <Suspense>
        {proving && (
          <ProofDialog quote={quote} draft={draft} userId={userId} update={update} onClose={() => setProving(false)} />
        )}
      </Suspense>
    </SaleFrame>
  );
}

function HeldSlip({ quote }: { quote: HeldQuote }) {
  const { t } = useTranslation('sell');
  const { expired } = useHold(quote);
  return (
    <SaleSlip
      figures={quote}
      amount={quote.amount}
      symbol={quote.cryptoSymbol}
      network={quote.deposit.networkHint}
      seed={quote.reference}
      title={t('slip.title')}
      aside={<span className="font-mono">{quote.reference}</span>}
      rows={<Leader label={t(expired ? 'slip.ranOut' : 'slip.heldUntil')}>{formatTime(quote.expiresAt)}</Leader>}
      foot={<p className="text-sm text-muted">{t('slip.saved')}</p>}
    />
  );
}

function Account({ sale: { draft } }: { sale: Sale }) {
  const { t } = useTranslation('sell');
  const { accountName, accountNumber, bankName } = paymentDetailsOf(draft.account);
  return (
    <section className="flex flex-col gap-3">
      <header className="flex items-center justify-between">
        <h2 className="text-lg">{t('payment.where')}</h2>
        <Link
          to="/sell?step=3"
          className="inline-flex min-h-11 min-w-11 items-center justify-end text-link font-medium"
        >
          {t('confirm.edit')}
        </Link>
      </header>
      <div className="card px-4 py-2 md:px-5">
        {accountName ? (
          <Leaders>
            <Leader label={t('payment.accountName')} words>
              {accountName}
            </Leader>
            <Leader label={t('payment.bankName')} words>
              {bankName}
            </Leader>
            <Leader label={t('payment.accountNumber')}>{maskedAccount(accountNumber)}</Leader>
          </Leaders>
        ) : (
          <p className="py-2 text-sm text-muted">{t('confirm.noAccount')}</p>
        )}
      </div>
    </section>
  );
}
