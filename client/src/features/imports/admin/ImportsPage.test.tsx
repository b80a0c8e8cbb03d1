import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Api } from '#shared/api.ts';
import { getImport } from '#shared/imports/imports.contract.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectLink } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

type Details = Api['GET /api/admin/imports/:id']['output'];
const id = '11111111-1111-4111-8111-111111111111';
const shownDetails: Details = {
  ...blankOf(getImport.response),
  id,
  kind: 'customers',
  state: 'checked',
  fileName: 'customers.csv',
  separator: ';',
  rows: 3,
  ready: 2,
  skipped: 1,
  reachable: 2,
  created: null,
  appliedAt: null,
  columns: [
    { heading: 'Vorname', field: 'firstName', why: null },
    { heading: 'Farbe', field: null, why: 'unknown' },
    { heading: 'Passnummer', field: null, why: 'forbidden' },
  ],
  problems: [{ line: 3, field: 'mobileNumber', reason: 'number', value: '0803 44', customer: null }],
};
const answers = { 'GET /api/admin/imports': [], 'GET /api/admin/imports/:id': shownDetails };
const csv = new File(['Vorname;Farbe\nAda;blau\n'], 'customers.csv', { type: 'text/csv' });

async function choose(server: Awaited<ReturnType<typeof renderAdmin>>) {
  server.answer({ 'POST /api/admin/imports': shownDetails });
  fireEvent.change(await screen.findByLabelText(t('imports.admin:choose')), { target: { files: [csv] } });
  await screen.findByText('0803 44');
}

test('a member sees the skipped lines of a file before any customer is made', async () => {
  const server = await renderAdmin('/admin/imports', answers);
  await choose(server);
  expect(screen.getByText(t('imports.admin:reason.number'))).toBeTruthy();
  expect(screen.getByText(t('imports.admin:forbidden'))).toBeTruthy();
  expect(server.sent('POST /api/admin/imports/:id/apply')).toEqual([]);
});

test('a member goes from a number that is taken to the customer who has it', async () => {
  const customer = { id: '22222222-2222-4222-8222-222222222222', name: 'Chidi Eze' };
  const taken = { line: 6, field: 'mobileNumber', reason: 'number_shared', value: '0803 555 0102', customer } as const;
  const details = { ...shownDetails, problems: [...shownDetails.problems, taken] };
  await renderAdmin(`/admin/imports?import=${id}`, { ...answers, 'GET /api/admin/imports/:id': details });
  await expectLink(t('imports.admin:seeCustomer', { name: 'Chidi Eze' }), `/admin/users?user=${customer.id}`);
  expect(screen.getAllByRole('link', { name: /Chidi Eze/ })).toHaveLength(1);
});

test('an import invites no customer unless the member asks for it', async () => {
  const server = await renderAdmin(`/admin/imports?import=${id}`, answers);
  server.answer({ 'POST /api/admin/imports/:id/apply': { created: 2, skipped: 1, invited: 0 } });
  const apply = await screen.findByRole('button', { name: t('imports.admin:apply.customers', { total: '2' }) });
  fireEvent.click(apply);
  await waitFor(() =>
    expect(server.sent('POST /api/admin/imports/:id/apply')).toMatchObject([{ body: { invite: false } }]),
  );
  fireEvent.click(screen.getByLabelText(t('imports.admin:invite.label')));
  fireEvent.click(apply);
  await waitFor(() => expect(server.sent('POST /api/admin/imports/:id/apply')).toHaveLength(2));
  expect(server.sent('POST /api/admin/imports/:id/apply')[1]).toMatchObject({ body: { invite: true } });
});

test('a member cannot choose a column that is never read, and sends another one by its heading', async () => {
  const server = await renderAdmin('/admin/imports', answers);
  await choose(server);
  fireEvent.click(screen.getByRole('button', { name: t('imports.admin:change') }));
  const [form] = screen.getAllByRole('combobox').slice(-2, -1);
  expect(screen.queryByLabelText('Passnummer')).toBeNull();
  fireEvent.change(screen.getByLabelText('Farbe'), { target: { value: 'note' } });
  expect(form).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: t('imports.admin:changeDone') }));
  await waitFor(() => expect(server.sent('POST /api/admin/imports')).toHaveLength(2));
});

test('a member reads why a file cannot be read, and at which line', async () => {
  const server = await renderAdmin('/admin/imports', answers);
  server.answer({
    'POST /api/admin/imports': new Refused(
      'import_unreadable',
      reasonWith('import_unfinished', { line: 7, why: 'unfinished', found: '' }),
    ),
  });
  fireEvent.change(await screen.findByLabelText(t('imports.admin:choose')), { target: { files: [csv] } });
  expect(await screen.findByText(t('errors:import_unfinished', { line: 7 }))).toBeTruthy();
});

test('an import that was applied offers neither to apply nor to drop it', async () => {
  const applied: Details = { ...shownDetails, state: 'applied', created: 2, appliedAt: '2026-11-29T12:00:00.000Z' };
  await renderAdmin(`/admin/imports?import=${id}`, { ...answers, 'GET /api/admin/imports/:id': applied });
  await screen.findByText('0803 44');
  const main = within(document.body);
  expect(main.queryByRole('button', { name: t('imports.admin:drop') })).toBeNull();
  expect(main.queryByRole('button', { name: t('imports.admin:apply.customers', { total: '2' }) })).toBeNull();
});

