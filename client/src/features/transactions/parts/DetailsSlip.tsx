import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explorerUrl } from '#shared/reference/coins.ts';
import { formatMoney, formatMoneyText, formatPercent, formatRate, maskedAccount } from '#client/lib/format.ts';
import { GroupedAddress, shortAddress } from '#client/ui/AddressBlock.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { Leader, Leaders, Slip, Tear } from '#client/ui/Slip.tsx';
import type { TransactionDetails } from '../transactions.api.ts';
import { givenOf } from './words.ts';

/** The terms of an order as they were agreed, the account it is paid to, and where the coins went. */
export function DetailsSlip({ details }: { details: TransactionDetails }) {
  const { t } = useTranslation('transactions');
  const { reference, payoutCurrency: currency, feeAmount, feePercent, grossAmount, payoutAmount, rate } = details;
  const unit = details.cryptoSymbol ?? details.fromCurrency ?? '';
  return (
    <Slip seed={reference} title={t('slip.title')} aside={<span className="font-mono">{reference}</span>}>
      <Leaders>
        <Leader label={t('slip.sent')}>{givenOf(details)}</Leader>
        <Leader label={t('slip.rate')}>{formatRate(unit, currency, rate)}</Leader>
        {details.type === 'fiat' ? (
          <Leader label={t('slip.feeOfExchange')} words>
            {t('slip.noFee')}
          </Leader>
        ) : (
          <>
            <Leader label={t('slip.subtotal')}>{formatMoney(grossAmount, currency)}</Leader>
            <Leader label={t('slip.fee', { percent: formatPercent(feePercent) })}>
              {formatMoney(`-${feeAmount}`, currency)}
            </Leader>
          </>
        )}
        <Leader label={t('slip.get')} strong>
          {formatMoneyText(payoutAmount, currency)}
        </Leader>
        <Leader label={t('slip.value')}>{formatMoneyText(details.valueUsd, 'USD')}</Leader>
      </Leaders>
      <Tear />
      <Account details={details} />
      <Chain details={details} />
    </Slip>
  );
}

function Account({ details: { paymentDetails } }: { details: TransactionDetails }) {
  const { t } = useTranslation('transactions');
  const [shown, setShown] = useState(false);
  if (!paymentDetails) return null;
  const { accountName, accountNumber, bankName, routingNumber } = paymentDetails;
  const masked = maskedAccount(accountNumber);
  return (
    <Leaders>
      <Leader label={t('slip.accountName')} words>
        {accountName}
      </Leader>
      <Leader label={t('slip.bank')} words>
        {bankName}
      </Leader>
      <Leader label={t('slip.account')}>
        {shown ? accountNumber : masked} {/* A copy read without a network has no more than this. */}
        {masked !== accountNumber && (
          <button
            type="button"
            className="-my-3 min-h-11 min-w-11 font-medium text-tide hover:underline"
            onClick={() => setShown(!shown)}
          >
            {shown ? t('hide') : t('show')}
          </button>
        )}
      </Leader>
      {routingNumber && <Leader label={t('slip.routing')}>{routingNumber}</Leader>}
    </Leaders>
  );
}

function Chain({
  details: { cryptoId, transactionHash, deposit, adminTransactionId },
}: {
  details: TransactionDetails;
}) {
  const { t } = useTranslation('transactions');
  const explorer = cryptoId && transactionHash ? explorerUrl(cryptoId, transactionHash) : undefined;
  return (
    <Leaders>
      {deposit && (
        <Leader label={t('slip.address')}>
          <span className="font-mono">
            <GroupedAddress address={deposit.address} />
          </span>
        </Leader>
      )}
      {deposit?.memo && <Leader label={t('slip.tag')}>{deposit.memo}</Leader>}
      {transactionHash && (
        <Leader label={t('slip.hash')}>
          <span className="font-mono">{shortAddress(transactionHash)}</span>{' '}
          <CopyButton text={transactionHash} label={t('copyHash')} look="ghost" iconOnly />
          {explorer && (
            <a href={explorer} target="_blank" rel="noreferrer" className="text-link">
              {t('explorer')}
            </a>
          )}
        </Leader>
      )}
      {adminTransactionId && (
        <Leader label={t('slip.payoutId')}>
          <span className="font-mono">{adminTransactionId}</span>
        </Leader>
      )}
    </Leaders>
  );
}
