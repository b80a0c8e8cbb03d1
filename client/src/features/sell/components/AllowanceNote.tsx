import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import type { Api } from '#shared/api.ts';
import { amountOf } from '#shared/kernel/money.ts';

type Allowance = Api['GET /api/sell-allowance']['output'];

/** Of a sale or an exchange, what counts against the limit. */
type Worth = { valueUsd: number };

/** Whether this sale is worth more than may be sold without an identity check. */
export function isOverAllowance(allowance: Allowance | undefined, estimate: Worth | undefined): boolean {
  if (!allowance || allowance.leftUsd === null || !estimate) return false;
  return amountOf('usd', String(estimate.valueUsd)).gt(amountOf('usd', String(allowance.leftUsd)));
}

/** The limit for selling without a document, shown before any proof; stronger once this sale exceeds it. */
export function AllowanceNote({
  allowance,
  estimate,
  exchange = false,
}: {
  allowance: Allowance | undefined;
  /** Money is exchanged instead of coins being sold. */
  exchange?: boolean;
  estimate: Worth | undefined;
}) {
  const { t } = useTranslation('sell');
  if (!allowance || allowance.leftUsd === null) return null;
  const values = {
    left: formatMoneyText(allowance.leftUsd, 'USD'),
    limit: formatMoneyText(allowance.limitUsd, 'USD'),
    days: allowance.days,
  };
  if (!isOverAllowance(allowance, estimate)) {
    return <p className="text-sm text-muted">{t(exchange ? 'allowance.exchangeLeft' : 'allowance.left', values)}</p>;
  }
  return (
    <div id="over-allowance">
      <Note
        tone="warning"
        announce
        action={
          <Link to="/kyc" className="inline-flex min-h-11 items-center text-link font-medium">
            {t('allowance.verify')}
          </Link>
        }
      >
        <strong className="block font-semibold">
          {t(exchange ? 'allowance.exchangeOverTitle' : 'allowance.overTitle')}
        </strong>
        {t(exchange ? 'allowance.exchangeOver' : 'allowance.over', values)}
      </Note>
    </div>
  );
}
