import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { approvalView } from '#shared/approvals/approvals.contract.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import {
  type listStatementLines,
  statementLineView,
  statementPreview,
  statementView,
  type StatementLineView,
  type StatementPreview,
} from '#shared/payouts/payouts.statements.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { chooseFile, dialogOf, expectText, field, fill, press } from '#tests/components/screen.tsx';
import { Refused, type Answers, type FakeServer, type SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const importing = 'POST /api/admin/statements';
const matchRoute = 'POST /api/admin/statement-lines/:id/match';
const settling = 'POST /api/admin/statements/:id/settle';
const account = { ...blankOf(deskAccountView), id: crypto.randomUUID(), name: 'Main', currency: 'EUR' };
const statement = {
  ...blankOf(statementView),
  id: crypto.randomUUID(),
  currency: 'EUR',
  fileName: 'november.sta',
  proposed: 2,
  exact: 2,
  importedAt: '2026-11-24T10:00:00.000Z',
};
const importedFile = { ...statement, others: [] as StatementPreview['others'], leftOut: 0 };
const previewed: StatementPreview = {
  ...blankOf(statementPreview),
  format: 'mt940',
  account: { id: account.id, name: 'Main' },
  profileId: null,
  layout: null,
  count: 3,
  found: null,
};
const importNow = t('payouts.statements:importNow');
type Answered = typeof importedFile | StatementPreview | Refused;

/** A server that reads a file in this way, and answers its import with a different result. */
const answersFor =
  (preview: StatementPreview | Refused, importAnswer: Answered = importedFile) =>
  ({ body }: SentCall): Answered =>
    isPreview(body) ? preview : importAnswer;
const isPreview = (body: unknown) => (body as { preview?: string }).preview === 'true';
const importsOf = (server: FakeServer) => server.sent(importing).filter(({ body }) => !isPreview(body));
const lineOf = (changes: Partial<StatementLineView>): StatementLineView => ({
  ...blankOf(statementLineView),
  id: crypto.randomUUID(),
  bookedOn: '2026-11-24',
  amount: '93.02',
  currency: 'EUR',
  state: 'proposed',
  candidates: [
    { payoutId: crypto.randomUUID(), reference: 'LF-7K3M-Q2', amount: '93.02', difference: '0.00', payee: 'Ada Obi' },
  ],
  ...changes,
});

type LinesQuery = z.output<typeof listStatementLines.query>;

/** True for a line that the server would list. */
const isAskedFor = ({ state, rule }: StatementLineView, { state: wantedState, exact }: LinesQuery) =>
  [wantedState].flat().includes(state) && (exact === undefined || (rule === 'exact') === (exact === 'true'));

async function openStatements(lines: StatementLineView[], answers: Answers = {}, admin = anAdmin('payer')) {
  const all = {
    'GET /api/admin/desk-accounts': [account],
    'GET /api/admin/payout-profiles': [],
    'GET /api/admin/statements': [statement],
    'GET /api/admin/statement-lines': ({ query }: SentCall) =>
      lines.filter((line) => isAskedFor(line, query as LinesQuery)),
    'GET /api/admin/approvals': [],
    ...answers,
  };
  return renderAdmin('/admin/statements', all, admin);
}

const chooseStatement = async () =>
  chooseFile(await field(t('payouts.statements:chooseFile')), 'november.sta', 'text/plain');

test('a payer imports a file with one click, and settles the exact lines with another', async () => {
  const line = { ...lineOf({ text: 'LF7K3MQ2', counterpartyName: 'Ada Obi' }), direction: 'out' as const };
  const shownStatement = { ...previewed, lines: [line], count: 7, others: [{ account: '4300', lines: 2 }] };
  const answers = { [importing]: answersFor(shownStatement), [settling]: { settled: 2, left: 0 } };
  const server = await openStatements([lineOf({ rule: 'exact' })], answers);
  await chooseStatement();
  await expectText('LF7K3MQ2');
  await expectText(new RegExp(t('payouts.statements:preview.count', { lines: 7 })));
  await expectText(/\u20264300 \(2\)/);
  expect(importsOf(server)).toHaveLength(0);
  await press(importNow);
  await waitFor(() => expect(importsOf(server)).toHaveLength(1));
  const settleName = new RegExp(t('payouts.statements:settleExact', { count: 2 }));
  const settleButton = screen.getByRole('button', { name: settleName });
  // Only one of both is in view: its sum is not the sum that the button settles.
  expect(settleButton.parentElement?.textContent).not.toContain('€');
  await press(t('payouts.statements:settleExact', { count: 2 }));
  await waitFor(() => expect(server.sent(settling)).toHaveLength(1));
});

test('a payer imports the balances of a file whose lines are all known, and reads that none is new', async () => {
  const found = { exact: 0, proposed: 0, unmatched: 0, known: 7 };
  const server = await openStatements([], { [importing]: answersFor({ ...previewed, count: 7, found }) });
  await chooseStatement();
  await expectText(t('payouts.statements:nothingNew'));
  await press(importNow);
  await waitFor(() => expect(importsOf(server)).toHaveLength(1));
});

test('a payer reads no number of new lines before the server has compared them', async () => {
  await openStatements([], { [importing]: answersFor({ ...previewed, count: 6000, found: null }) });
  await chooseStatement();
  expect(await screen.findByRole('button', { name: importNow })).toBeTruthy();
});

test('a payer who searches sees no button that settles all lines', async () => {
  const server = await openStatements([lineOf({ rule: 'exact' })]);
  const all = { name: t('payouts.statements:settleExact', { count: 2 }) };
  await screen.findByRole('button', all);
  await fill(t('payouts.statements:search'), 'Ada');
  const askedText = () =>
    server.sent('GET /api/admin/statement-lines').filter(({ query }) => JSON.stringify(query).includes('Ada'));
  await waitFor(() => expect(askedText()).toHaveLength(3));
  await screen.findByRole('button', { name: t('payouts.statements:settle') });
  expect(screen.queryByRole('button', all)).toBeNull();
});

test('a payer gives the reason for a gap and imports the file without choosing it again', async () => {
  const params = { expected: '100.00', opening: '50.00' };
  const refusal = new Refused('conflict', reasonWith('balance_gap', params));
  const server = await openStatements([], { [importing]: answersFor(previewed, refusal) });
  await chooseStatement();
  await press(importNow);
  const dialog = await dialogOf(t('payouts.statements:ask.gap.title'));
  dialog.getByText(t('payouts.statements:ask.gap.text', params));
  const confirmButton = dialog.getByRole('button', { name: t('payouts.statements:ask.gap.yes') });
  fireEvent.click(confirmButton);
  await dialog.findByText(t('errors:statement_reason_required'));
  expect(importsOf(server)).toHaveLength(1);
  server.answer({ [importing]: answersFor(previewed, { ...importedFile, gapReason: 'A page is missing' }) });
  await fill(t('payouts.statements:reason'), 'A page is missing');
  fireEvent.click(confirmButton);
  await waitFor(() => expect(importsOf(server)).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a payer names the account of a file without one, and reads which lines were left out', async () => {
  const importedStatement = { ...importedFile, others: [{ account: '4300', lines: 2 }], leftOut: 1 };
  const answer = answersFor({ ...previewed, account: null }, importedStatement);
  const server = await openStatements([], { [importing]: answer });
  await chooseStatement();
  await expectText(new RegExp(t('payouts.statements:preview.count', { lines: previewed.count })));
  await press(importNow);
  const dialog = await dialogOf(t('payouts.statements:ask.account.title'));
  dialog.getByText(t('payouts.statements:ask.account.text', { account: 'Main (EUR)' }));
  expect(importsOf(server)).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: t('payouts.statements:ask.account.yes') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(importsOf(server)).toMatchObject([{ body: { accountConfirmed: 'true' } }]);
  await screen.findByText(/\u20264300 \(2\)/);
});

test('a payer whose preview failed is asked for the account when the import is refused', async () => {
  const params = { why: 'no_account', found: '', own: '3000' };
  const refusal = new Refused('statement_other_account', reasonWith('statement_no_account', params));
  const server = await openStatements([], { [importing]: refusal });
  await chooseStatement();
  await press(t('payouts.statements:importNow'));
  const dialog = await dialogOf(t('payouts.statements:ask.account.title'));
  server.answer({ [importing]: importedFile });
  fireEvent.click(dialog.getByRole('button', { name: t('payouts.statements:ask.account.yes') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(importsOf(server)).toHaveLength(2);
});

const layout: NonNullable<StatementPreview['layout']> = {
  date: 'Datum',
  amount: 'Betrag',
  text: ['Zweck'],
  separator: '\t',
  encoding: 'utf-8',
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
  sign: 'asWritten',
  skip: 0,
};

test('an owner saves the guessed layout of a table, and the file is read by it', async () => {
  const saveRoute = 'POST /api/admin/payout-profiles';
  const savedProfile = { id: crypto.randomUUID(), name: 'My bank', isReady: false, isVerified: false, tampered: false };
  const guess: StatementPreview = { ...previewed, format: 'csv', layout };
  const byLayout = ({ body }: SentCall) =>
    (body as { profileId?: string }).profileId ? { ...guess, profileId: savedProfile.id, layout: null } : guess;
  const fullProfile = { ...layout, ...savedProfile, direction: 'statement' as const };
  const answers = { [importing]: byLayout, [saveRoute]: fullProfile };
  const server = await openStatements([], answers, anAdmin('owner'));
  await chooseStatement();
  await expectText('Betrag');
  await expectText(t('payouts.statements:preview.tab'));
  const button = await screen.findByRole('button', { name: t('payouts.statements:importNow') });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await fill(t('payouts.statements:preview.name'), 'My bank');
  await press(t('payouts.statements:preview.save'));
  await waitFor(() => expect(server.sent(saveRoute)).toMatchObject([{ body: { ...layout, name: 'My bank' } }]));
  await waitFor(() => expect(screen.queryByText('Betrag')).toBeNull());
  expect(server.sent(importing).at(-1)).toMatchObject({ body: { profileId: savedProfile.id } });
});

test('a payer reads which columns are missing, and that the settings change the layout', async () => {
  const shownStatement = { ...previewed, format: 'csv' as const, layout, missing: ['Zweck 2', 'Ref'] };
  await openStatements([], { [importing]: answersFor(shownStatement) });
  await chooseStatement();
  await expectText(t('payouts.statements:preview.missing', { columns: 'Zweck 2, Ref' }));
  await expectText(t('payouts.statements:preview.owner'));
  expect(screen.queryByRole('button', { name: t('payouts.statements:preview.save') })).toBeNull();
});

test('a payer reads the sum that one click settles', async () => {
  await openStatements([lineOf({ rule: 'exact' }), lineOf({ rule: 'exact' })]);
  const button = await screen.findByRole('button', {
    name: new RegExp(t('payouts.statements:settleExact', { count: 2 })),
  });
  expect(button.parentElement?.textContent).toContain('+€186.04\u00a0EUR');
});

test('a payer matches an exact line with one click, also one of returned money', async () => {
  const [exactLine, returnLine] = [lineOf({ rule: 'exact' }), lineOf({ rule: 'return', direction: 'in' })];
  const server = await openStatements([exactLine, returnLine], { [matchRoute]: { ...exactLine, state: 'matched' } });
  await press(t('payouts.statements:settle'));
  await waitFor(() => expect(server.sent(matchRoute)).toHaveLength(1));
  await press(t('payouts.statements:takeReturn'));
  await waitFor(() => expect(server.sent(matchRoute)).toHaveLength(2));
  expect(server.sent(matchRoute)[1]).toMatchObject({ path: `/api/admin/statement-lines/${returnLine.id}/match` });
});

test('a payer reads in place of the button that a line waits for a second member', async () => {
  const returnLine = lineOf({ rule: 'return', direction: 'in' });
  const subject = { subjectId: returnLine.id, facts: { returns: true } };
  const request = { ...blankOf(approvalView), kind: 'payout', ...subject } as const;
  const member = { ...anAdmin('payer'), fourEyes: true };
  await openStatements([returnLine], { 'GET /api/admin/approvals': [request] }, member);
  await screen.findByRole('link', { name: t('payouts.statements:waits') });
  expect(screen.queryByRole('button', { name: t('payouts.statements:takeReturn') })).toBeNull();
});

test('a payer books a charge of the bank with its reason, and has no such button for incoming money', async () => {
  const line = lineOf({ state: 'unmatched', rule: null, candidates: [], direction: 'out', text: 'Fees of the month' });
  const income = lineOf({ state: 'unmatched', rule: null, candidates: [], direction: 'in', text: 'Interest' });
  const server = await openStatements([line, income], { [matchRoute]: { ...line, state: 'matched' } });
  const buttons = await screen.findAllByRole('button', { name: t('payouts.statements:cost') });
  expect(buttons).toHaveLength(1);
  await press(t('payouts.statements:cost'));
  const dialog = await dialogOf(t('payouts.statements:ask.cost.title'));
  await fill(t('payouts.statements:reason'), 'Fees of November');
  fireEvent.click(dialog.getByRole('button', { name: t('payouts.statements:ask.cost.yes') }));
  const body = { as: 'cost', reason: 'Fees of November' };
  await waitFor(() => expect(server.sent(matchRoute)).toMatchObject([{ body }]));
});

test('exact lines stand above proposed ones, and unmatched lines are last', async () => {
  const [exactLine, fee] = [lineOf({ rule: 'exact' }), lineOf({ rule: 'fee_deducted' })];
  const leftLine = lineOf({ state: 'unmatched', rule: null, candidates: [], text: 'SMS CHG' });
  await openStatements([leftLine, fee, exactLine, lineOf({ state: 'matched', text: 'Of yesterday' })]);
  const groups = ['exact', 'proposed', 'unmatched'] as const;
  await screen.findByRole('heading', { name: `${t('payouts.statements:state.unmatched')} 1` });
  const shownHeadings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(shownHeadings.slice(0, 3)).toEqual(groups.map((group) => `${t(`payouts.statements:state.${group}`)} 1`));
  expect(screen.queryByText('Of yesterday')).toBeNull();
  await press(t('payouts.statements:state.matched'));
  await expectText('Of yesterday');
});

test("a payer sees each line's result and the account before a file is stored", async () => {
  const found = { exact: 16, proposed: 2, unmatched: 3, known: 7 };
  const server = await openStatements([], { [importing]: answersFor({ ...previewed, count: 28, found }) });
  await chooseStatement();
  const dialog = await dialogOf('november.sta');
  for (const [group, count] of Object.entries(found)) {
    const label = await dialog.findByText(t(`payouts.statements:state.${group as keyof typeof found}`));
    expect(label.nextElementSibling?.textContent).toBe(String(count));
  }
  expect(dialog.getByText(t('payouts.statements:preview.unmatched'))).toBeTruthy();
  dialog.getByRole('button', { name: t('payouts.statements:importLines', { count: 21 }) });
  expect(dialog.getByText(t('payouts.statements:preview.account', { account: 'Main' }), { exact: false })).toBeTruthy();
  expect(importsOf(server)).toHaveLength(0);
});

test('a payer without a statement reads which file to choose', async () => {
  await openStatements([], { 'GET /api/admin/statements': [] });
  await expectText(t('payouts.statements:noStatementText'));
  await field(t('payouts.statements:chooseFile'));
});
