import { lineStates } from '#shared/payouts/payouts.lifecycle.ts';
import * as contract from '#shared/payouts/payouts.statements.contract.ts';
import { aUser } from '#tests/factories/orders.ts';
import { inEuro, type Body } from '#tests/factories/payouts.ts';
import { openStatements } from '#tests/factories/statements.ts';
import { tryActions, type ActionCase, type MatrixRow } from '#tests/setup/action-matrix.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { payer, ok, aPayout, sendAlone, imported, match } = openStatements(testbed);
const reason = 'Asked the bank.';

const onLine: Omit<ActionCase, 'contract'> = {
  isIndependent: true,
  states: lineStates,
  make: async (state, userId): Promise<MatrixRow> => {
    const customer = userId ? { id: userId, email: 'mo@example.com' } : await aUser(testbed.database.pool);
    const payout = await aPayout(inEuro(), customer);
    await sendAlone(payout.id);
    const isNamed = state === 'proposed' || state === 'matched';
    const text = isNamed ? String((payout.order as Body).reference) : 'Rent';
    const { lines } = await imported([isNamed ? '93.02' : '7.00', 'out', text]);
    const id = String(lines[0]?.id);
    if (state === 'matched') await match(lines[0]);
    if (state === 'ignored') await ok(payer, 'POST', `statement-lines/${id}/ignore`, { reason });
    return { id };
  },
  stateOf: ({ id }) =>
    testbed.rows(
      `select l.state, l.reason, m.undone_at, p.state as payout from statement_lines l
       left join line_matches m on m.line_id = l.id left join payouts p on p.id = m.payout_id where l.id = $1`,
      [id],
    ),
  body: () => ({ reason }),
};

tryActions(testbed, 'payoutsStatements', [
  { ...onLine, contract: contract.ignoreStatementLine },
  { ...onLine, contract: contract.undoStatementLine },
]);
