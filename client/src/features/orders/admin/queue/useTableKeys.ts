import { pressButton } from '#client/lib/keyboard/press-button.ts';
import { useRowKeys } from '#client/lib/keyboard/useRowKeys.ts';
import { takeNewestBack } from '../decide/TakeBackButton.tsx';
import { approveAllId } from '../matching/ApproveAll.tsx';
import type { AdminOrder } from '../orders.admin.queries.ts';
import { queueSearchId } from './QueueSearch.tsx';

/** The link of a row, which carries the focus while keys move along the table. */
export const tableRowId = (id: string): string => `table-order-${id}`;

interface TableKeys {
  /** The rows that can be chosen, in their order. */
  rows: readonly AdminOrder[];
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
  isOn: boolean;
}

/** The keys of the table: they move and choose; Shift B approves what matches, Z takes it back. */
export function useTableKeys({ rows, ...choice }: TableKeys) {
  const keys = {
    'shift b': () => pressButton(approveAllId),
    z: takeNewestBack,
    '/': () => document.getElementById(queueSearchId)?.focus(),
  };
  return useRowKeys({ ids: rows.map(({ id }) => id), elementIdOf: tableRowId, keys, ...choice });
}
