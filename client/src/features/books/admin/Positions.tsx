import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '#client/lib/format/list.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Money } from '#client/ui/data/Money.tsx';
import { SumCell, SumCells } from '#client/ui/data/SumCells.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { SegmentedControl } from '#client/ui/form/chips/SegmentedControl.tsx';
import { DateInput } from '#client/ui/form/DateInput.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { periodsQuery, positionsQuery, reconciliationQuery, type Position } from '../books.queries.ts';
import { today } from './books.days.ts';
import { balanceOf, forCustomers, haveOf, oursOf } from './books.positions.ts';
import { isZero, unitText } from './books.text.ts';
import { LabelledCells } from './LabelledCells.tsx';
import { Attention } from './reconciliation/Attention.tsx';
import { UnitAgreement } from './reconciliation/UnitAgreement.tsx';
import { UnitAmount, Usd } from './UnitAmount.tsx';

/** Wraps a large sum before its code: eight columns of sums are wider than a small desktop. */
const wrapClasses = 'whitespace-normal!';

const shownParts = ['short', 'accounts'] as const;
type PositionPart = (typeof shownParts)[number];

/** Lists the holding of each coin and currency, and its owners. */
export function Positions({ empty }: { empty: ReactNode }) {
  const { t } = useTranslation('books.admin');
  const [day, setDay] = useState('');
  const [shownPart, setShownPart] = useState<PositionPart>('short');
  const positions = useQuery(positionsQuery(day || undefined));
  // The remedies above the sums would move them if they came later.
  const isAttentionPending = [useQuery(reconciliationQuery), useQuery(periodsQuery)].some(({ isPending }) => isPending);
  const shownPositions = { ...positions, data: isAttentionPending ? undefined : positions.data };
  return (
    <div className="flex flex-col gap-4">
      <PositionTools
        isBare={positions.data?.length === 0 && day === ''}
        at={day}
        onAt={setDay}
        shown={shownPart}
        onShown={setShownPart}
      />
      <LoadedQuery
        query={shownPositions}
        title={t('failed.load')}
        skeleton={['h-24 rounded-card', 'h-96 rounded-card']}
      >
        {(rows) =>
          rows.length === 0 ? (
            day === '' ? (
              empty
            ) : (
              <NothingFound onClear={() => setDay('')} />
            )
          ) : (
            <>
              <Balance positions={rows} at={day} />
              <PositionTable
                caption={t('positions.coins')}
                rows={rows.filter(({ coins }) => coins !== undefined)}
                shown={shownPart}
                isNow={day === ''}
              />
              <PositionTable
                caption={t('positions.banks')}
                rows={rows.filter(({ bank }) => bank !== undefined)}
                shown={shownPart}
                isNow={day === ''}
              />
            </>
          )
        }
      </LoadedQuery>
    </div>
  );
}

interface PositionToolsProps {
  isBare: boolean;
  /** The day at whose end the positions are shown; empty for now. */
  at: string;
  onAt: (day: string) => void;
  shown: PositionPart;
  onShown: (part: PositionPart) => void;
}

/** The day and the columns in one line; the field of a day comes with the wish for another one. */
function PositionTools({ isBare, at, onAt, shown, onShown }: PositionToolsProps) {
  const { t } = useTranslation('books.admin');
  const [isPast, setPast] = useState(false);
  return (
    <ListTools isBare={isBare} className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex flex-wrap items-end gap-2">
        <SegmentedControl
          label={t('positions.day')}
          options={[
            { value: 'now', text: t('positions.now') },
            { value: 'past', text: t('positions.otherDay') },
          ]}
          chosen={isPast ? 'past' : 'now'}
          onChange={(value) => {
            setPast(value === 'past');
            onAt('');
          }}
        />
        {isPast && (
          <div className="w-full max-w-56">
            <DateInput label={t('positions.at')} value={at} onValue={onAt} />
          </div>
        )}
      </div>
      <SegmentedControl
        label={t('positions.shown.label')}
        options={shownParts.map((value) => ({ value, text: t(`positions.shown.${value}`) }))}
        chosen={shown}
        onChange={onShown}
      />
    </ListTools>
  );
}

/** The remedies for missing figures come first, then assets and their owners, which add up to one sum. */
function Balance({ positions, at }: { positions: readonly Position[]; at: string }) {
  const { t } = useTranslation('books.admin');
  const { unknown, ...sums } = balanceOf(positions);
  return (
    <>
      <Attention isNow={at === ''} withoutRate={unknown} day={at || today()} />
      <SumCells>
        {(['coins', 'banks', 'customers', 'inAttempts', 'ours'] as const).map((name) => (
          <SumCell
            key={name}
            isTotal={name === 'ours'}
            label={t(`positions.sum.${name}`)}
            notes={
              name === 'ours' &&
              unknown.length > 0 && (
                <span className="text-xs text-muted">
                  {t('positions.without', { units: formatList(unknown.map(unitText)) })}
                </span>
              )
            }
          >
            <SumOf amount={sums[name]} />
          </SumCell>
        ))}
      </SumCells>
    </>
  );
}

