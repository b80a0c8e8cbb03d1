import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useMediaQuery, useTableLayout } from '#client/lib/browser/useMediaQuery.ts';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Aligns numbers and their header to the end of the column. */
  end?: boolean | undefined;
  /**
   * Its share of the width, such as `16%`, if tables below one another must line up: all columns have one, or the last
   * ones alone a fixed one.
   */
  width?: string | undefined;
  /** The current sort by this column; `onSort` makes the header a button. */
  sort?: 'ascending' | 'descending' | undefined;
  onSort?: (() => void) | undefined;
  /** True for a row with content in this column; the column is left out of a page where no row has any. */
  isFilled?: ((row: Row) => boolean) | undefined;
}

interface TableProps<Row> {
  /** Describes the table for screen readers; not visible. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row on a narrow screen; without it the cells one below the other, each with the header of its column. */
  card?: ((row: Row) => ReactNode) | undefined;
  /** Makes the whole row a link, named by `rowLabel`. */
  hrefOf?: ((row: Row) => string) | undefined;
  rowLabel?: ((row: Row) => string) | undefined;
  /** True if the menu of a card leaves no place for an arrow: the card is a link all the same. */
  bareCards?: boolean | undefined;
  /** True for the row whose content is shown beside the table. */
  isOpen?: ((row: Row) => boolean) | undefined;
  /** True if its columns need 1024 px; 'full' if they need 1280. */
  wide?: boolean | 'full' | undefined;
  /** Rows of 44 px for admins, of 56 where they have two lines. */
  dense?: boolean | undefined;
  /** The name of a group of rows, shown above its first row unless it is empty; rows are in the order of their groups. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Fixes the widths of the columns: a long text wraps, or is cut off if its cell truncates it. */
  fixed?: boolean | undefined;
}

const groupClasses = 'text-xs font-medium text-muted';

/** True for the first row of a group. */
const isFirstOf = <Row,>(groupOf: ((row: Row) => string) | undefined, rows: readonly Row[], index: number): boolean =>
  groupOf !== undefined &&
  // The caller counts over these rows, so that there is one at `index` and, after the first, before it.
  groupOf(rows[index] as Row) !== '' &&
  // A row may itself be undefined by its type, so the index is asserted and not the row.
  (index === 0 || groupOf(rows[index - 1] as Row) !== groupOf(rows[index] as Row));

/**
 * Rows of data: from 768 px a table (from 1024 or 1280 if it is wide) in its own scroll region, below that a list of
 * cards.
 */
export function Table<Row>(props: TableProps<Row>) {
  const columns = props.columns.filter(({ isFilled }) => !isFilled || props.rows.some(isFilled));
  const fits = [useTableLayout(), useMediaQuery('(min-width: 64rem)'), useMediaQuery('(min-width: 80rem)')];
  return fits[props.wide === 'full' ? 2 : Number(props.wide ?? false)] ? (
    <WideTable {...props} columns={columns} />
  ) : (
    <CardList {...props} columns={columns} />
  );
}

function CardList<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, card, hrefOf, rowLabel, groupOf, bareCards = false } = props;
  return (
    <ul aria-label={caption} className="card divide-y divide-line">
      {rows.map((row, index) => (
        <li
          key={rowKey(row)}
          className="relative flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3 has-[a:hover]:bg-tide-soft"
        >
          {isFirstOf(groupOf, rows, index) && <p className={clsx(groupClasses, 'basis-full')}>{groupOf?.(row)}</p>}
          <div className="flex min-w-0 flex-1 flex-col gap-1 text-sm">
            {card ? card(row) : <LabelledCells {...{ columns, row }} />}
          </div>
          {hrefOf && (
            <Link
              to={hrefOf(row)}
              preventScrollReset
              aria-label={rowLabel?.(row)}
              className={clsx('no-print', bareCards ? 'absolute inset-0' : 'text-faint after:absolute after:inset-0')}
            >
              {!bareCards && <ChevronRight className="size-5 rtl:-scale-x-100" />}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The cells of a row one below the other, each with the header of its column: all end at one edge. */
function LabelledCells<Row>({ columns, row }: Pick<TableProps<Row>, 'columns'> & { row: Row }) {
  return (
    <dl className="flex flex-col gap-1.5">
      {columns.map(({ id, header, cell }) => (
        <div key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-xs text-muted">{header}</dt>
          <dd className="ms-auto min-w-0 text-end wrap-anywhere">{cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

function WideTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, hrefOf, rowLabel, isOpen, groupOf, dense = false, fixed = false } = props;
  const pad = dense ? 'h-11 px-3 py-1 in-data-[density=compact]:h-9 in-data-[density=compact]:py-0.5' : 'px-4 py-3.5';
  return (
    // A place that scrolls sideways must be reachable by keyboard, and contain its visually hidden elements. It is no
    // landmark: that is the section around it, which often has this name.
    <div role="group" aria-label={caption} tabIndex={0} className="card relative overflow-x-auto">
      <table className="w-full border-collapse text-sm" style={fixed ? { tableLayout: 'fixed' } : undefined}>
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
          {hrefOf && <col />}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} pad={dense ? 'px-3 py-2' : 'px-4 py-2.5'} fixed={fixed} />
            ))}
            {hrefOf && <td aria-hidden="true" className="w-10 border-b border-line" />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={rowKey(row)}>
              {isFirstOf(groupOf, rows, index) && (
                <tr className="border-b border-line">
                  <th
                    scope="rowgroup"
                    colSpan={columns.length + Number(!!hrefOf)}
                    className={clsx(groupClasses, 'px-3 py-1.5 text-start')}
                  >
                    {groupOf?.(row)}
                  </th>
                </tr>
              )}
              <tr
                data-open={isOpen?.(row) || undefined}
                className="relative border-b border-line last:border-0 has-[a:hover]:bg-tide-soft"
              >
                {columns.map(({ id, cell, end }) => (
                  <td
                    key={id}
                    className={clsx(pad, 'align-middle', fixed && 'wrap-anywhere', end && 'text-end figures')}
                  >
                    {cell(row)}
                  </td>
                ))}
                {hrefOf && (
                  <td className="pe-3">
                    <Link
                      to={hrefOf(row)}
                      preventScrollReset
                      aria-label={rowLabel?.(row)}
                      aria-current={isOpen?.(row) || undefined}
                      className="no-print grid size-6 place-items-center text-faint after:absolute after:inset-0"
                    >
                      <ChevronRight className="size-4 rtl:-scale-x-100" strokeWidth={2} />
                    </Link>
                  </td>
                )}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row>({ column, pad, fixed }: { column: Column<Row>; pad: string; fixed: boolean }) {
  const { header, end, sort, onSort } = column;
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={sort}
      className={clsx(
        pad,
        'border-b border-line text-xs font-medium text-faint',
        fixed ? 'wrap-anywhere' : 'whitespace-nowrap',
        end ? 'text-end' : 'text-start',
      )}
    >
      {onSort ? (
        <button type="button" className="inline-flex min-h-6 items-center gap-1 hover:text-ink" onClick={onSort}>
          {header}
          {sort && <Arrow className="size-3.5" />}
        </button>
      ) : (
        header
      )}
    </th>
  );
}
