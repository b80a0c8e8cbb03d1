import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money, Time } from '#client/ui/data/Money.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import type { Payout } from '../payouts.queries.ts';
import { PayoutDialog } from './PayoutDialog.tsx';
import { Flags } from './PayoutFlags.tsx';
import type { PayoutFlag } from './useFlags.ts';

/** The button of a row, which carries the focus while keys move along the list. */
export const payoutRowId = (id: string): string => `payout-${id}`;

interface PayoutTableProps<Row extends Payout> {
  caption: string;
  payouts: readonly Row[];
  flagsOf: (payout: Row) => readonly PayoutFlag[];
  /** The checkbox at the start of a row. */
  box?: ((payout: Row) => ReactNode) | undefined;
  /** The acts on a row, at its end. */
  acts?: ((payout: Row) => ReactNode) | undefined;
  /** True if a row of this table, or of one beside it, has acts in words: the columns of both line up. */
  hasWideActs?: boolean;
  /** Content below the details of a payout in its dialog. */
  more?: ((payout: Row) => ReactNode) | undefined;
}

/** Widths of payee, bank, order, amount and acts, beside a box of 4%. */
const widths = {
  none: ['28%', '30%', '22%', '20%', ''],
  slim: ['28%', '28%', '17%', '17%', '6%'],
  wide: ['22%', '23.5%', '14%', '15.5%', '21%'],
} as const;

/** Payouts, one line each: whom, where with its flags, for which order, how much. The payee opens the rest. */
export function PayoutTable<Row extends Payout>(props: PayoutTableProps<Row>) {
  const { caption, payouts, flagsOf, box, acts, more, hasWideActs = false } = props;
  const { t } = useTranslation('payouts.admin');
  const [openId, setOpenId] = useState<string>();
  const openedPayout = payouts.find(({ id }) => id === openId);
  const payee = (row: Row) => (
    <button
      type="button"
      id={payoutRowId(row.id)}
      aria-haspopup="dialog"
      title={row.payee.accountName}
      className="tap-area max-w-full text-start font-medium wrap-anywhere text-link"
      onClick={() => setOpenId(row.id)}
    >
      <bdi className="lg:line-clamp-2">{row.payee.accountName}</bdi>
    </button>
  );
  const bank = (row: Row) => (
    <Bank payout={row} flags={flagsOf(row)}>
      <Flags flags={flagsOf(row)} />
    </Bank>
  );
  const amount = (row: Row) => <Money amount={row.amount} currency={row.currency} />;
  const [payeeWidth, bankWidth, orderWidth, amountWidth, actsWidth] =
    widths[acts ? (hasWideActs ? 'wide' : 'slim') : 'none'];
  const columns: Column<Row>[] = [
    ...(box ? [{ id: 'box', header: hiddenText(t('column.box')), cell: box, width: '4%' }] : []),
    { id: 'payee', header: t('column.payee'), cell: payee, width: payeeWidth },
    { id: 'bank', header: t('column.bank'), cell: bank, width: bankWidth },
    { id: 'order', header: t('column.order'), cell: (row) => <Order payout={row} />, width: orderWidth },
    { id: 'amount', header: t('column.amount'), cell: amount, end: true, width: amountWidth },
    ...(acts ? [{ id: 'acts', header: hiddenText(t('column.actions')), cell: acts, end: true, width: actsWidth }] : []),
  ];
  const card = (row: Row) => (
    <div className="flex items-center gap-3">
      {box?.(row)}
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        {payee(row)}
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          {amount(row)}
          {reference(row)}
        </span>
        {bank(row)}
        {acts?.(row)}
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

const reference = ({ order, endToEndId }: Payout) => (
  <Ltr className="font-mono text-xs whitespace-nowrap">{endToEndId ?? order.reference}</Ltr>
);

interface BankProps {
  payout: Payout;
  flags: readonly PayoutFlag[];
  /** Stands beside the number. */
  children?: ReactNode;
}

/** The bank above the number, which is red where it cannot be right; what is beside it says why. */
function Bank({ payout: { payee }, flags, children }: BankProps) {
  const { iban, accountNumber, bankName } = payee;
  const isWrong = flags.some(({ isOfNumber }) => isOfNumber);
  return (
    <span className="flex min-w-0 flex-col max-lg:flex-row max-lg:flex-wrap max-lg:items-center max-lg:gap-x-2 max-lg:text-xs">
      <bdi title={bankName} className="truncate text-muted">
        {bankName}
      </bdi>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Ltr className={clsx('figures wrap-anywhere', isWrong && 'font-semibold text-rejected')}>
          {iban ?? accountNumber}
        </Ltr>
        {children}
      </span>
    </span>
  );
}

/** The order, and below it who approved it. */
function Order({ payout }: { payout: Payout }) {
  const { t } = useTranslation('payouts.admin');
  const { approvedBy, approvedAt } = payout;
  return (
    <span className="flex min-w-0 flex-col">
      {reference(payout)}
      <span title={t('column.approvedBy')} className="truncate text-xs text-muted">
        <span className="sr-only">{t('column.approvedBy')} </span>
        {approvedBy && (
          <>
            <bdi>{approvedBy.name}</bdi>,{' '}
          </>
        )}
        <Time at={approvedAt} shape="date" />
      </span>
    </span>
  );
}