function SumOf({ amount }: { amount: string | null }) {
  if (amount === null) return <span className="text-lg text-faint">–</span>;
  return <Money strong amount={amount} currency="USD" className="text-lg" />;
}

type Part = readonly [
  id: 'have' | 'arrived' | 'held' | 'owed' | 'customers' | 'refund' | 'inAttempts' | 'ours' | 'position',
  valueOf: (position: Position) => string,
];

/** `short` sums the accounts by their owners; `accounts` has each account of the book by itself. */
const parts: Record<PositionPart, readonly Part[]> = {
  short: [
    ['have', haveOf],
    ['customers', forCustomers],
    ['refund', ({ refund }) => refund],
    ['inAttempts', ({ attempt }) => attempt],
    ['ours', oursOf],
  ],
  accounts: [
    ['have', haveOf],
    ['arrived', ({ arrived }) => arrived],
    ['held', ({ held }) => held],
    ['refund', ({ refund }) => refund],
    ['owed', ({ owed }) => owed],
    ['inAttempts', ({ attempt }) => attempt],
    ['position', ({ position }) => position],
  ],
};

interface PositionTableProps {
  caption: string;
  rows: readonly Position[];
  shown: PositionPart;
  /** True unless another day is shown: banks and chains are compared as of now. */
  isNow: boolean;
}

function PositionTable({ caption, rows, shown, isNow }: PositionTableProps) {
  const { t } = useTranslation('books.admin');
  if (rows.length === 0) return null;
  const cost: Column<Position> = {
    id: 'cost',
    header: t('column.cost'),
    end: true,
    // An average of zero is not a missing rate.
    cell: ({ cost: dollars, position }) => <Worth amount={dollars} of={position} />,
  };
  // Beside the amount whose worth it is.
  const worth: Column<Position> = {
    id: 'base',
    header: t('column.worth'),
    end: true,
    cell: (row) => <Worth amount={row.base} of={haveOf(row)} />,
  };
  const columns: Column<Position>[] = [
    {
      id: 'unit',
      header: t(rows.some(({ coins }) => coins !== undefined) ? 'column.coin' : 'column.currency'),
      cell: ({ unit }) => <UnitName unit={unit} />,
    },
    ...parts[shown].flatMap(([id, valueOf]) => [
      {
        id,
        header: t(`column.${id}`),
        end: true,
        cell: (row: Position) => <Amount value={valueOf(row)} unit={row.unit} isStrong={id === 'have'} />,
        // A column of dashes says nothing: only what is there has one, besides the two sums.
        ...(id !== 'have' && id !== 'ours' && { isFilled: (row: Position) => !isZero(valueOf(row)) }),
      },
      ...(id === 'have' ? [worth] : []),
    ]),
    ...(rows.some(({ coins }) => coins !== undefined) ? [cost] : []),
    ...(isNow && shown === 'short'
      ? [
          {
            id: 'check',
            header: t('column.check'),
            end: true,
            cell: ({ unit }: Position) => <UnitAgreement unit={unit} />,
          },
        ]
      : []),
  ];
  // A phone has no columns to align: zero amounts are not listed.
  const isEmpty = (id: string, row: Position) =>
    parts[shown].some(([part, valueOf]) => part === id && isZero(valueOf(row)));
  const card = (row: Position) => (
    <>
      <UnitName unit={row.unit} />
      <LabelledCells columns={columns.filter(({ id }) => id !== 'unit' && !isEmpty(id, row))} row={row} />
    </>
  );
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-base">{caption}</h2>
      <Table
        dense
        wide="full"
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ unit }) => unit}
        card={card}
      />
    </div>
  );
}

/** An amount of a position; nothing is a dash, and a debt is red. */
function Amount({ value, unit, isStrong }: { value: string; unit: string; isStrong: boolean }) {
  if (isZero(value)) return <span className="text-faint">–</span>;
  const isDebt = value.startsWith('-');
  return (
    <UnitAmount
      amount={value}
      unit={unit}
      className={clsx(wrapClasses, isStrong && 'font-semibold', isDebt && 'text-rejected')}
    />
  );
}

/** The coin or currency of a row; a coin with its icon. */
function UnitName({ unit }: { unit: string }) {
  const coin = coinById(unit);
  return (
    <span className="flex items-center gap-2 font-semibold whitespace-nowrap">
      {coin && <CoinIcon symbol={coin.symbol} color={coin.color} size="small" />}
      {unitText(unit)}
    </span>
  );
}

/** Formats dollars; nothing is worth a dash, with a rate and without. */
function Worth({ amount, of }: { amount: string | null; of: string }) {
  if (isZero(of)) return <span className="text-faint">–</span>;
  return <Usd amount={amount} className={clsx(wrapClasses, 'text-muted')} />;
}
