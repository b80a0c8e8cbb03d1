import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Fold, Folds } from '#client/features/orders/line/Folds.tsx';
import { formatMoneyText, formatNumber, formatPercent, maskedAccount } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { isMobileRail, railKindOf } from '#shared/reference/rails.ts';
import { SaleRows } from '../components/SellOrderSlip.tsx';
import type { SellQuote } from '../sell.queries.ts';

interface SaleSideProps {
  quote: SellQuote;
  /** The payee of the sale: from its quote, else as typed here. */
  payee: NonNullable<SellQuote['paymentDetails']>;
  /** The address, while coins may still be sent to it, unless it is shown above. */
  children?: ReactNode;
}

/** The address for the coins of a sale, and folded: its rate and fee, its rules and its account. */
export function SaleSide({ quote, payee, children }: SaleSideProps) {
  const { t } = useTranslation(['sell', 'orders.line']);
  const { deposit, rules, cryptoSymbol: symbol, amount } = quote;
  const { accountNumber } = payee;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {children}
      <Folds>
        <Fold title={t('orders.line:fold.rate')} aside={t('slip.fee', { percent: formatPercent(quote.feePercent) })}>
          <SaleRows estimate={quote} amount={amount} symbol={symbol} network={deposit.networkHint} />
        </Fold>
        {rules && (
          <Fold title={t('rules.title')}>
            <Rules rules={rules} />
          </Fold>
        )}
        <Fold
          title={t('payment.where')}
          isOpen={accountNumber === ''}
          aside={accountNumber && <bdi>{maskedAccount(accountNumber)}</bdi>}
        >
          <Payee payee={payee} />
        </Fold>
      </Folds>
    </div>
  );
}

function Payee({ payee: { accountNumber, accountName, bankName, method } }: Pick<SaleSideProps, 'payee'>) {
  const { t } = useTranslation('sell');
  return (
    <>
      {accountNumber ? (
        <DottedRows>
          <DottedRow label={t('payment.accountName')} prose>
            {accountName}
          </DottedRow>
          <DottedRow label={t(railKindOf(method) === 'bank' ? 'payment.bankName' : 'payment.method')} prose>
            {bankName}
          </DottedRow>
          <DottedRow label={t(isMobileRail(method) ? 'payment.mobileNumber' : 'payment.accountNumber')}>
            {maskedAccount(accountNumber)}
          </DottedRow>
        </DottedRows>
      ) : (
        <p className="text-sm text-muted">{t('confirm.noAccount')}</p>
      )}
      <Link to="/sell?step=3" className="inline-flex min-h-11 min-w-11 items-center text-link font-medium">
        {t('confirm.edit')}
      </Link>
    </>
  );
}

interface RulesProps {
  rules: NonNullable<SellQuote['rules']>;
}

/** Explains how less, more or late coins are paid. */
function Rules({ rules }: RulesProps) {
  const { t } = useTranslation('sell');
  const max = formatMoneyText(rules.toleranceMaxUsd, 'USD');
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5 text-sm text-muted">
      <li>{t('rules.less', { percent: formatPercent(rules.tolerancePercent), max })}</li>
      <li>{t('rules.short')}</li>
      <li>{t('rules.more', { percent: formatPercent(rules.overPercent) })}</li>
      <li>{t('rules.late', { minutes: formatNumber(rules.graceMinutes) })}</li>
      {rules.minedMinutes && <li>{t('rules.mined', { minutes: formatNumber(rules.minedMinutes) })}</li>}
      <li>{t('rules.other')}</li>
    </ul>
  );
}
