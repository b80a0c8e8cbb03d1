import * as contract from '#shared/books/books.contract.ts';
import { bookCalls, capitalOf, monthsAgo } from '#tests/factories/books.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { rows } = testbed;
const { byHand } = bookCalls(testbed);
const entry = capitalOf('USD', '100', monthsAgo(0), '01');
entry.at = new Date().toISOString();
const day = `${monthsAgo(0)}-01`;
const stateOf = () => rows('select key from book_entries order by key');

const onRate: Omit<ActionCase, 'contract'> = {
  make: async (): Promise<MatrixRow> => ({ params: { day, unit: 'EUR' } }),
  stateOf: () => rows('select unit, rate, note from book_rates where day = $1 order by unit', [day]),
};

tryActions(testbed, 'books', [
  { contract: contract.enterManually, make: async () => ({}), stateOf, body: () => entry },
  {
    contract: contract.reverseEntry,
    make: async () => {
      const { body } = await byHand(entry);
      return { params: { id: body.id } };
    },
    stateOf,
    body: () => ({ note: 'Entered twice' }),
  },
  { ...onRate, contract: contract.setBookRate, body: () => ({ rate: '1.1', note: 'Of the central bank' }) },
]);
