import type { StatementView } from '#shared/payouts/payouts.statements.contract.ts';
import { moneyText } from '../list/payouts.present.ts';
import type { StatementRow } from './payouts.statements.queries.ts';

/** A statement as it goes over the wire. */
export function presentStatement(row: StatementRow): StatementView {
  const { accountId, accountName, importedBy, importerName, importedAt, openingBalance, closingBalance, ...rest } = row;
  const money = (amount: string | null) => (amount === null ? null : moneyText(amount, row.currency));
  return {
    ...rest,
    account: { id: accountId, name: accountName },
    openingBalance: money(openingBalance),
    closingBalance: money(closingBalance),
    isNew: true,
    importedBy: { id: importedBy, name: importerName },
    importedAt: importedAt.toISOString(),
  };
}
