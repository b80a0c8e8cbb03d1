import { fireEvent, screen, waitForElementToBeRemoved } from '@testing-library/react';
import { test } from 'vitest';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import { dialogOf, expectText, fill, press } from '#tests/components/screen.tsx';
import type { Answers, SentCall } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const decision = 'PUT /api/admin/transactions/:id/status';
const boxName = ({ reference }: AdminOrder) => t('orders.admin:table.select', { reference });

test('a reviewer reads how many orders were rejected, also if they leave the list meanwhile', async () => {
  const [first, second] = [anAdminOrder(), anAdminOrder()];
  const { answers } = orderBook(first, second);
  const decide = answers[decision] as (call: SentCall) => ReturnType<typeof anAdminOrder>;
  const answersWhileRead: Answers = {
    ...answers,
    [decision]: async (call: SentCall) => {
      if (call.path.includes(second.id)) {
        // The window is focused again during the second call: the list is fetched without the first order.
        window.dispatchEvent(new Event('visibilitychange'));
        await waitForElementToBeRemoved(() => screen.queryByRole('checkbox', { name: boxName(first) }));
      }
      return decide(call);
    },
  };
  await renderAdmin('/admin/transactions?view=table', answersWhileRead, anAdmin('reviewer'));
  for (const order of [first, second]) fireEvent.click(await screen.findByRole('checkbox', { name: boxName(order) }));
  await press(t('orders.admin:reject'));
  await dialogOf(t('orders.admin:table.rejectTitle'));
  await fill(t('orders.admin:field.reason'), 'No coins came.');
  await press(t('orders.admin:table.rejectTitle'));
  await expectText(t('orders.admin:table.done', { number: 2 }));
});
