import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { formatCrypto, formatDate } from '#client/lib/format/format.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { decimal, toWire } from '#shared/kernel/money.ts';
import { shortened } from '#shared/orders/orders.refund.ts';
import { maxRefundFeePercent } from '#shared/orders/orders.stages.ts';
import { coinById } from '#shared/reference/coins.ts';
import type { Refund } from '../refunds.queries.ts';
import { RefundAddressForm } from './RefundAddressForm.tsx';

interface RefundAddressProps {
  refund: Refund;
  heading?: 'h2' | 'h3';
}

/**
 * The state of a refund: the form for its address while none is confirmed, or for a change until it is approved; then
 * its confirmations.
 */
export function RefundAddress({ refund, heading = 'h3' }: RefundAddressProps) {
  const { t } = useTranslation('refunds');
  const [isChanging, setChanging] = useState(false);
  const { state, address } = refund;
  if (state === 'cancelled') return null;
  if (state === 'due' && (address === null || isChanging)) {
    const amount = coinsOf(refund, refund.amount);
    return <RefundAddressForm refund={refund} amount={amount} heading={heading} onStored={() => setChanging(false)} />;
  }
  return (
    <RefundCard refund={refund} heading={heading}>
      {state === 'due' && (
        <Button text={t('change')} size="small" className="self-start" onClick={() => setChanging(true)} />
      )}
    </RefundCard>
  );
}

const coinsOf = ({ cryptoId }: Refund, amount: number) => formatCrypto(amount, coinById(cryptoId)?.symbol ?? '');

/** The amount that goes back: less the network fee, if the customer bears it and it is known. */
function sentAmount({ amount, networkFee, feeBy }: Refund): number {
  if (feeBy === 'desk' || networkFee === null) return amount;
  return toWire(decimal(String(amount)).minus(decimal(String(networkFee))));
}

function RefundCard({ refund, heading: Heading = 'h3', children }: RefundAddressProps & { children: ReactNode }) {
  const { t } = useTranslation('refunds');
  const { state, address, tag, transactionHash, sentAt, feeBy } = refund;
  const isSent = sentAt !== null && transactionHash !== null;
  const title = state === 'confirmed' ? 'back' : isSent ? 'refunded' : 'refunding';
  return (
    <section className="flex flex-col gap-1 card p-4">
      <Heading className="text-base">{t(title, { amount: coinsOf(refund, sentAmount(refund)) })}</Heading>
      <p className="text-muted wrap-anywhere">
        {t('to')} <Ltr className="font-mono">{[address, tag].filter(Boolean).join(' · ')}</Ltr>
      </p>
      {!isSent && (
        <p className="text-muted">
          {t(feeBy === 'customer' ? 'youBearFee' : 'weBearFee', { percent: maxRefundFeePercent })}
        </p>
      )}
      {isSent && (
        <p className="wrap-anywhere">{t('sent', { date: formatDate(sentAt), hash: shortened(transactionHash) })}</p>
      )}
      {state === 'confirmed' && <p>{t('arrived')}</p>}
      {(state === 'approved' || state === 'sent') && (
        <p className="flex flex-wrap items-center gap-x-3 text-muted">
          {t('wrong')}
          <Button text={t('write')} variant="ghost" size="small" onClick={() => requestHelp('openSupportChat')} />
        </p>
      )}
      {children}
    </section>
  );
}
