import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useAllowance } from '#client/features/kyc/kyc.queries.ts';
import { hasCode } from '#client/lib/api/call.ts';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { formatCrypto, formatNumber, formatTime, maskedAccount } from '#client/lib/format/format.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { EmptyState, Loaded } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { FollowDeposit } from '../own/FollowDeposit.tsx';
import { quoteDepositQuery, quoteQuery, useCancelQuote, type SellQuote } from '../sell.queries.ts';
import { AllowanceNote, isOverAllowance, VerifyIdentity } from './AllowanceNote.tsx';
import { DepositBlock, useQuoteTimer } from './DepositBlock.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { clearSellDraft, paymentDetailsOf, termsOf } from './sell.draft.ts';
import { SellFrame } from './SellFrame.tsx';
import { SellOrderSlip, SummaryLine } from './SellOrderSlip.tsx';
import type { SellWizard } from './useSellWizard.ts';

/** Step 4: the address of this sale, and then the proof. */
export function ConfirmStep({ wizard, userId }: { wizard: SellWizard; userId: string }) {
  const { t } = useTranslation('sell');
  const { draft, go } = wizard;
  const asked = useQuery(quoteQuery(draft.quoteId ?? ''));
  const { data: quote, error } = asked;
  useTermsOf(quote, wizard);
  // A stopped address that is on screen must go at once.
  useRefreshOn('deposit_address_stopped', 'GET /api/sell-quotes', 'GET /api/sell-quotes/:id');
  if (quote) return <Confirm quote={quote} wizard={wizard} userId={userId} />;

  const gone = hasCode(error, 'not_found');
  if (gone && draft.quoteId) return <Gone quoteId={draft.quoteId} wizard={wizard} userId={userId} />;
  return (
    <SellFrame step={4} heading={t('confirm.loading')} bar={<Button onClick={() => go(3)}>{t('back')}</Button>}>
      <Loaded
        query={asked}
        title={hasCode(error, 'address_unavailable') ? t('deposit.unavailable') : undefined}
        skeleton={['h-96 rounded-card', 'h-24 rounded-card']}
      />
    </SellFrame>
  );
}

/**
 * A quote that is not open any more: where its coins have come, their order or how far they are; only where nothing is known
 * of it, that it is gone.
 */
function Gone({
  quoteId,
  wizard: { draft, update, go },
  userId,
}: {
  quoteId: string;
  wizard: SellWizard;
  userId: string;
}) {
  const { t } = useTranslation('sell');
  const followed = useQuery(quoteDepositQuery(quoteId));
  const { data: deposit, error } = followed;
  const symbol = coinById(draft.cryptoId)?.symbol ?? '';
  const startAgain = () => {
    update({ quoteId: undefined, sent: false });
    go(2);
  };
  const again = <Button onClick={startAgain}>{t('confirm.again')}</Button>;
  if (deposit && (deposit.orderId !== null || deposit.transfers.length > 0))
    return (
      <SellFrame step={4} heading={t('follow.label')} bar={again}>
        <FollowDeposit quoteId={quoteId} symbol={symbol} userId={userId} />
      </SellFrame>
    );
  return (
    <SellFrame step={4} heading={t('confirm.loading')} bar={<Button onClick={() => go(3)}>{t('back')}</Button>}>
      {deposit || hasCode(error, 'not_found') ? (
        <EmptyState title={t('confirm.gone')} text={t('confirm.goneText')} action={again} />
      ) : (
        <Loaded query={followed} skeleton={['h-24 rounded-card']} />
      )}
    </SellFrame>
  );
}

/** A sale resumed elsewhere brings its terms along: the steps before must show the same coin and amount. */
function useTermsOf(quote: SellQuote | undefined, { draft, update }: SellWizard): void {
  const { i18n } = useTranslation();
  const draftTerms = JSON.stringify(termsOf(draft, i18n.language));
  const quotedDraft = quote && {
    cryptoId: quote.cryptoId,
    amount: formatNumber(quote.amount),
    currency: quote.currency,
  };
  const terms = quotedDraft && JSON.stringify(termsOf({ ...draft, ...quotedDraft }, i18n.language));
  useEffect(() => {
    if (quotedDraft && terms !== draftTerms) update(quotedDraft);
  });
}

