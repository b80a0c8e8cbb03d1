import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import {
  statementLineView,
  statementPreview,
  statementView,
  type StatementLineView,
} from '#shared/payouts/payouts.statements.contract.ts';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { chooseFile, dialogOf, expectText, field, press, resizeWindow } from '#tests/components/screen.tsx';
import type { Answers, SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const candidateOf = (reference: string, payee: string | null, difference = '0.00') => ({
  payoutId: crypto.randomUUID(),
  reference,
  amount: '93.02',
  difference,
  payee,
});

const isExact = (query: unknown) => (query as { exact?: string }).exact === 'true';

interface Opened {
  exact?: number;
  path?: string;
  answers?: Answers;
}

/** Opens the statements with one line that no rule has matched. */
async function openLine(
  changes: Partial<StatementLineView>,
  { exact = 0, path = '/admin/statements', answers: ownAnswers = {} }: Opened = {},
) {
  const line: StatementLineView = {
    ...blankOf(statementLineView),
    id: crypto.randomUUID(),
    bookedOn: '2026-11-24',
    amount: '93.02',
    currency: 'EUR',
    direction: 'out',
    state: 'unmatched',
    rule: null,
    ...changes,
  };
  const answers = {
    'GET /api/admin/desk-accounts': [],
    'GET /api/admin/payout-profiles': [],
    'GET /api/admin/statements': [
      { ...blankOf(statementView), id: crypto.randomUUID(), exact, importedAt: '2026-11-24T10:00:00.000Z' },
    ],
    'GET /api/admin/statement-lines': ({ query }: SentCall) =>
      [(query as { state?: string | string[] }).state].flat().includes(line.state) &&
      isExact(query) === (line.rule === 'exact')
        ? [line]
        : [],
    'GET /api/admin/approvals': [],
    ...ownAnswers,
  };
  return renderAdmin(path, answers, anAdmin('payer'));
}

/** The boxes of the question which payouts the line is about: the chosen ones, and the number of folded ones. */
async function boxesOf(line: Partial<StatementLineView>) {
  await openLine(line);
  await press(t('payouts.statements:choose'));
  const dialog = await dialogOf(t('payouts.statements:ask.choose.title'));
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox', { hidden: true });
  return {
    chosen: boxes.map(({ checked }) => checked),
    folded: boxes.filter((box) => box.closest('details')).length,
  };
}

test('a payer finds the likeliest payout of a line chosen, and the others folded', async () => {
  const candidates = [candidateOf('LF-7K3M-Q2', 'Ada Obi'), candidateOf('LF-8P4N-R3', 'Bea Cruz', '5.00')];
  const boxes = await boxesOf({ counterpartyName: 'Ada Obi', candidates });
  expect(boxes).toEqual({ chosen: [true, false], folded: 1 });
});

test('a payer chooses between two payouts that a line fits as well', async () => {
  const candidates = [candidateOf('LF-7K3M-Q2', 'Ada Obi'), candidateOf('LF-8P4N-R3', 'Bea Cruz')];
  const boxes = await boxesOf({ counterpartyName: 'SEPA Service', candidates });
  expect(boxes).toEqual({ chosen: [false, false], folded: 0 });
});

test('a payer reads beside a reference only the name of its own payee', async () => {
  await openLine({ candidates: [candidateOf('LF-7K3M-Q2', null), candidateOf('LF-8P4N-R3', 'Bea Cruz')] });
  await expectText(/LF-7K3M-Q2 \+1/);
  expect(screen.queryByText('Bea Cruz')).toBeNull();
});

test('a payer settles one exact line in its menu while a button settles all of them', async () => {
  await openLine({ state: 'proposed', rule: 'exact', candidates: [candidateOf('LF-7K3M-Q2', null)] }, { exact: 1 });
  const settle = await screen.findByRole('button', { name: t('payouts.statements:settle') });
  expect(settle.closest('[popover]')).not.toBeNull();
});

test('a payer books a line without a likely payout as a fee or sets it aside, both in its row', async () => {
  await openLine({ text: 'SMS CHG' });
  for (const act of ['cost', 'ignore'] as const) {
    const button = await screen.findByRole('button', { name: t(`payouts.statements:${act}`) });
    expect(button.closest('[popover]')).toBeNull();
  }
  await press(t('payouts.statements:ignore'));
  await dialogOf(t('payouts.statements:ask.ignore.title'));
});

test('a payer reads beside the button that settles all exact lines what it does', async () => {
  await openLine({ state: 'proposed', rule: 'exact', candidates: [candidateOf('LF-7K3M-Q2', null)] }, { exact: 1 });
  await expectText(t('payouts.statements:settleText'));
});

test('a payer on a phone, where no file can be dropped, reads that they choose one', async () => {
  resizeWindow({ width: 360, height: 740 });
  const account = { ...blankOf(deskAccountView), name: 'Main', currency: 'EUR' };
  await openLine({}, { answers: { 'GET /api/admin/statements': [], 'GET /api/admin/desk-accounts': [account] } });
  await expectText(t('payouts.statements:noStatementChoose'));
});

test('a payer who looks at lines not matched yet is led to those that fit and wait to be settled', async () => {
  const statements = [{ ...blankOf(statementView), id: crypto.randomUUID(), exact: 2, proposed: 2, lines: 3 }];
  const answers = { 'GET /api/admin/statements': statements };
  const server = await openLine({ text: 'SMS CHG' }, { path: '/admin/statements?state=unmatched', answers });
  await press(t('payouts.statements:showExact', { number: '2' }));
  await waitFor(() =>
    expect(server.sent('GET /api/admin/statement-lines').some(({ query }) => isExact(query))).toBe(true),
  );
});

test('a payer leaves the group that they look at, and reads all that is to do', async () => {
  const server = await openLine({ text: 'SMS CHG' }, { path: '/admin/statements?state=unmatched' });
  await expectText('SMS CHG');
  const wasAsked = () => server.sent('GET /api/admin/statement-lines').some(({ query }) => isExact(query));
  expect(wasAsked()).toBe(false);
  await press(t('payouts.statements:state.todo'));
  await waitFor(() => expect(wasAsked()).toBe(true));
  await expectText('SMS CHG');
});

test.each([
  ['november.sta', 'mt940', false],
  ['november.csv', 'csv', true],
] as const)('a payer who imports %s, read as %s, is asked for its layout: %s', async (fileName, format, isAsked) => {
  const preview = { ...blankOf(statementPreview), format, account: null, profileId: null, layout: null, found: null };
  const account = { ...blankOf(deskAccountView), name: 'Main', currency: 'EUR' };
  await openLine({}, { answers: { 'POST /api/admin/statements': preview, 'GET /api/admin/desk-accounts': [account] } });
  chooseFile(await field(t('payouts.statements:chooseFile')), fileName, 'text/plain');
  const dialog = await dialogOf(fileName);
  await dialog.findByRole('region', { name: t('payouts.statements:preview.title') });
  expect(dialog.queryAllByLabelText(new RegExp(t('payouts.statements:layout')))).toHaveLength(isAsked ? 1 : 0);
});
