import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reasonWith } from '#shared/kernel/reason.ts';
import { adminPaymentMethodView } from '#shared/payment-methods/payment-methods.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, press } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const replaceRoute = 'POST /api/admin/payment-methods/samples';
const changeRoute = 'PUT /api/admin/payment-methods/:id';
const aSample = (currency: string) => ({
  ...blankOf(adminPaymentMethodView),
  id: crypto.randomUUID(),
  currency,
  displayName: `${currency} transfer (SAMPLE)`,
  accountDetails: { 'Bank name': 'Sample Bank', 'Account number': '0000000000' },
  isSample: true,
});
const [naira, dollars] = [aSample('NGN'), aSample('USD')];

async function openDialog() {
  const server = await renderAdmin('/admin/payment-methods', {
    'GET /api/admin/payment-methods': [naira, dollars],
    'GET /api/admin/fiat-currencies': [],
    'GET /api/admin/approvals': [],
  });
  await press(t('payment-methods.admin:replace.open'));
  const dialog = await dialogOf(t('payment-methods.admin:replace.title'));
  const type = (label: string, at: number, text: string) => {
    const field = dialog.getAllByLabelText(new RegExp(`^${label}`))[at];
    if (field) fireEvent.change(field, { target: { value: text } });
  };
  const save = (count: number) =>
    dialog.getByRole('button', { name: t('payment-methods.admin:replace.yes', { shown: count }) });
  return { server, dialog, type, save };
}

test('the owner replaces several samples at once, and an empty one stays a sample', async () => {
  const { server, type, save } = await openDialog();
  type('Account number', 0, '0123884421');
  type('Bank name', 0, 'Zenfield Bank');
  server.answer({ [replaceRoute]: [naira] });
  fireEvent.click(save(1));
  const account = {
    id: naira.id,
    displayName: 'NGN transfer',
    accountDetails: { 'Account number': '0123884421', 'Bank name': 'Zenfield Bank' },
    instructions: null,
  };
  await waitFor(() => expect(server.sent(replaceRoute)).toMatchObject([{ body: { accounts: [account] } }]));
  expect(JSON.stringify(server.sent(replaceRoute)[0]?.body)).toMatch(/Bank name.*Account number/);
  await expectText(t('payment-methods.admin:replace.done', { shown: 1 }));
});

test('the owner reads in the dialog why an account is refused, and empty lines send nothing', async () => {
  const { server, type, save } = await openDialog();
  fireEvent.click(save(0));
  expect(server.sent(replaceRoute)).toHaveLength(0);
  type('Account number', 1, '987');
  type('Bank name', 1, 'Zenfield Bank');
  server.answer({ [replaceRoute]: new Refused('conflict', 'receiving_account_no_sample') });
  fireEvent.click(save(1));
  await expectText(t('payment-methods.admin:failed.update'));
  await expectText(t('errors:receiving_account_no_sample'));
  expect(JSON.stringify(server.sent(replaceRoute)[0]?.body)).toContain(dollars.id);
});

test('the owner who presses a blocked Replace is led to the account line that is missing', async () => {
  const { dialog, type, save } = await openDialog();
  const fieldsOf = (label: string) => dialog.getAllByLabelText(new RegExp(`^${label}`));
  fireEvent.click(save(0));
  expect(document.activeElement).toBe(fieldsOf('Bank name')[0]);
  type('Bank name', 1, 'Zenfield Bank');
  fireEvent.click(save(1));
  expect(document.activeElement).toBe(fieldsOf('Account number')[1]);
});

test('the owner is asked before Esc drops what they typed', async () => {
  const { dialog, type } = await openDialog();
  type('Account number', 0, '0123884421');
  const escape = async () =>
    fireEvent(
      dialog.getByRole('heading', { level: 2 }).closest('dialog') as Element,
      new Event('cancel', { cancelable: true }),
    );
  await escape();
  await press(t('common:leave.stay'));
  expect(dialog.getAllByLabelText(/^Account number/)[0]).toHaveProperty('value', '0123884421');
  await escape();
  await press(t('common:leave.yes'));
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
});

test('each replaced account waits for its own second member under dual approval', async () => {
  const { server, type, save } = await openDialog();
  type('Account number', 0, '0123884421');
  type('Bank name', 0, 'Zenfield Bank');
  server.answer({
    [replaceRoute]: new Refused('conflict', reasonWith('receiving_accounts_singly', {})),
    [changeRoute]: naira,
  });
  fireEvent.click(save(1));
  await waitFor(() => expect(server.sent(changeRoute)).toHaveLength(1));
  expect(server.sent(changeRoute)[0]?.path).toContain(naira.id);
});

test('the owner cannot activate an account that lacks one of its lines', async () => {
  const { server, type, save } = await openDialog();
  type('Bank name', 0, 'Zenfield Bank');
  await expectText(t('payment-methods.admin:replace.fillAll', { currency: 'NGN' }));
  fireEvent.click(save(1));
  expect(server.sent(replaceRoute)).toHaveLength(0);
});

test('the owner fills one account after the other, and reads which are ready', async () => {
  const { dialog, type } = await openDialog();
  const accounts = () => [...document.querySelectorAll('details')];
  expect(accounts().map(({ open }) => open)).toEqual([true, false]);
  type('Account number', 0, '0123884421');
  await dialog.findByText(t('payment-methods.admin:replace.state.begun'));
  type('Bank name', 0, 'Zenfield Bank');
  await dialog.findByText(t('payment-methods.admin:replace.state.ready'));
  await press(t('payment-methods.admin:replace.next', { currency: 'USD', name: 'USD transfer' }));
  expect(accounts()[1]?.open).toBe(true);
  expect(document.activeElement).toBe(dialog.getAllByLabelText(/^Display name/)[1]);
});
