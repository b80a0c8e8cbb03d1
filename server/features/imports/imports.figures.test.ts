import { expect, test } from 'vitest';
import type { ImportDetails } from '#shared/imports/imports.contract.ts';
import { theOwner } from '#tests/factories/approvals.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { app, row } = testbed;
const session = fixture(() => theOwner(testbed));

const count = 20_000;
const heading =
  'firstName;lastName;email;mobileNumber;country;language;note;accountName;accountNumber;bankName;bankCode;currency';
/** Every customer has an address, a number, a note and an account. */
const rowOf = (at: number) =>
  `Ada;Obi;customer.${at}@sheet.test;+23480312${String(at).padStart(5, '0')};NG;en;From the sheet, ` +
  `line ${at};Ada Obi;0152792740;GTBank;058;NGN`;
const file = Buffer.from(`${heading}\n${Array.from({ length: count }, (_, index) => rowOf(index)).join('\n')}\n`);

/** Milliseconds that a piece of work took, and the longest that the event loop was held meanwhile. */
async function timed<Result>(work: () => Promise<Result>) {
  const startedAt = performance.now();
  let last = startedAt;
  let heldMs = 0;
  const ticks = setInterval(() => {
    const now = performance.now();
    heldMs = Math.max(heldMs, now - last - 10);
    last = now;
  }, 10);
  const result = await work();
  clearInterval(ticks);
  return { result, ms: performance.now() - startedAt, heldMs };
}

test('twenty thousand customers are checked within six seconds and made within thirty', async () => {
  const { token, headers } = session;
  const preview = await timed(() =>
    app.call('POST', '/api/admin/imports', {
      token,
      headers,
      form: { kind: 'customers', csv: { bytes: file, type: 'text/csv', name: 'customers.csv' } },
    }),
  );
  const { id, ready } = preview.result.body as unknown as ImportDetails;
  expect(ready).toBe(count);
  const result = await timed(() =>
    app.call('POST', `/api/admin/imports/${id}/apply`, { token, headers, json: { invite: false } }),
  );
  expect(result.result.body).toEqual({ created: count, skipped: 0, invited: 0 });
  const createdRow = await row(
    `select (select count(*) from users where origin = 'brought') as users, (select count(*)
     from payout_accounts) as accounts,
       (select count(*) from notes) as notes`,
  );
  expect(createdRow).toEqual({ users: '20000', accounts: '20000', notes: '20000' });
  expect(preview.ms).toBeLessThan(onThisMachine(6_000));
  expect(result.ms).toBeLessThan(onThisMachine(30_000));
}, 240_000);
