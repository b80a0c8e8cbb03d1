import type { Column } from '#client/ui/data/Table.tsx';

/** The cells of a row one below the other, each with the heading of its column: for a narrow screen. */
export function LabelledCells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <dl className="flex flex-col gap-1">
      {columns.map(({ id, header, cell }) => (
        <div key={id} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{header}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
