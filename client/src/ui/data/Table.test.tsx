import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Table, type Column } from './Table.tsx';

interface Row {
  id: string;
  flag: string | null;
}

const columns: Column<Row>[] = [
  { id: 'id', header: 'Order', cell: ({ id }) => id },
  { id: 'flag', header: 'Flag', cell: ({ flag }) => flag, isFilled: ({ flag }) => flag !== null },
];
const table = (...rows: Row[]) => <Table caption="Orders" columns={columns} rows={rows} rowKey={({ id }) => id} />;

test('an administrator who jumps between landmarks meets a table once', () => {
  render(<section aria-label="Orders">{table({ id: 'LF-1', flag: null })}</section>);
  screen.getByRole('table', { name: 'Orders' });
  expect(screen.getAllByRole('region')).toHaveLength(1);
});

test('an administrator finds no column that is empty in all rows of the page', () => {
  const { rerender } = render(table({ id: 'LF-1', flag: null }, { id: 'LF-2', flag: null }));
  expect(screen.queryByText('Flag')).toBeNull();
  rerender(table({ id: 'LF-1', flag: null }, { id: 'LF-2', flag: 'Same proof' }));
  expect(screen.getAllByText('Flag').length).toBeGreaterThan(0);
});
