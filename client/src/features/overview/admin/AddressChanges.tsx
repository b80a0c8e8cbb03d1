import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatDateTime, formatRelative } from '#client/lib/format/format.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import type { OverviewStats } from './overview.admin.queries.ts';

/** Shows for a day that a receiving address or account was changed, so that an unauthorized change is noticed. */
export function AddressChanges({ changes }: { changes: OverviewStats['needs']['addressChanges'] }) {
  const { t } = useTranslation('overview');
  const now = useNow(true, 30_000);
  return changes.map(({ kind, name, changedAt, liveAt }) => {
    const ago = formatRelative(changedAt, now);
    const isWallet = kind === 'wallet';
    return (
      <Note
        key={`${kind} ${name} ${changedAt}`}
        tone="warning"
        action={
          <Link
            className="inline-flex min-h-6 items-center text-link"
            to={isWallet ? '/admin/wallets' : '/admin/dashboard?tab=payment-methods'}
          >
            {t('changed.review')}
          </Link>
        }
      >
        <strong className="font-semibold wrap-anywhere">
          {isWallet ? t('changed.wallet', { name, ago }) : t('changed.account', { name, ago })}
        </strong>{' '}
        {isWallet && liveAt !== null && new Date(liveAt).getTime() > now
          ? t('changed.liveAt', { time: formatDateTime(liveAt) })
          : t('changed.live')}
      </Note>
    );
  });
}
