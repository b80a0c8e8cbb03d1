import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAllowance } from '#client/features/kyc/kyc.queries.ts';
import { valuesOf, type LineQuote, type LineSource } from '#client/features/orders/line/line.values.ts';
import { LineClock, MoneyLine } from '#client/features/orders/line/MoneyLine.tsx';
import { useLineTexts } from '#client/features/orders/line/useLineTexts.ts';
import { hasCode } from '#client/lib/api/call.ts';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { formatCrypto, formatNumber } from '#client/lib/format/format.ts';
import { useRefreshOn } from '#client/lib/realtime/useRefreshOn.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { Line } from '#shared/orders/line/line.ts';
import { coinById } from '#shared/reference/coins.ts';
import { Detours, isBeforeSeen, SaleBar, startAgain, StoppedAddress, ToDashboard } from '../own/SaleActions.tsx';
import { SaleSide } from '../own/SaleSide.tsx';
import { lockOf, useBecomesOrder, useFollowedSale, useSaleLine } from '../own/useSaleLine.ts';
import { quoteDepositQuery, quoteQuery, type FollowedDeposit, type SellQuote } from '../sell.queries.ts';
import { AllowanceNote, isOverAllowance, VerifyIdentity } from './AllowanceNote.tsx';
import { DepositBlock, LockAnnouncement, useTodaysSum } from './DepositBlock.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { paymentDetailsOf, termsOf } from './sell.draft.ts';
import { SellFrame } from './SellFrame.tsx';
import type { SellWizard } from './useSellWizard.ts';

/** Step 4: the deposit address of this sale, then the proof. */
export function ConfirmStep({ wizard, userId }: { wizard: SellWizard; userId: string }) {
  const { t } = useTranslation('sell');
  const { draft, go } = wizard;
  const quoteResult = useQuery(quoteQuery(draft.quoteId ?? ''));
  const { data: quote, error } = quoteResult;
  useTermsOf(quote, wizard);
  // A stopped address that is on screen must go at once.
  useRefreshOn('deposit_address_stopped', 'GET /api/sell-quotes', 'GET /api/sell-quotes/:id');
  if (quote) return <ConfirmQuote quote={quote} wizard={wizard} userId={userId} />;

  const isGone = hasCode(error, 'not_found');
  if (isGone && draft.quoteId) return <GoneQuote quoteId={draft.quoteId} wizard={wizard} userId={userId} />;
  return (
    <Waiting onBack={() => go(3)}>
      <LoadedQuery
        query={quoteResult}
        title={hasCode(error, 'address_unavailable') ? t('deposit.unavailable') : undefined}
        skeleton={placeholder}
      />
    </Waiting>
  );
}

const placeholder = ['h-96 rounded-card', 'h-24 rounded-card'];

/** Shown until the state of the sale is known. */
function Waiting({ onBack, children }: { onBack: () => void; children?: ReactNode }) {
  const { t } = useTranslation('sell');
  return (
    <SellFrame step={4} heading={t('confirm.loading')} bar={<Button onClick={onBack}>{t('back')}</Button>}>
      {children ?? <Skeleton className="flex flex-col gap-4" line={placeholder} />}
    </SellFrame>
  );
}

/** Shows a quote that is no longer open: its order, the progress of its coins, or a note that it has ended. */
function GoneQuote({ quoteId, wizard, userId }: { quoteId: string; wizard: SellWizard; userId: string }) {
  const { t } = useTranslation('sell');
  const { draft, go } = wizard;
  const depositResult = useQuery(quoteDepositQuery(quoteId));
  const { data: deposit, error } = depositResult;
  useBecomesOrder(deposit?.orderId ?? null, userId);
  if (deposit && (deposit.orderId !== null || deposit.transfers.length > 0))
    return <ArrivingDeposit deposit={deposit} cryptoId={draft.cryptoId} />;
  return (
    <SellFrame step={4} heading={t('confirm.loading')} bar={<Button onClick={() => go(3)}>{t('back')}</Button>}>
      {deposit || hasCode(error, 'not_found') ? (
        <EmptyState
          title={t('confirm.gone')}
          text={t('confirm.goneText')}
          action={<Button onClick={() => startAgain(wizard)}>{t('confirm.again')}</Button>}
        />
      ) : (
        <LoadedQuery query={depositResult} skeleton={['h-24 rounded-card']} />
      )}
    </SellFrame>
  );
}

/** Coins that arrived for a sale whose terms this device no longer has. */
function ArrivingDeposit({ deposit, cryptoId }: { deposit: FollowedDeposit; cryptoId: string }) {
  const { t } = useTranslation('orders.line');
  const { line, source } = useSaleLine(deposit, unknownQuote(deposit, cryptoId), null);
  const { sentence } = useLineTexts(line, source);
  return (
    <SellFrame step={4} heading={sentence} bar={<ToDashboard text={t('action.dashboard')} />}>
      <MoneyLine line={line} source={source} />
    </SellFrame>
  );
}

/** Terms without a sum: none is known, and none is promised. */
function unknownQuote({ agreed, reference }: FollowedDeposit, cryptoId: string): LineQuote {
  const cryptoSymbol = coinById(cryptoId)?.symbol ?? '';
  return { cryptoId, cryptoSymbol, amount: agreed, netAmount: null, currency: '', reference, paymentDetails: null };
}

/** Copies the terms of a resumed sale into the draft: the earlier steps must show its coin and amount. */
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

