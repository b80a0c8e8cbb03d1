import { useTranslation } from 'react-i18next';
import { formatList } from '#client/lib/format/list.ts';
import { brandOf, rails } from '#shared/reference/rails.ts';
import type { Profile } from '../payouts.queries.ts';
import { InlineSelect } from './InlineSelect.tsx';

/** The name of a rail for the team: two rails with the same name also show their id. */
function useRailTitle(): (id: string) => string {
  const { t } = useTranslation('sell');
  return (id) => {
    const title = brandOf(id) ?? t('payment.bank');
    const isShared = rails.some((rail) => rail.id !== id && (brandOf(rail.id) ?? t('payment.bank')) === title);
    return isShared && id !== 'bank' ? `${title} (${id.slice(0, 2).toUpperCase()})` : title;
  };
}

/** The name of a profile for the team: a built-in one shows the rails that it is for. */
export function useProfileTitle(): (profile: Pick<Profile, 'name' | 'isReady'>) => string {
  const titleOf = useRailTitle();
  return ({ name, isReady }) => {
    const titles = isReady ? rails.filter(({ csvProfile }) => csvProfile === name).map(({ id }) => titleOf(id)) : [];
    return titles.length === 0 ? name : formatList([...new Set(titles)]);
  };
}

/** Filters the list by a rail; empty for all. */
export function RailFilter({ method, onMethod }: { method: string; onMethod: (method: string) => void }) {
  const { t } = useTranslation('payouts.admin');
  const titleOf = useRailTitle();
  return (
    <InlineSelect
      short
      label={t('rail')}
      value={method}
      onValue={onMethod}
      options={[['', t('everyRail')], ...rails.map(({ id }) => [id, titleOf(id)] as const)]}
    />
  );
}
