import { afterAll, beforeAll, expect as check, test } from 'vitest';
import { aBankNumber } from './harness/bank-accounts.ts';
import { button, expectTexts, press } from './harness/controls.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { controlsOf, report, type Hands } from './harness/hands.ts';
import { placeSellOrder } from './harness/orders.ts';
import { giveAddresses, ordersOf, sell } from './harness/own-sales.ts';
import { startOwnProduct } from './harness/server.ts';
import { aCustomer, aMember, anAdmin, as, ask, askProven, type TestUser } from './harness/users.ts';

/** 160 approvals, one after the other. */
const dayWait = { timeout: 600_000 };
const naira = {
  method: 'bank',
  accountName: 'Oluwaseun Adebayo-Ogunleye',
  accountNumber: '0123884421',
  bankName: 'First Coastal Bank of Nigeria',
  bankCode: '100004',
};
const euro = { method: 'bank', accountName: 'Ada Okafor', accountNumber: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };
const iban = 'NL02ABNA0123456789';

/**
 * The day's 200 orders: matching ones, own addresses with too little or too much, and orders that are checked by hand.
 */
const day = { naira: 144, euro: 16, blocked: 2, large: 1, less: 4, more: 4, byHand: 28, unpaid: 1 };

type Role = 'owner' | 'reviewer' | 'payer' | 'support' | 'auditor';
const team: Partial<Record<Role, TestUser>> = {};

const memberOf = (role: Role): TestUser => {
  const member = team[role];
  if (!member) throw new Error(`The team has no ${role}.`);
  return member;
};
/** Keyboard and mouse of a member at a screen. */
const at = async (role: Role, path: string): Promise<Hands> => {
  const member = memberOf(role);
  // The members of this test have no authenticator, so each has just entered the code.
  await inTheDatabase(`update sessions set sure_at = now(), sure_until = now() + interval '15 minutes'`);
  return controlsOf(await as(member, path, { viewport: { width: 1440, height: 900 } }), member.password);
};

const countedWork: string[] = [];
/** Records the keys and clicks of a piece of work, for the summary at the end of the day. */
const note = (role: Role, work: string, ...allHands: readonly Hands[]) => {
  const sum = (counter: 'keys' | 'clicks') => allHands.reduce((all, { counts }) => all + counts[counter], 0);
  countedWork.push(`${role.padEnd(8)} ${work}: ${sum('keys')} keys, ${sum('clicks')} clicks`);
  return { keys: sum('keys'), clicks: sum('clicks') };
};

/** Sells in turns of ten customers at once; each sells a few times. */
async function sellAll(salesList: readonly Parameters<typeof sell>[1][]): Promise<string[]> {
  const sales: Awaited<ReturnType<typeof sell>> = [];
  for (let from = 0; from < salesList.length; from += 10) {
    const turn = salesList.slice(from, from + 10).map(async (terms) => sell(await aCustomer(), terms));
    sales.push(...(await Promise.all(turn)).flat());
  }
  return ordersOf(sales);
}

const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const inThrees = <Item>(items: readonly Item[]) =>
  Array.from({ length: Math.ceil(items.length / 3) }, (_value, index) => items.slice(index * 3, index * 3 + 3));

async function openOrders(): Promise<typeof orders> {
  const inNaira = { cryptoAmount: 45, paymentDetails: naira };
  const inEuro = { cryptoAmount: 50, targetCurrency: 'EUR', paymentDetails: euro };
  const matchingTerms = [...times(day.naira, inNaira), ...times(day.euro, inEuro)];
  const uneven = [
    ...times(day.more, { ...inNaira, play: 'more' as const }),
    ...times(day.less, { ...inNaira, play: 'less' as const }),
  ];
  const [large = ''] = await sellAll([[{ ...inNaira, cryptoAmount: 900 }]]);
  const [overpaid = ''] = await sellAll(inThrees(uneven));
  await sellAll(inThrees(matchingTerms));
  const [owner, evelyn] = [memberOf('owner'), await aCustomer()];
  await ordersOf(await sell(evelyn, times(day.blocked, inNaira)));
  const [user] = await ask<{ id: string }[]>('GET', `/api/admin/users?q=${encodeURIComponent(evelyn.email)}`, owner);
  await askProven(owner, 'POST', `/api/admin/users/${user?.id}/block`, { reason: 'The photo is of another person.' });
  for (const amounts of inThrees(Array.from({ length: day.byHand }, (_value, index) => 20 + index))) {
    const seller = await aCustomer();
    // An account that several customers use is a flag of its own.
    const paymentDetails = { ...naira, accountNumber: aBankNumber('NGN', naira.bankCode) };
    for (const amount of amounts) await placeSellOrder(seller, { cryptoId: 'usdt-trc20', amount, paymentDetails });
  }
  const { id: unpaidId } = await placeSellOrder(await aCustomer(), { cryptoId: 'litecoin', amount: 1 });
  return { more: overpaid, large, unpaid: unpaidId };
}

const orders = { more: '', large: '', unpaid: '' };

