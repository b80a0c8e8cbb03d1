import { isDeepStrictEqual } from 'node:util';
import { headOf, missingHeadings, parseCsvStatement } from './payouts.csv-statement.ts';
import { isReadable, type StatementProfile } from './payouts.statement.values.ts';

/** A layout that was saved for the files of a bank. */
export interface SavedLayout {
  id: string;
  shape: StatementProfile;
}

/** The saved layouts whose headings a table has, and that read its beginning in one of the currencies. */
function* fittingLayouts(bytes: Uint8Array, layouts: readonly SavedLayout[], currencies: readonly string[]) {
  const head = headOf(bytes);
  const isFitting = (shape: StatementProfile) =>
    isReadable(
      () => missingHeadings(head, shape),
      ({ length }) => length === 0,
    ) && currencies.some((currency) => isReadable(() => parseCsvStatement(head, shape, currency)));
  for (const layout of layouts) if (isFitting(layout.shape)) yield layout;
}

/** Returns the first saved layout that fits a table, for the preview. */
export function fittingLayout(...table: Parameters<typeof fittingLayouts>): SavedLayout | undefined {
  for (const layout of fittingLayouts(...table)) return layout;
  return undefined;
}

/**
 * The saved layout that fits a table without a member's choice; undefined if two read its beginning in different ways.
 */
export function sureLayout(
  bytes: Uint8Array,
  layouts: readonly SavedLayout[],
  currency: string,
): SavedLayout | undefined {
  const [firstLayout, ...otherLayouts] = fittingLayouts(bytes, layouts, [currency]);
  const readBy = ({ shape }: SavedLayout) => parseCsvStatement(headOf(bytes), shape, currency);
  return firstLayout && otherLayouts.every((layout) => isDeepStrictEqual(readBy(layout), readBy(firstLayout)))
    ? firstLayout
    : undefined;
}