function ConfirmQuote({ quote, wizard, userId }: { quote: SellQuote; wizard: SellWizard; userId: string }) {
  const { t } = useTranslation(['sell', 'orders.line', 'deposits']);
  const { draft } = wizard;
  const allowance = useAllowance();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [isProving, setProving] = useState(false);
  const { deposit, isUnknown } = useFollowedSale(quote);
  const payee = quote.paymentDetails ?? paymentDetailsOf(draft.account, quote.currency);
  const isStopped = quote.deposit.stoppedAt !== null;
  const { line, source } = useSaleLine(deposit, lineQuoteOf(quote, payee), lockOf(quote));
  const { sentence } = useLineTexts(line, source);
  const orderId = deposit?.orderId ?? null;
  useBecomesOrder(orderId, userId, { stays: isProving, isLive: true });
  const amount = formatCrypto(quote.amount, quote.cryptoSymbol);
  const exceedsAllowance = isOverAllowance(allowance, quote);
  // Coins sent here could not become an order: there is no address before the check, unless it was used already.
  const mustWait = exceedsAllowance && !draft.sent;
  const isUnseen = isBeforeSeen(line.state);
  const isLocked = line.state === 'waiting' || line.state === 'waiting_photo';
  const isAddressFirst = isLocked && !isWide;
  const address = isUnseen && <DepositBlock quote={quote} isCopiedBelow={quote.isOwn && isLocked} />;
  const side = (
    <SaleSide quote={quote} payee={payee}>
      {!isAddressFirst && address}
    </SaleSide>
  );
  if (mustWait) return <IdentityWait quote={quote} wizard={wizard} amount={amount} />;
  if (isUnknown) return <Waiting onBack={() => wizard.go(3)} />;
  return (
    <SellFrame
      step={4}
      heading={isUnseen ? t('confirm.heading', { amount }) : sentence}
      summary={isWide ? side : undefined}
      bar={
        <SaleBar quote={quote} wizard={wizard} state={line.state} amount={amount} onProve={() => setProving(true)} />
      }
    >
      {exceedsAllowance && <AllowanceNote allowance={allowance} estimate={quote} />}
      {deposit?.isSimulated && <Note tone="warning">{t('deposits:simulated')}</Note>}
      <SaleMoney quote={quote} line={line} source={source} isWide={isWide} first={isAddressFirst && address} />
      {isStopped && <StoppedAddress isOwn={quote.isOwn} />}
      {!isWide && side}
      {(isUnseen || (isStopped && !quote.isOwn)) && (
        <Detours quote={quote} wizard={wizard} userId={userId} onProve={() => setProving(true)} />
      )}
      {orderId !== null && <ToOrder id={orderId} />}
      {/* The dialog is still loading code, which must not hide the page: the focus could not return. */}
      <Suspense>
        {isProving && (
          <ProofDialog
            quote={quote}
            draft={draft}
            userId={userId}
            update={wizard.update}
            onClose={() => setProving(false)}
          />
        )}
      </Suspense>
    </SellFrame>
  );
}

interface SaleMoneyProps {
  quote: SellQuote;
  line: Line;
  source: LineSource;
  isWide: boolean;
  /** On a phone amount, address and remaining time come first. */
  first: ReactNode;
}

/** The money line of a sale, and until when its rate is locked. */
function SaleMoney({ quote, line, source, isWide, first }: SaleMoneyProps) {
  const { t } = useTranslation('sell');
  const isUnseen = isBeforeSeen(line.state);
  const isEnded = line.state === 'lock_ended' || line.state === 'lock_ended_photo' || line.state === 'expired';
  // Within its grace period the old rate holds for coins that are seen in time.
  const { graceUntil } = valuesOf(line, source);
  const todaysSum = useTodaysSum(quote, isEnded, line.state === 'lock_ended' ? graceUntil : '');
  return (
    <>
      {first && <LineClock line={line} source={source} />}
      {first}
      <section aria-label={t('follow.label')}>
        <MoneyLine
          line={line}
          source={source}
          heading={isUnseen ? 'h2' : undefined}
          clock={first ? null : undefined}
          sum={todaysSum}
          isBrief={isUnseen && !isWide}
        />
      </section>
      {isUnseen && <LockAnnouncement quote={quote} />}
    </>
  );
}

/** A link to an order that was opened while its quote was still open here. */
function ToOrder({ id }: { id: string }) {
  const { t } = useTranslation('sell');
  return (
    <Link to={`/transactions?tx=${id}`} className="inline-flex min-h-11 items-center self-start text-link font-medium">
      {t('follow.toOrder')}
    </Link>
  );
}

/** The amount is above the limit without an identity check: there is no address until then. */
function IdentityWait({ quote, wizard, amount }: { quote: SellQuote; wizard: SellWizard; amount: string }) {
  const { t } = useTranslation('sell');
  return (
    <SellFrame
      step={4}
      heading={t('confirm.waits', { amount })}
      bar={
        <>
          <Button onClick={() => wizard.go(3)}>{t('back')}</Button>
          <VerifyIdentity returnTo="/sell?step=4" onLeave={wizard.waitForId} />
        </>
      }
    >
      <AllowanceNote allowance={useAllowance()} estimate={quote} />
    </SellFrame>
  );
}

function lineQuoteOf(quote: SellQuote, paymentDetails: LineQuote['paymentDetails']): LineQuote {
  return { ...quote, paymentDetails, graceMinutes: quote.rules?.graceMinutes };
}
