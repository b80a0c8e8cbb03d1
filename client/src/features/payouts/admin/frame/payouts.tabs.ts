import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#client/lib/session/permissions.ts';
import type { BatchState } from '#shared/payouts/payouts.lifecycle.ts';
import { batchesQuery, figuresQuery } from '../../payouts.queries.ts';
import { linesQuery } from '../statements/payouts.statements.queries.ts';

const tabs = ['due', 'release', 'sent', 'returned', 'statements', 'accounts'] as const;
/** The states of batches that wait for their release, or for the handover. */
export const toReleaseStates: BatchState[] = ['prepared', 'released'];
export type PayoutTab = (typeof tabs)[number];

/** The tabs of outgoing money that the member may read. */
export function usePayoutTabs(): readonly PayoutTab[] {
  const may = useMay();
  const isShown = { statements: may('books.read'), accounts: may('settings.write') };
  // TypeScript does not narrow the name of a property by `in`.
  return tabs.filter((id) => !(id in isShown) || isShown[id as keyof typeof isShown]);
}

/** The tabs from approved orders to the bank's answers, each with the number of its rows that wait, if any do. */
export function usePayoutTabLinks(): { id: PayoutTab; text: string; count: number | undefined }[] {
  const { t } = useTranslation('payouts.admin');
  const { data: figures } = useQuery(figuresQuery);
  const { data: toRelease } = useQuery(batchesQuery(toReleaseStates, 1));
  const { data: lines } = useQuery({
    ...linesQuery({ state: ['proposed', 'unmatched'], pageSize: 1 }),
    enabled: useMay()('payouts.release'),
  });
  const countOf = (...states: readonly ('due' | 'held' | 'returned')[]) =>
    figures?.currencies.reduce((sum, row) => sum + states.reduce((all, state) => all + row[state].payouts, 0), 0);
  const counts: Partial<Record<PayoutTab, number | undefined>> = {
    due: countOf('due'),
    release: toRelease?.total,
    returned: countOf('returned', 'held'),
    statements: lines?.total,
  };
  return usePayoutTabs().map((id) => ({ id, text: t(`tab.${id}`), count: counts[id] || undefined }));
}
