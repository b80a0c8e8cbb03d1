import * as contract from '#shared/books/books.periods.contract.ts';
import { setRules } from '#tests/factories/approvals.ts';
import { bookCalls, capitalOf, monthsAgo } from '#tests/factories/books.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, rows } = testbed;
const { admin, byHand, period, close } = bookCalls(testbed);
/** The body of a call to close. */
let digest = '';

const onMonth: Omit<ActionCase, 'contract'> = {
  states: ['open', 'to_close', 'closed'],
  make: async (state): Promise<MatrixRow> => {
    const last = monthsAgo(1);
    // A looser rule would need a second member.
    await rows(`delete from settings where key = 'fourEyes'`);
    await app.deps.settings.refresh();
    const lastPeriod = await period(last);
    if (lastPeriod.entries === 0) await byHand(capitalOf('USD', '100', last));
    if (lastPeriod.state === 'closed') await admin.post(`books/periods/${last}/reopen`, { reason: 'Once more.' });
    if (state === 'closed') await close(last);
    const month = state === 'open' ? monthsAgo(0) : last;
    ({ digest } = await period(month));
    return { id: month, params: { month } };
  },
  stateOf: ({ id }) => rows('select sha256 from book_periods where month = $1 and closed_at is not null', [id]),
  ruleOn: () => setRules(testbed, { booksClose: true }),
};

tryActions(testbed, 'booksPeriods', [
  {
    ...onMonth,
    contract: contract.closePeriod,
    body: () => ({ digest }),
    change: () => byHand(capitalOf('USD', '1', monthsAgo(1))),
  },
  { ...onMonth, contract: contract.reopenPeriod, body: () => ({ reason: 'Once more.' }) },
]);
