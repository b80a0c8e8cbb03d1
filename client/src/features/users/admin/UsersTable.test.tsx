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
  const instruction = await screen.findByText('call back before paying');
  const origin = screen.getByText(t('users.admin:state.brought'));
  expect(instruction.compareDocumentPosition(origin)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByText('+234 803 555 0102')).not.toEqual([]);
});

test('a member finds customers whose identity is approved, or waits for the team', async () => {
  const server = await renderAdmin('/admin/users', { 'GET /api/admin/users': [ada] });
  fireEvent.click(await screen.findByRole('button', { name: t('users.admin:filter.kycApproved') }));
  await expect.poll(() => server.sent('GET /api/admin/users').at(-1)?.query).toMatchObject({ kyc: 'approved' });
  fireEvent.click(screen.getByRole('button', { name: t('users.admin:filter.kycPending') }));
  await expect.poll(() => server.sent('GET /api/admin/users').at(-1)?.query).toMatchObject({ kyc: 'pending' });
});
