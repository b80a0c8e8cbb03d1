import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { proofDeadlineOf } from '#client/features/orders/components/orders.text.ts';
import { ProofUploadFields } from '#client/features/orders/components/ProofUploadFields.tsx';
import { useProofUpload } from '#client/features/orders/components/useProofUpload.ts';
import { wholeOf } from '#client/features/orders/line/MoneyLine.tsx';
import { orderQuery, type OrderDetails } from '#client/features/orders/orders.queries.ts';
import { hasCode } from '#client/lib/api/call.ts';
import { formatClock } from '#client/lib/format/clock.ts';
import { EmptyState, LoadedQuery } from '#client/ui/feedback/States.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import type { ExchangeEstimate } from '../fiat-exchange.queries.ts';
import { ExchangeFrame, ExchangeSlip, SummaryLine } from './ExchangeSlip.tsx';

/** Step 4: the proof of the payment. The exchange is open; leaving here loses nothing. */
export function ProofStep({ orderId }: { orderId: string }) {
  const { t } = useTranslation('fiat-exchange');
  const orderResult = useQuery(orderQuery(orderId));
  const { data: order, error } = orderResult;
  const [isDone, setDone] = useState(false);
  if (order && (isDone || !order.awaitingProof)) return <AfterProof order={order} isDone={isDone} />;
  if (order) return <Upload order={order} onDone={() => setDone(true)} />;
  const isMissing = hasCode(error, 'not_found') || hasCode(error, 'invalid_input');
  return (
    <ExchangeFrame step={4} heading={t('proof.heading')} bar={<ToHistory />}>
      {isMissing ? (
        <EmptyState title={t('done.noId')} text={t('done.noIdText')} />
      ) : (
        <LoadedQuery query={orderResult} skeleton={['h-48 rounded-card']} />
      )}
    </ExchangeFrame>
  );
}

function Upload({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const { t } = useTranslation('fiat-exchange');
  const upload = useProofUpload(order.id, onDone);
  return (
    <ExchangeFrame
      step={4}
      heading={t('proof.heading')}
      lede={wholeOf(t('proof.lede', { reference: order.reference }), order.reference)}
      summary={<ExchangeSlip estimate={estimateOf(order)} reference={order.reference} />}
      summaryLine={<SummaryLine estimate={estimateOf(order)} />}
      bar={
        <>
          {/* Replaces the Back button of the other steps, so that the remaining button stays at the end. */}
          <span className="max-sm:hidden" />
          <SendButton atEnd type="submit" form={upload.formId} variant="filled" busy={upload.isPending}>
            {t('proof.submit')}
          </SendButton>
        </>
      }
    >
      <ProofUploadFields upload={upload} />
      <p className="text-sm text-muted">{t('proof.later', { time: formatClock(proofDeadlineOf(order)) })}</p>
    </ExchangeFrame>
  );
}

const redirectMs = 2_000;

/**
 * The proof has arrived: shows and announces it, then its moment of success follows after two seconds or by the link.
 */
function AfterProof({ order, isDone }: { order: OrderDetails; isDone: boolean }) {
  const { t } = useTranslation('fiat-exchange');
  const navigate = useNavigate();
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => void navigate(`/transactions?tx=${order.id}&new`, { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [isDone, order.id, navigate]);
  const text = isDone ? t('done.text') : order.paymentProofFiles.length > 0 ? t('done.already') : t('done.over');
  return (
    <ExchangeFrame
      step={4}
      heading={isDone ? t('done.title') : t('proof.heading')}
      summary={<ExchangeSlip estimate={estimateOf(order)} reference={order.reference} />}
      summaryLine={<SummaryLine estimate={estimateOf(order)} />}
      bar={<ToHistory />}
    >
      <output className="card flex items-start gap-3 p-4 md:p-6">
        <CircleCheck className="size-6 shrink-0 text-completed" />
        <span className="flex flex-col gap-1">
          <span>{text}</span>
          <Link to={`/transactions?tx=${order.id}`} className="inline-flex min-h-11 items-center text-link font-medium">
            {t('done.link')}
          </Link>
        </span>
      </output>
    </ExchangeFrame>
  );
}

function ToHistory() {
  const { t } = useTranslation('fiat-exchange');
  return (
    <>
      <span />
      <ButtonLink to="/transactions">{t('done.link')}</ButtonLink>
    </>
  );
}

/** The amounts as stored in the order. */
function estimateOf(order: OrderDetails): ExchangeEstimate {
  return {
    fromCurrency: order.fromCurrency ?? '',
    toCurrency: order.payoutCurrency,
    inputAmount: order.inputAmount ?? order.amount,
    exchangeRate: order.rate,
    outputAmount: order.payoutAmount,
    valueUsd: order.valueUsd,
    rateUpdatedAt: order.createdAt,
    source: 'manual',
  };
}