test('a member chooses a corrected file only once the ready lines are imported', async () => {
  const server = await renderAdmin(`/admin/imports?import=${id}`, answers);
  await screen.findByText(t('imports.admin:correctedLater'));
  expect(screen.queryByLabelText(t('imports.admin:corrected'))).toBeNull();

  const applied: Details = { ...shownDetails, state: 'applied', created: 2, appliedAt: '2026-11-29T12:00:00.000Z' };
  server.answer({
    'POST /api/admin/imports/:id/apply': { created: 2, skipped: 1, invited: 0 },
    'GET /api/admin/imports/:id': applied,
    'POST /api/admin/imports': shownDetails,
  });
  fireEvent.click(screen.getByRole('button', { name: t('imports.admin:apply.customers', { total: '2' }) }));
  const correctedField = await screen.findByLabelText(t('imports.admin:corrected'));
  expect(screen.queryByText(t('imports.admin:correctedLater'))).toBeNull();
  fireEvent.change(correctedField, { target: { files: [csv] } });
  await waitFor(() => expect(server.sent('POST /api/admin/imports')).toHaveLength(1));
});

test('a member chooses a corrected file at once if no line is ready', async () => {
  await renderAdmin(`/admin/imports?import=${id}`, {
    ...answers,
    'GET /api/admin/imports/:id': { ...shownDetails, ready: 0 },
  });
  expect(await screen.findByLabelText(t('imports.admin:corrected'))).toBeTruthy();
});

test('a member who reloads chooses the file again before the columns can be changed', async () => {
  const server = await renderAdmin(`/admin/imports?import=${id}`, answers);
  await screen.findByText(t('imports.admin:fileGone', { name: 'customers.csv' }));
  expect(screen.queryByRole('button', { name: t('imports.admin:change') })).toBeNull();
  fireEvent.change(screen.getByLabelText(t('imports.admin:chooseAgain')), { target: { files: [csv] } });
  fireEvent.click(await screen.findByRole('button', { name: t('imports.admin:change') }));
  fireEvent.change(screen.getByLabelText('Farbe'), { target: { value: 'note' } });
  server.answer({ 'POST /api/admin/imports': shownDetails });
  fireEvent.click(screen.getByRole('button', { name: t('imports.admin:changeDone') }));
  await waitFor(() => expect(server.sent('POST /api/admin/imports')).toHaveLength(1));
  expect(screen.queryByText(t('imports.admin:fileGone', { name: 'customers.csv' }))).toBeNull();
});

test('a CSV file dropped on the page is read as customers, and never as a statement', async () => {
  const server = await renderAdmin('/admin/imports', { ...answers, 'POST /api/admin/imports': shownDetails });
  await screen.findByLabelText(t('imports.admin:choose'));
  const dataTransfer = { types: ['Files'], files: [csv] };
  fireEvent.dragOver(document.body, { dataTransfer });
  await screen.findByText(t('imports.admin:dropHere'));
  fireEvent.drop(document.body, { dataTransfer });
  await screen.findByText('0803 44');
  expect(server.sent('POST /api/admin/imports')).toHaveLength(1);
  // Dropped next to an opened one, another file neither makes the browser leave nor is read as a statement.
  const dropEvent = createEvent.drop(document.body, { dataTransfer });
  fireEvent(document.body, dropEvent);
  expect(dropEvent.defaultPrevented).toBe(true);
  expect([server.sent('POST /api/admin/statements'), screen.queryByRole('dialog')]).toEqual([[], null]);
});

test('a member reads how many customers an applied import made', async () => {
  const applied: Details = { ...shownDetails, state: 'applied', created: 1, appliedAt: '2026-11-29T12:00:00.000Z' };
  await renderAdmin(`/admin/imports?import=${id}`, { ...answers, 'GET /api/admin/imports/:id': applied });
  const madeColumn = await screen.findByText(t('imports.admin:recentColumn.made'));
  expect(madeColumn.nextElementSibling?.textContent).toBe('1');
  expect(screen.queryByText(t('imports.admin:ready'))).toBeNull();
});

test('a member sees in the list of imports which file has lines left', async () => {
  const { columns: _columns, problems: _problems, ...row } = shownDetails;
  const applied = { ...row, state: 'applied' as const, created: 2, skipped: 7, appliedAt: row.madeAt };
  await renderAdmin('/admin/imports', { 'GET /api/admin/imports': [applied] });
  const [table] = await screen.findAllByRole('table', { name: t('imports.admin:recent') });
  const cells = within(table as HTMLElement).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toContain('7');
  expect(screen.queryByText(t('imports.admin:state.checked'))).toBeNull();
});

test('a member goes from an import back to all of them', async () => {
  await renderAdmin(`/admin/imports?import=${id}`, answers);
  fireEvent.click(await screen.findByRole('button', { name: t('imports.admin:toList') }));
  expect(await screen.findByLabelText(t('imports.admin:choose'))).toBeTruthy();
});