startOwnProduct({ CHAIN_ETHEREUM: 'simulated', CHAIN_LITECOIN: 'simulated' });
beforeAll(async () => {
  const owner = await anAdmin();
  Object.assign(team, { owner });
  const roles = ['reviewer', 'payer', 'support', 'auditor'] as const;
  await Promise.all(
    roles.map(async (role) => {
      team[role] = await aMember(role);
    }),
  );
  await giveAddresses(200);
  const profiles = await ask<{ id: string; name: string }[]>('GET', '/api/admin/payout-profiles', owner);
  const profileId = profiles.find(({ name }) => name === 'ng-transfer')?.id;
  const ownAccount = { holderName: 'Landfall', bankName: 'Bank' };
  const inNaira = {
    ...ownAccount,
    name: 'Naira',
    currency: 'NGN',
    format: 'csv',
    accountNumber: '0152792740',
    profileId,
  };
  const inEuro = { ...ownAccount, name: 'Euro', currency: 'EUR', format: 'pain001', iban, bic: 'ABNANL2A' };
  for (const account of [inNaira, inEuro]) await askProven(owner, 'POST', '/api/admin/desk-accounts', account);
  await askProven(owner, 'PUT', '/api/admin/settings', { fourEyes: { payoutOverUsd: 500, warnedApproval: true } });
  Object.assign(orders, await openOrders());
});

afterAll(() => report(`A day of 200 orders by five roles\n${countedWork.join('\n')}`));

/** The rows of a list, and the number of warnings: chips in amber or red. */
async function expectQuiet({ page }: Hands, list: string): Promise<void> {
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows.first()).toBeVisible();
  const warning = rows.filter({ has: page.locator('.border-pending, .border-rejected') });
  const [all, warn] = [await rows.count(), await warning.count()];
  countedWork.push(`         ${list}: ${warn} of ${all} rows warn`);
  check(warn, `rows of ${list} that warn, of ${all}`).toBeLessThanOrEqual(all / 4);
}

test('the reviewer approves all 160 matching orders by four keys, and their mails wait ten seconds', async () => {
  const hands = await at('reviewer', '/admin/transactions?view=table');
  const { page, key } = hands;
  await expect(button(page, 'Approve all 160…')).toBeVisible();
  await expectQuiet(hands, 'To do, all of it');
  await key('Shift+B');
  const reasons = ['Customer blocked', 'Second look', 'More arrived', 'Deposit not checked', 'Not confirmed'];
  await expectTexts(page.getByRole('dialog'), '36 need a look', ...reasons);
  await key('Control+Enter');
  await expect(page.getByText(/^160 approved\. Mails leave in/)).toBeVisible(dayWait);
  const { keys, clicks } = note('reviewer', '160 approvals', hands);
  check([keys <= 6, clicks]).toEqual([true, 0]);
  await expect(button(page, /^Approve all/)).toHaveCount(0);
}, 900_000);

test('the reviewer rejects an overpaid order, and sends the coins back, by four keys', async () => {
  const hands = await at('reviewer', `/admin/transactions?tx=${orders.more}`);
  const { page, key } = hands;
  await expect(button(page, 'Reject…')).toBeVisible();
  await key('r');
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
  await key('4');
  await key('Control+Enter');
  await expect(page.getByText(/mail to .* leaves in/).first()).toBeVisible();
  check(note('reviewer', 'a rejection with its refund', hands).keys).toBeLessThanOrEqual(4);
  const { stage } = await ask<{ stage: string }>('GET', `/api/admin/transactions/${orders.more}`, memberOf('reviewer'));
  check(stage).toBe('refund_due');
});

test('the reviewer approves a large order and a contradicted one, and they wait for the owner', async () => {
  const large = await at('reviewer', `/admin/transactions?tx=${orders.large}`);
  await expect(button(large.page, /^Approve .* pay in a batch/)).toBeVisible();
  await large.key('b');
  await button(large.page.getByRole('dialog'), /^Approve/).waitFor();
  await large.key('Control+Enter');
  await expect(large.page.getByRole('dialog')).toHaveCount(0);
  note('reviewer', 'a large order', large);

  const askPage = await at('reviewer', `/admin/transactions?tx=${orders.unpaid}`);
  await expect(button(askPage.page, /^Approve .* pay in a batch/)).toBeVisible();
  await askPage.key('b');
  const reason = askPage.page.getByRole('dialog').getByRole('textbox');
  await reason.fill('The customer showed us the transfer on the phone.');
  await askPage.key('Control+Enter');
  await expect(askPage.page.getByText('Waiting for a second person').first()).toBeVisible();
  note('reviewer', 'a second look asked for, with a reason', askPage);
  const approvalsPage = await at('owner', '/admin/approvals');
  await approvalsPage.click(button(approvalsPage.page, /^Approve/).first());
  await approvalsPage.prove();
  await expect(approvalsPage.page.getByText('Nothing waits for a second person.')).toBeVisible();
  check(note('owner', 'a second look given', approvalsPage).clicks).toBe(1);
});

