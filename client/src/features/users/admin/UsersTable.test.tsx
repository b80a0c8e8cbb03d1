import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '#shared/users/users.admin.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { t } from '#tests/components/texts.ts';

const ada = { ...blankOf(getUser.response), name: 'Ada Okafor', email: 'ada@customers.test' };

test('a member reads the instruction in a tag before the origin of a customer, and the number in groups', async () => {
  const tagged = {
    ...ada,
    email: null,
    mobileNumber: '+2348035550102',
    customerState: 'brought' as const,
    tags: ['call back before paying', 'regular'],
  };
  await renderAdmin('/admin/users', { 'GET /api/admin/users': [tagged] });
  const notes = `call back before paying · regular · ${t('users.admin:state.brought')}`;
  expect(await screen.findAllByText(notes)).not.toEqual([]);
  expect(screen.getAllByText('+234 803 555 0102')).not.toEqual([]);
});

test('a member finds customers with an approved identity by the word of their row', async () => {
  const server = await renderAdmin('/admin/users', { 'GET /api/admin/users': [ada] });
  fireEvent.click(await screen.findByRole('button', { name: t('common:status.approved') }));
  await expect.poll(() => server.sent('GET /api/admin/users').at(-1)?.query).toMatchObject({ kyc: 'approved' });
});
