import { useTranslation } from 'react-i18next';
import { brandOf, rails } from '#shared/reference/rails.ts';
import { InlineSelect } from './InlineSelect.tsx';

/** How the team reads a rail: two of one name are known apart by their id. */
function useRailTitle(): (id: string) => string {
  const { t } = useTranslation('sell');
  return (id) => {
    const title = brandOf(id) ?? t('payment.bank');
    const isShared = rails.some((rail) => rail.id !== id && (brandOf(rail.id) ?? t('payment.bank')) === title);
    return isShared && id !== 'bank' ? `${title} (${id.slice(0, 2).toUpperCase()})` : title;
  };
}

/** Filters the list by a rail; empty for all. */
export function RailFilter({ method, onMethod }: { method: string; onMethod: (method: string) => void }) {
  const { t } = useTranslation('payouts.admin');
  const titleOf = useRailTitle();
  return (
    <InlineSelect
      label={t('rail')}
      value={method}
      onValue={onMethod}
      options={[['', t('everyRail')], ...rails.map(({ id }) => [id, titleOf(id)] as const)]}
    />
  );
}
