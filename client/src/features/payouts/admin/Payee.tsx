import { useTranslation } from 'react-i18next';
import { Note } from '#client/ui/feedback/Banner.tsx';
import type { Payout } from '../payouts.queries.ts';

/** Whom a payout is paid to. */
export function Payee({ payout: { payee } }: { payout: Pick<Payout, 'payee'> }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate font-medium">{payee.accountName}</span>
      <bdi dir="ltr" className="text-muted figures wrap-anywhere">
        {payee.iban ?? payee.accountNumber}
      </bdi>
      <span className="truncate text-xs text-muted">
        {[payee.bankName, payee.bic, payee.bankCode].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

/** What is to be looked at before this payout is made: what differs from the last one, and what the checks say. */
export function PayeeFindings({
  payout,
}: {
  payout: Pick<Payout, 'differs' | 'checks' | 'detailsChanged' | 'reason'>;
}) {
  const { t } = useTranslation('payouts.admin');
  const { differs, checks, detailsChanged, reason } = payout;
  const blocks = checks.filter(({ level }) => level === 'block');
  const findings = [
    ...(detailsChanged ? [t('detailsChanged')] : []),
    ...differs.map((what) => t(`differs.${what}`)),
    ...checks.map(({ code }) => (code === 'name_other' ? t('check.otherName') : t(`check.${code}`))),
  ];
  return (
    <div className="flex flex-col gap-1 text-xs">
      {reason && <Note tone="warning">{reason}</Note>}
      {findings.length > 0 && (
        <ul className={blocks.length > 0 ? 'text-rejected' : 'text-pending'}>
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
