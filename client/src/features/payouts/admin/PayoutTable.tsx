import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import type { Payout } from '../payouts.queries.ts';
import { PayoutDialog } from './PayoutDialog.tsx';
import { FirstFlag } from './PayoutFlags.tsx';
import type { PayoutFlag } from './useFlags.ts';

/** The button of a row, which carries the focus while keys move along the list. */
export const payoutRowId = (id: string): string => `payout-${id}`;

interface PayoutTableProps<Row extends Payout> {
  caption: string;
  payouts: readonly Row[];
  flagsOf: (payout: Row) => readonly PayoutFlag[];
  /** The checkbox at the start of a row. */
  box?: ((payout: Row) => ReactNode) | undefined;
  /** The next step at the end of a row. */
  step?: ((payout: Row) => ReactNode) | undefined;
  /** Content below the details of a payout in its dialog. */
  more?: ((payout: Row) => ReactNode) | undefined;
}

/** Payouts, one line each: payee, account, first flag, order, member, amount. The payee opens the details. */
export function PayoutTable<Row extends Payout>(props: PayoutTableProps<Row>) {
  const { caption, payouts, flagsOf, box, step, more } = props;
  const { t } = useTranslation('payouts.admin');
  const [openId, setOpenId] = useState<string>();
  const openedPayout = payouts.find(({ id }) => id === openId);
  const payee = (row: Row) => (
    <button
      type="button"
      id={payoutRowId(row.id)}
      aria-haspopup="dialog"
      className="line-clamp-3 max-w-full text-start font-medium text-link wrap-anywhere"
      onClick={() => setOpenId(row.id)}
    >
      <bdi>{row.payee.accountName}</bdi>
    </button>
  );
  const flag = (row: Row) => <FirstFlag flags={flagsOf(row)} />;
  const amount = (row: Row) => <Money amount={row.amount} currency={row.currency} />;
  const columns: Column<Row>[] = [
    ...(box ? [{ id: 'box', header: hiddenText(t('column.box')), cell: box, width: '4%' }] : []),
    { id: 'payee', header: t('column.payee'), cell: payee, width: box ? '20%' : '21%' },
    { id: 'bank', header: t('column.bank'), cell: bank, width: step ? '11%' : '14%' },
    { id: 'number', header: t('column.number'), cell: number, width: step ? '11%' : '12%' },
    { id: 'flag', header: t('column.flag'), cell: flag, width: step ? '11%' : '14%' },
    { id: 'order', header: t('column.order'), cell: reference, width: step ? '9%' : '12%' },
    {
      id: 'by',
      header: t('column.approvedBy'),
      cell: (row) => <ApprovedBy payout={row} />,
      width: step ? '10%' : '11%',
    },
    { id: 'amount', header: t('column.amount'), cell: amount, end: true, width: '16%' },
    ...(step ? [{ id: 'step', header: hiddenText(t('column.actions')), cell: step, end: true, width: '8%' }] : []),
  ];
  const card = (row: Row) => (
    <div className="flex items-center gap-3">
      {box?.(row)}
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-start justify-between gap-3">
          {payee(row)}
          <span className="shrink-0">{amount(row)}</span>
        </span>
        <span className="text-xs wrap-anywhere text-muted">
          <bdi>{row.payee.bankName}</bdi> {number(row)}
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          {reference(row)}
          {flag(row)}
        </span>
        {step && <span className="self-end empty:hidden">{step(row)}</span>}
      </div>
    </div>
  );
  return (
    <>
      <Table dense wide fixed caption={caption} columns={columns} rows={payouts} rowKey={({ id }) => id} card={card} />
      {openedPayout && (
        <PayoutDialog payout={openedPayout} flags={flagsOf(openedPayout)} onClose={() => setOpenId(undefined)}>
          {more?.(openedPayout)}
        </PayoutDialog>
      )}
    </>
  );
}

const hiddenText = (text: string) => <span className="sr-only">{text}</span>;

const number = ({ payee: { iban, accountNumber } }: Payout) => (
  <Ltr className="block figures wrap-anywhere">{iban ?? accountNumber}</Ltr>
);
const bank = ({ payee }: Payout) => <span className="line-clamp-2 wrap-anywhere text-muted">{payee.bankName}</span>;
const reference = ({ order, endToEndId }: Payout) => (
  <Ltr className="font-mono text-xs whitespace-nowrap">{endToEndId ?? order.reference}</Ltr>
);

function ApprovedBy({ payout: { approvedBy, approvedAt } }: { payout: Payout }) {
  return (
    <span className="flex flex-col text-xs text-muted">
      {approvedBy && <bdi className="wrap-anywhere">{approvedBy.name}</bdi>}
      <Time at={approvedAt} shape="date" />
    </span>
  );
}
