import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { adminOrderQuery, type AdminOrder, type QueuePage } from '../orders.admin.queries.ts';

/** The open order beside the list that the address names. */
export interface OpenRow {
  /** `undefined` until the list is loaded: rows of the previous list must not be opened or decided. */
  rows: AdminOrder[] | undefined;
  row: AdminOrder | undefined;
  /** The open order, if the list is loaded without it: it was opened by a link, or has left the list. */
  outside: AdminOrder | undefined;
}

/** Finds the open order in the list beside it. */
export function useOpenRow(list: UseQueryResult<QueuePage>, openId: string | undefined): OpenRow {
  const rows = list.isPlaceholderData ? undefined : list.data?.items;
  const row = rows?.find(({ id }) => id === openId);
  // Reads the cached answer of the pane, which refetches it.
  const { data } = useQuery({
    ...adminOrderQuery(openId ?? ''),
    enabled: openId !== undefined,
    refetchInterval: false,
  });
  return { rows, row, outside: rows && !row ? data : undefined };
}
