import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#client/lib/api/query.ts';
import { useNow } from '#client/lib/browser/useNow.ts';
import { formatNumber, formatRelative } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import type { Api } from '#shared/api.ts';
import { chainDetails } from '#shared/reference/chains.ts';

/** The chains with a reader, for members who may see them. */
export function useChains() {
  const may = useMay();
  return useQuery({ ...chainsQuery, enabled: may('orders.read') });
}

/** The chains in which deposits are searched; nothing if all are off. */
export function Chains({ chains }: { chains: readonly AdminChain[] }) {
  const { t } = useTranslation('wallets.admin');
  if (chains.length === 0) return null;
  return (
    <section aria-labelledby="chains-title" className="card p-4">
      <h3 id="chains-title" className="text-base">
        {t('chains.title')}
      </h3>
      <p className="max-w-[80ch] text-sm text-muted">{t('chains.lede')}</p>
      <ul className="flex flex-col pt-2">
        {chains.map((chain) => (
          <ChainRow key={chain.chain} chain={chain} />
        ))}
      </ul>
    </section>
  );
}

function ChainRow({ chain: { chain, source, height, tipAgeSeconds, behind, lastError, ok } }: { chain: AdminChain }) {
  const { t } = useTranslation('wallets.admin');
  const now = useNow(true, 30_000);
  return (
    <li className="flex flex-col gap-1 border-t border-line py-2.5 text-sm">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-36 font-medium">{chainDetails[chain].name}</span>
        <Ltr className="text-muted wrap-anywhere">{source}</Ltr>
        {height !== null && <span className="figures">{t('chains.height', { height: formatNumber(height) })}</span>}
        {tipAgeSeconds !== null && (
          <span className="text-muted">
            {t('chains.tip', { ago: formatRelative(new Date(now - tipAgeSeconds * 1000), now) })}
          </span>
        )}
        <span className="ms-auto">
          <Status
            size="small"
            status={ok ? 'completed' : behind > 0 ? 'pending' : 'rejected'}
            label={behind > 0 ? t('chains.behind', { count: behind }) : ok ? t('chains.ok') : t('chains.away')}
          />
        </span>
      </span>
      {lastError !== null && (
        <span className="text-xs wrap-anywhere text-rejected">{t('chains.error', { error: lastError })}</span>
      )}
    </li>
  );
}

type AdminChain = Api['GET /api/admin/chains']['output'][number];

/** The health of the chain readers. */
const chainsQuery = apiQuery('GET /api/admin/chains', {}, { refetchInterval: 10_000 });
