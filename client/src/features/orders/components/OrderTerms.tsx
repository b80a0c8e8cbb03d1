import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExplorerLink, useExplorers } from '#client/features/settings/components/ExplorerLink.tsx';
import { formatMoneyText, formatPercent, formatRate, maskedAccount } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows, PerforatedEdge } from '#client/ui/brand/Slip.tsx';
import { GroupedAddress, shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { isRefused } from '#shared/orders/orders.lifecycle.ts';
import { isMobileRail, railKindOf } from '#shared/reference/rails.ts';
import { transactionUrl } from '#shared/settings/settings.explorers.ts';
import type { OrderDetails } from '../orders.queries.ts';
import { givenOf, termsOf } from './orders.text.ts';

/**
 * The terms of an order as agreed, or as settled for the arrived amount; with the payout account and the address of the
 * coins.
 */
export function OrderTerms({ details }: { details: OrderDetails }) {
  const { t } = useTranslation('orders');
  const { payoutCurrency: currency, settlement } = details;
  const { gross, fee, feePercent, rate, net } = termsOf(details);
  const isRefusedOrder = isRefused(details.status);
  // A settlement that pays nothing: the coins go back.
  const isRefund = isRefusedOrder && settlement !== null;
  // A sent payout has not arrived yet, and a returned one is not with the customer.
  const { payout } = details;
  const isPaid = details.status === 'completed' && (payout === null || payout.state === 'arrived');
  // If coins are missing or none arrived, the customer did not send the agreed amount.
  const isAgreed =
    details.stage === 'short' ||
    details.stage === 'question' ||
    (isRefusedOrder && details.type === 'sell' && settlement === null);
  const amount = formatMoneyText(isRefusedOrder ? details.payoutAmount : net, currency);
  const unit = details.cryptoSymbol ?? details.fromCurrency ?? '';
  return (
    <>
      <DottedRows>
        <DottedRow label={t(isAgreed ? 'slip.agreed' : 'slip.sent')}>{givenOf(details)}</DottedRow>
        <DottedRow label={t('slip.rate')}>{formatRate(unit, currency, rate)}</DottedRow>
        {details.type === 'fiat' ? (
          <DottedRow label={t('slip.feeOfExchange')} prose>
            {t('slip.noFee')}
          </DottedRow>
        ) : isRefund ? null : (
          <>
            <DottedRow label={t('slip.subtotal')}>{formatMoneyText(gross, currency)}</DottedRow>
            <DottedRow label={t('slip.fee', { percent: formatPercent(feePercent) })}>
              {formatMoneyText(`-${fee}`, currency)}
            </DottedRow>
          </>
        )}
        <DottedRow
          label={isRefusedOrder ? t('slip.notPaid') : t(isPaid ? 'slip.got' : 'slip.get')}
          strong={!isRefusedOrder}
        >
          {isRefusedOrder ? <s className="text-muted">{amount}</s> : amount}
        </DottedRow>
        {/* The agreed value. In a sale paid out in dollars the subtotal is the same amount. */}
        {gross === details.grossAmount && !(details.type === 'sell' && currency === 'USD') && (
          <DottedRow label={t('slip.value', { amount: givenOf(details) })}>
            {formatMoneyText(details.valueUsd, 'USD')}
          </DottedRow>
        )}
      </DottedRows>
      <PerforatedEdge />
      <Account details={details} />
      <Chain details={details} />
    </>
  );
}

function Account({ details: { paymentDetails } }: { details: OrderDetails }) {
  const { t } = useTranslation('orders');
  const [isShown, setShown] = useState(false);
  if (!paymentDetails) return null;
  const { accountName, accountNumber, bankName, routingNumber, method } = paymentDetails;
  const maskedNumber = maskedAccount(accountNumber);
  return (
    <DottedRows>
      <DottedRow label={t('slip.accountName')} prose>
        {accountName}
      </DottedRow>
      <DottedRow label={t(railKindOf(method) === 'bank' ? 'slip.bank' : 'slip.paidBy')} prose>
        {bankName}
      </DottedRow>
      <DottedRow label={t(isMobileRail(method) ? 'slip.mobile' : 'slip.account')}>
        {isShown ? accountNumber : maskedNumber} {/* A copy that is read without a network contains no more. */}
        {maskedNumber !== accountNumber && (
          <button
            type="button"
            className="-my-3 min-h-11 min-w-11 font-medium text-tide hover:underline"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t('hide') : t('show')}
          </button>
        )}
      </DottedRow>
      {routingNumber && <DottedRow label={t('slip.routing')}>{routingNumber}</DottedRow>}
    </DottedRows>
  );
}

function Chain({ details: { cryptoId, transactionHash, deposit, adminTransactionId } }: { details: OrderDetails }) {
  const { t } = useTranslation('orders');
  const explorers = useExplorers();
  const explorer = cryptoId && transactionHash ? transactionUrl(explorers, cryptoId, transactionHash) : undefined;
  return (
    <DottedRows>
      {deposit && (
        <DottedRow label={t('slip.address')} prose={deposit.stoppedAt !== null}>
          {deposit.stoppedAt === null ? (
            <span className="font-mono">
              <GroupedAddress address={deposit.address} />
            </span>
          ) : (
            <span className="text-rejected">{t('slip.stopped')}</span>
          )}
        </DottedRow>
      )}
      {deposit?.memo && <DottedRow label={t('slip.tag')}>{deposit.memo}</DottedRow>}
      {transactionHash && (
        <DottedRow label={t('slip.hash')}>
          <span className="font-mono">{shortAddress(transactionHash)}</span>{' '}
          <CopyButton text={transactionHash} label={t('copyHash')} variant="ghost" iconOnly />
          {explorer && <ExplorerLink href={explorer}>{t('explorer')}</ExplorerLink>}
        </DottedRow>
      )}
      {adminTransactionId && (
        <DottedRow label={t('slip.payoutId')}>
          <span className="font-mono">{adminTransactionId}</span>
        </DottedRow>
      )}
    </DottedRows>
  );
}