function Confirm({ quote, wizard, userId }: { quote: SellQuote; wizard: SellWizard; userId: string }) {
  const { t } = useTranslation('sell');
  const { draft, update, go } = wizard;
  const navigate = useNavigate();
  const drop = useCancelQuote();
  const allowance = useAllowance();
  const [proving, setProving] = useState(false);
  const amount = formatCrypto(quote.amount, quote.cryptoSymbol);
  const isKnown = quote.isOwn && quote.paymentDetails !== null;
  const hasAccount = isKnown || Boolean(draft.account.accountName && draft.account.accountNumber);

  const over = isOverAllowance(allowance, quote);
  // Coins that were sent here could become no order: until the check there is no address, unless it was used already.
  const mustWait = over && !draft.sent;
  const isStopped = quote.deposit.stoppedAt !== null;

  const sent = () => {
    if (!hasAccount) return go(3);
    update({ sent: true });
    setProving(true);
  };
  const discardQuote = () => {
    drop.mutate(quote.quoteId, {
      onSuccess: () => void clearSellDraft(userId).then(() => navigate('/dashboard', { replace: true })),
    });
  };

  return (
    <SellFrame
      step={4}
      heading={t(headingOf({ mustWait, isStopped }), { amount })}
      lede={mustWait || isStopped ? undefined : t(quote.isOwn ? 'follow.lede' : 'confirm.lede')}
      summary={<QuoteSlip quote={quote} />}
      summaryLine={<SummaryLine estimate={quote} />}
      bar={
        <>
          <Button onClick={() => go(3)}>{t('back')}</Button>
          {mustWait ? (
            <VerifyIdentity returnTo="/sell?step=4" onLeave={wizard.waitForId} />
          ) : (
            <Button variant={quote.isOwn ? undefined : 'filled'} onClick={sent}>
              {quote.isOwn ? t('follow.upload') : t('confirm.next', { amount })}
            </Button>
          )}
        </>
      }
    >
      {over && <AllowanceNote allowance={allowance} estimate={quote} />}
      {!mustWait && quote.isOwn && <RulesNote quote={quote} />}
      {!mustWait && (isStopped ? <StoppedAddress /> : <DepositBlock quote={quote} />)}
      {!mustWait && quote.isOwn && (
        <FollowDeposit quoteId={quote.quoteId} symbol={quote.cryptoSymbol} userId={userId} stays={proving} />
      )}
      <Account details={quote.paymentDetails ?? paymentDetailsOf(draft.account)} />
      {!draft.sent && (
        <SendButton variant="ghost" className="-ms-2 self-start" busy={drop.isPending} onClick={discardQuote}>
          {t('confirm.drop')}
        </SendButton>
      )}
      {/* What the dialog still has to load must not hide the page: the focus would have nowhere to come back to. */}
      <Suspense>
        {proving && (
          <ProofDialog quote={quote} draft={draft} userId={userId} update={update} onClose={() => setProving(false)} />
        )}
      </Suspense>
    </SellFrame>
  );
}

function headingOf({ mustWait, isStopped }: { mustWait: boolean; isStopped: boolean }) {
  if (mustWait) return 'confirm.waits';
  return isStopped ? 'deposit.stopped.title' : 'confirm.heading';
}

function QuoteSlip({ quote }: { quote: SellQuote }) {
  const { t } = useTranslation('sell');
  const { expired, expiresAtHere } = useQuoteTimer(quote);
  return (
    <SellOrderSlip
      estimate={quote}
      amount={quote.amount}
      symbol={quote.cryptoSymbol}
      network={quote.deposit.networkHint}
      seed={quote.reference}
      title={t('slip.title')}
      aside={<span className="font-mono">{quote.reference}</span>}
      rows={<DottedRow label={t(expired ? 'slip.ranOut' : 'slip.lockedUntil')}>{formatTime(expiresAtHere)}</DottedRow>}
      foot={<p className="text-sm text-muted">{t('slip.saved')}</p>}
    />
  );
}

/** Whom the sale pays: as its quote has it, else as it was typed here. */
function Account({ details }: { details: NonNullable<SellQuote['paymentDetails']> }) {
  const { t } = useTranslation('sell');
  const { accountName, accountNumber, bankName } = details;
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
        {accountNumber ? (
          <DottedRows>
            <DottedRow label={t('payment.accountName')} prose>
              {accountName}
            </DottedRow>
            <DottedRow label={t('payment.bankName')} prose>
              {bankName}
            </DottedRow>
            <DottedRow label={t('payment.accountNumber')}>{maskedAccount(accountNumber)}</DottedRow>
          </DottedRows>
        ) : (
          <p className="py-2 text-sm text-muted">{t('confirm.noAccount')}</p>
        )}
      </div>
    </section>
  );
}

/** In place of address, QR code and copy buttons, once the address was stopped. */
function StoppedAddress() {
  const { t } = useTranslation('sell');
  return (
    <section aria-label={t('deposit.label')}>
      <Note
        tone="danger"
        announce
        action={<Button onClick={() => requestHelp('openSupportChat')}>{t('deposit.stopped.contact')}</Button>}
      >
        <p className="font-semibold">{t('deposit.stopped.title')}</p>
        <p>{t('deposit.stopped.text')}</p>
        <ul className="mt-2 flex list-disc flex-col gap-1 ps-5">
          <li>{t('deposit.stopped.unsent')}</li>
          <li>{t('deposit.stopped.sent')}</li>
        </ul>
      </Note>
    </section>
  );
}

/** What holds where less, more or later arrives: folded, before the address. */
function RulesNote({ quote: { rules, expiresAt } }: { quote: SellQuote }) {
  const { t } = useTranslation('sell');
  if (!rules) return null;
  const inTimeUntil = new Date(Date.parse(expiresAt) + rules.graceMinutes * 60_000).toISOString();
  return (
    <details className="card px-4 py-2 md:px-5">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">{t('rules.title')}</summary>
      <ul className="flex list-disc flex-col gap-1 ps-5 pb-3 text-sm text-muted">
        <li>
          {t('rules.less', {
            percent: formatNumber(rules.tolerancePercent),
            max: formatNumber(rules.toleranceMaxUsd),
          })}
        </li>
        <li>{t('rules.short')}</li>
        <li>{t('rules.more', { percent: formatNumber(rules.overPercent) })}</li>
        <li>{t('rules.late', { time: formatTime(inTimeUntil) })}</li>
        {rules.minedMinutes && <li>{t('rules.mined', { minutes: rules.minedMinutes })}</li>}
        <li>{t('rules.other')}</li>
      </ul>
    </details>
  );
}
