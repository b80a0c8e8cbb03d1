import { openOrderOfQuote } from '#shared/sell/sell.admin.contract.ts';
import { aSession } from '#tests/factories/members.ts';
import { aQuote, aSeller } from '#tests/factories/sales.ts';
import { tryActions } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, database, rows } = testbed;

tryActions(testbed, 'sellAdmin', [
  {
    contract: openOrderOfQuote,
    make: async (_state, userId) => {
      const ada = await aSeller(app, database.pool);
      const owner = userId ? { ...ada, ...(await aSession(app.deps, { id: userId, role: 'customer' })) } : ada;
      const { quoteId } = await aQuote(app, owner);
      return { id: quoteId };
    },
    stateOf: async ({ id }) => [
      await rows('select used_at from sell_quotes where id = $1', [id]),
      await rows('select id from orders where quote_id = $1', [id]),
    ],
    body: () => ({ reason: 'Seen on the explorer at noon.', terms: 'quote' }),
  },
]);
