import { clsx } from 'clsx';
import { ArrowLeftRight, Hand } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isolateValues } from '#client/lib/i18n/isolated.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { shortened } from '#shared/orders/orders.refund.ts';
import { isRefundStage } from '#shared/orders/orders.stages.ts';
import type { Order, OwnOrder } from '../orders.queries.ts';
import { assetOf, givenOf } from './orders.text.ts';
import { chipOf, lineTone, payeeOf, useOrderLine, useOrderSum } from './useOrderLine.ts';

/** Orders as rows of two lines: payee and progress, beside the payout and the amount given. */
export function OrderRows({ label, rows }: { label: string; rows: readonly OwnOrder[] }) {
  const { t } = useTranslation('orders');
  return (
    <ul aria-label={label} className="card divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id} className="relative p-3 has-[a:hover]:bg-tide-soft sm:p-4">
          <OrderRow row={row} />
          <Link
            to={`/transactions?tx=${row.id}`}
            aria-label={t('openDetails', { reference: row.reference })}
            className="after:absolute after:inset-0"
          />
        </li>
      ))}
    </ul>
  );
}

/** Shows the coin of a sale, or arrows for an exchange. */
export function OrderIcon({ row }: { row: Order }) {
  if (row.type === 'sell') {
    return <CoinIcon symbol={row.cryptoSymbol ?? ''} color={row.cryptocurrency?.color} className="no-print" />;
  }
  return (
    <span className="no-print grid size-9 shrink-0 place-items-center rounded-full border border-line-strong text-muted">
      <ArrowLeftRight className="size-4" />
    </span>
  );
}

/** One order in two lines, with one word for its progress or its need. */
export function OrderRow({ row, flash = false }: { row: OwnOrder; flash?: boolean }) {
  return (
    <div className="flex min-w-0 flex-1 items-start gap-3">
      <OrderIcon row={row} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {/* In large text the sum moves below. */}
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Payee row={row} />
          <RowSum row={row} />
        </div>
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-1 text-xs">
          <OrderStatus row={row} flash={flash} />
          <Given row={row} />
        </div>
      </div>
    </div>
  );
}

const maxNameLength = 18;

/** The payee: on a phone only the bank, cut off before the sum. Coins go back to an address, once it is known. */
function Payee({ row }: { row: OwnOrder }) {
  const { t, i18n } = useTranslation('orders');
  const { name: fullName, ending } = payeeOf(row);
  // A long name would push the sum off the line.
  const name = fullName.length > maxNameLength ? `${fullName.slice(0, maxNameLength - 1).trimEnd()}…` : fullName;
  const textOfPayee = (payee: string) => t('row.to', isolateValues({ name: payee }, i18n.dir()));
  if (row.refundAddress) {
    const returnText = t('row.back', isolateValues({ address: shortened(row.refundAddress) }, i18n.dir()));
    return <bdi className="min-w-0 text-sm font-medium sm:text-base">{returnText}</bdi>;
  }
  if (name === '' || isRefundStage(row.stage)) return <span className="font-medium">{assetOf(row)}</span>;
  if (ending === '') return <bdi className="font-medium">{textOfPayee(name)}</bdi>;
  return (
    <>
      {/* The basis keeps the sum beside it, and lets large text wrap below. */}
      <bdi className="min-w-0 flex-1 basis-16 truncate text-sm font-medium sm:hidden rtl:text-end">{fullName}</bdi>
      <bdi className="min-w-0 font-medium max-sm:hidden">{textOfPayee(`${name} ${ending}`)}</bdi>
    </>
  );
}

interface OrderStatusProps {
  row: OwnOrder;
  /** True right after a change. */
  flash: boolean;
  /** The column in a table that can be filtered by this word. */
  inTable?: boolean;
}

/** The progress or the need of an order in one chip; a table shows the word of its status beside it. */
export function OrderStatus({ row, flash, inTable = false }: OrderStatusProps) {
  const { t } = useTranslation(['orders.line', 'common']);
  const chip = chipOf(row);
  const line = useOrderLine(row) || (chip && t(`chip.${chip}`));
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <span className={clsx('inline-flex rounded-control', flash && 'animate-flash')}>
        <Status
          status={lineTone(row)}
          label={line}
          Icon={row.needs ? Hand : undefined}
          size="small"
          wraps
          bare={row.needs === null}
        />
      </span>
      {!chip && (
        <span className={clsx('text-xs text-muted', inTable ? 'max-md:sr-only' : 'sr-only')}>
          {t(`common:status.${row.status}`)}
        </span>
      )}
    </span>
  );
}

/** A sum shrinks with the screen and does not break: even text of twice its size fits on a phone. */
const fontSize = 'min(0.875rem, 5vw)';

function RowSum({ row }: { row: OwnOrder }) {
  const sum = useOrderSum(row);
  return (
    <span className="ms-auto" style={{ fontSize: fontSize }}>
      {'money' in sum ? (
        <Money amount={sum.money} currency={row.payoutCurrency} className="font-semibold" />
      ) : (
        <bdi className="figures font-medium text-muted">{sum.coins}</bdi>
      )}
    </span>
  );
}

/** Letters that fit into the second line of a row on a phone; Chinese, Japanese and Korean signs count twice. */
const maxLetters = 27;
const wide = /[\u2e80-\u9fff\uac00-\ud7af]/g;
const lettersOf = (text: string) => text.length + (text.match(wide)?.length ?? 0);

/** The second amount of a row; on a phone it gives way to a long status, so that all rows have two lines. */
function Given({ row }: { row: OwnOrder }) {
  const sum = useOrderSum(row);
  const line = useOrderLine(row);
  const text = 'money' in sum ? givenOf(row) : sum.note;
  const isCrowded = lettersOf(line) + lettersOf(text) > maxLetters;
  return (
    <span
      className={clsx('ms-auto text-muted', isCrowded && 'max-sm:hidden')}
      style={{ fontSize: 'min(0.75rem, 5vw)' }}
    >
      {'money' in sum ? <Ltr className="whitespace-nowrap figures">{text}</Ltr> : text}
    </span>
  );
}