test('reviewer and payer send all payouts to the bank, twenty in at most eight clicks', async () => {
  const duePage = await at('reviewer', '/admin/payouts?tab=due');
  await expectQuiet(duePage, 'Payouts that are due');
  await duePage.click(button(duePage.page, /^Batch 146 payouts, ₦/));
  await expect(button(duePage.page, /^Batch 16 payouts, €/)).toBeVisible();
  await duePage.click(button(duePage.page, /^Batch 16 payouts, €/));
  await expectTexts(duePage.page.getByRole('main'), 'No payouts are due.');

  const paying = await at('payer', '/admin/payouts?tab=release');
  const { page, click, prove } = paying;
  for (const batch of [/146 payouts from Naira/, /16 payouts from Euro/]) {
    const card = page.getByRole('listitem').filter({ hasText: batch }).first();
    await click(button(card, /^Release .*: B-/));
    await click(button(page.getByRole('dialog'), /^Release/));
    await prove();
    const download = page.waitForEvent('download');
    await click(button(card, /B-\d{6}\.(csv|xml)/));
    await download;
    await click(button(card, /^Mark as handed to the bank/));
    await click(button(page.getByRole('dialog', { name: 'Handed to the bank' }), 'Handed to the bank', true));
    await expect(card).toHaveCount(0);
  }
  // Two batches: each may cost at most as much as one of twenty.
  check(note('payer', '162 payouts in two batches', duePage, paying).clicks).toBeLessThanOrEqual(16);
});

test('the payer settles a statement of 21 lines by two clicks', async () => {
  const payer = memberOf('payer');
  type Batch = { id: string; currency: string; lines: { endToEndId: string; amount: string }[] };
  const batches = await ask<Batch[]>('GET', '/api/admin/payout-batches', payer);
  const id = batches.find(({ currency }) => currency === 'EUR')?.id;
  const { lines } = await ask<Batch>('GET', `/api/admin/payout-batches/${id}`, payer);
  const otherLines = Array.from({ length: 5 }, (_value, index) => ({
    amount: `${3 + index}.50`,
    endToEndId: `fee ${index}`,
  }));
  const bookedLines = [...lines, ...otherLines];
  const today = new Date().toISOString().slice(2, 10).replaceAll('-', '');
  const remaining = 90_000_00 - bookedLines.reduce((cents, { amount }) => cents + Number(amount.replace('.', '')), 0);
  const bookings = bookedLines.map(
    ({ amount, endToEndId }) =>
      `:61:${today}${today.slice(2)}D${amount.replace('.', ',')}NTRFNONREF\r\n:86:${endToEndId}\r\n`,
  );
  const closingBalance = `:62F:C${today}EUR${Math.floor(remaining / 100)},${String(remaining % 100).padStart(2, '0')}\r\n`;
  const file = `:20:S1\r\n:25:${iban}\r\n:28C:1/1\r\n:60F:C${today}EUR90000,00\r\n${bookings.join('')}${closingBalance}`;
  const hands = await at('payer', '/admin/statements');
  const { page, click } = hands;
  const chooser = page.getByLabel('Import statement…');
  await chooser.setInputFiles({ name: 'day.sta', mimeType: 'text/plain', buffer: Buffer.from(file) });
  await expectTexts(page.getByRole('dialog', { name: 'day.sta' }), 'Bookings: 21');
  await click(button(page, 'Import 21 lines'));
  await click(button(page, /^Settle 16 that fit/));
  await expectTexts(page.getByRole('row').filter({ hasText: 'day.sta' }), 'Not matched yet 5');
  await expect(button(page, /^Settle .* that fit/)).toHaveCount(0);
  check(note('payer', 'a statement of 21 lines', hands).clicks).toBe(2);
});

test('support answers a customer by one click and Enter, and has no button that moves money', async () => {
  const seller = await aCustomer();
  const customerPage = await as(seller, '/contact');
  await press(customerPage, 'Open Live Chat');
  await press(customerPage, 'Talk to an agent');
  const hands = await at('support', '/admin/agent-chat');
  const { page, click, key } = hands;
  await click(button(page, /Talk to an agent/));
  await page.getByLabel('Write a message').fill('Your payout is on its way.');
  await key('Enter');
  await expect(customerPage.getByRole('log')).toContainText('Your payout is on its way.');
  check(note('support', 'a customer answered', hands).clicks).toBe(1);
  await page.goto(`/admin/transactions?show=all&tx=${orders.large}`);
  await expectTexts(page.getByRole('main'), '••••');
  await expect(button(page, /^(Approve (all|for|₦)|Reject…|Start processing|Record)/)).toHaveCount(0);
});

test('the auditor verifies the day’s log by one click, and finds each approval in it', async () => {
  const hands = await at('auditor', '/admin/audit-log');
  await hands.click(button(hands.page, 'Verify now'));
  await expect(hands.page.getByText(/entries, no difference/)).toBeVisible();
  check(note('auditor', 'the log verified', hands).clicks).toBe(1);
  const [log] = await inTheDatabase(`select count(*)::int as approvals from audit_log where action = 'payout.due'`);
  check(log?.approvals).toBe(162);
});
