import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { kycStatusQuery, verifyPath } from '#client/features/kyc/kyc.queries.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import type { Api } from '#shared/api.ts';
import { amountOf } from '#shared/kernel/money.ts';

type Allowance = Api['GET /api/sell-allowance']['output'];

/** The part of a sale or an exchange that counts against the limit. */
type SaleValue = { valueUsd: number };

/** True if this sale is worth more than may be sold without an identity check. */
export function isOverAllowance(allowance: Allowance | undefined, estimate: SaleValue | undefined): boolean {
  if (!allowance || allowance.leftUsd === null || !estimate) return false;
  return amountOf('usd', String(estimate.valueUsd)).gt(amountOf('usd', String(allowance.leftUsd)));
}

/** The limit for selling without a document, shown before any proof; emphasised once this sale exceeds it. */
export function AllowanceNote(props: {
  allowance: Allowance | undefined;
  /** True if money is exchanged and no coins are sold. */
  exchange?: boolean;
  estimate: SaleValue | undefined;
}) {
  const { allowance, estimate, exchange = false } = props;
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
  return <OverAllowance values={values} exchange={exchange} />;
}

function OverAllowance({ values, exchange }: { values: Record<string, string | number>; exchange: boolean }) {
  const { t } = useTranslation('sell');
  const isChecking = useIsChecking();
  const reason = exchange
    ? t(isChecking ? 'allowance.exchangeChecking' : 'allowance.exchangeOver', values)
    : t(isChecking ? 'allowance.checking' : 'allowance.over', values);
  return (
    <div id="over-allowance">
      <Note tone="warning" announce>
        <strong className="block font-semibold">
          {t(exchange ? 'allowance.exchangeOverTitle' : 'allowance.overTitle')}
        </strong>
        {reason}
      </Note>
    </div>
  );
}

/** The next step of a customer above the limit: identity verification, which leads back to `returnTo`. */
export function VerifyIdentity({ returnTo, onLeave }: { returnTo: string; onLeave?: () => void }) {
  const { t } = useTranslation(['sell', 'kyc']);
  const isChecking = useIsChecking();
  return (
    <ButtonLink variant="filled" to={verifyPath(returnTo)} aria-describedby="over-allowance" onClick={onLeave}>
      {t(isChecking ? 'kyc:required.status' : 'sell:allowance.verify')}
    </ButtonLink>
  );
}

/** True if documents were submitted and await their review. */
function useIsChecking(): boolean {
  return useQuery(kycStatusQuery).data?.status === 'pending';
}
