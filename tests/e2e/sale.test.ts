import type { Locator } from 'playwright';
import { expect as check, test } from 'vitest';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import {
  button,
  chooseLargePhoto,
  chooseProof,
  expectTexts,
  field,
  fillAmount,
  fillBank,
  heading,
  press,
} from './harness/controls.ts';
import { inTheDatabase, signInTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { listenForOrders, wordMs } from './harness/live.ts';
import { readMail } from './harness/mail.ts';
import { decide, type PlacedOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, as, ask, customer, type TestUser } from './harness/users.ts';

const ordersOf = ({ token }: TestUser) => ask<PlacedOrder[]>('GET', '/api/transactions', { token });

/** The accessibility tree without texts that repeat others, or that the clock and other tests change. */
async function treeOf(screen: Locator): Promise<string> {
  const tree = await screen.ariaSnapshot();
  return (
    tree
      .replaceAll(/^ *- option (?!.*selected).*\n/gm, '')
      .replaceAll(/^ *- text: (.+)\n(?= *- (?:textbox|combobox|group) "\1")/gm, '')
      .replaceAll(/( *- '?(?:radio|checkbox) "(.+)".*\n) *- text: "?\2"?\n?/g, '$1')
      .replaceAll(/^ *- \/placeholder: .*\n/gm, '')
      .replaceAll(/- term: (.*)\n *- definition: /g, '- $1: ')
      .replaceAll(/\d[\d,]*\.\d+/g, '0.00')
      // Shortly before midnight a time includes its day.
      .replaceAll(/(?:\b[A-Z][a-z]{2} (?:\d+ [A-Z][a-z]{2}, )?)?\d\d:\d\d(:\d\d)?/g, '00:00')
      .replaceAll(/\bbc1[a-z0-9]+/g, 'bc1…')
      .replaceAll(/LF-[A-Z0-9-]+/g, 'LF-…')
  );
}

test('a customer sells bitcoin for naira on five screens, and sees the payout at once', async () => {
  const user = await aCustomer();
  let byTheSocketAlone = () => Promise.resolve();
  const page = await as(user, '/dashboard', {}, (window) => {
    byTheSocketAlone = listenForOrders(window);
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const main = page.getByRole('main');
  /** The content of this step alone: the steps and the slip are shown next to each one. */
  const step = async () =>
    (await treeOf(main)).replaceAll(/^ {2}- (?:list "Steps"|complementary):\n(?: {4}.*\n?)*/gm, '');
  await page.getByRole('link', { name: 'Sell crypto', exact: true }).click();

  await expect(heading(page)).toHaveText('What are you selling?');
  await page.getByRole('searchbox', { name: 'Search cryptocurrency' }).fill('BTC');
  await page.getByRole('radio', { name: /^Bitcoin \$.+BTC · Bitcoin Network Change in 24 / }).check({ force: true });
  await expectTexts(main, 'Step 1 of 4: Select', 'Pick the coin and network exactly as shown in your wallet.');
  await press(page, 'Continue with Bitcoin');

  await expect(heading(page)).toHaveText('How much do you want to sell?');
  await fillAmount(page, '0.02', 'NGN');
  await expect(field(page, 'You get about')).toHaveValue(/^₦[\d,]+\.\d\d$/);
  await page.getByRole('complementary').getByText('0.02 BTC').waitFor();
  check(await step()).toMatchInlineSnapshot(`
    "- main:
      - paragraph: "Step 2 of 4: Amount"
      - heading "How much do you want to sell?" [level=1]
      - paragraph: You’re not sending anything yet. You’ll see the address in step 4.
      - textbox "You sell":
        - text: "0.00"
      - combobox "Cryptocurrency":
        - option "BTC · Bitcoin Network" [selected]
      - paragraph: Minimum 0.00 BTC
      - button "0.00"
      - button "0.00"
      - button "0.00"
      - paragraph: You can sell or exchange $0.00 USD more without ID ($0.00 USD in 30 days).
      - combobox "Payout currency": NGN · Nigerian Naira
      - textbox "You get about":
        - text: ₦0.00
      - text: NGN
      - paragraph: About 0.00 million · Nigerian Naira Sample rate, 00:00
      - paragraph: The rate can change until step 4. Then we lock it for 15 minutes.
    "
  `);
  await press(page, 'Continue with 0.02 BTC');

  await fillBank(page, '0123 456 789');
  check(await step()).toMatchInlineSnapshot(`
    "- main:
      - paragraph: "Step 3 of 4: Payment"
      - heading "Where should we send your NGN?" [level=1]
      - heading "Where we send your money" [level=2]
      - paragraph: Only the team member who sends your payout sees the full number.
      - group "Payout method":
        - text: Payout method
        - radio "Bank transfer" [checked]
        - radio "PayPal"
        - radio "Wise"
      - combobox "Bank": Bank of Lagos
      - textbox "Account number": 0123 456 789
      - paragraph: 0123 4567 89
      - textbox "Bank code (3 digits) (optional)"
      - textbox "Account name": Ada Okafor
      - checkbox "Save this account for next time" [checked]
    "
  `);
  await expectGoodInEveryAppearance(page, 'sell-3-payment');
  await press(page, 'Lock rate and show address');

  await expect(heading(page)).toHaveText('Send 0.02 BTC to this address');
  const deposit = page.getByRole('region', { name: 'Where to send your coins' });
  await expectTexts(deposit, '0.02000000');
  await expectTexts(
    page.getByRole('region', { name: 'Your transfer' }),
    /Send by (\w+ \d+ \w+, )?\d\d:\d\d to keep this rate/,
  );
  check(await deposit.ariaSnapshot()).toMatch(/bc1[a-z0-9]{30,}/);
  check(await treeOf(main)).toMatchInlineSnapshot(`
    "- main:
      - list "Steps":
        - listitem: Select done
        - listitem: Amount done
        - listitem: Payment done
        - listitem: 4 Confirm
      - paragraph: "Step 4 of 4: Confirm"
      - heading "Send 0.00 BTC to this address" [level=1]
      - region "Your transfer":
        - text: Your turn LF-…
        - heading "Waiting for your 0.00 BTC" [level=2]
        - paragraph: After sending, add a photo of the transfer. That opens your order.
        - text: You get ₦0.00 NGN Send by 00:00 to keep this rate
        - list "Progress":
          - listitem: Sent by 00:00
          - listitem: Seen
          - listitem: Checked
          - listitem: On its way
          - listitem: Arrived
      - paragraph
      - 'button "I haven’t sent anything: cancel this sale"'
      - complementary:
        - region "Where to send your coins":
          - paragraph:
            - strong: Send BTC on Bitcoin Network only.
            - text: We can only send other coins back, if at all. Coins on another network may be lost.
          - paragraph: SAMPLE - replace before use. This address ships with the product and receives nothing.
          - figure "Scan with your wallet":
            - img "QR code with the Bitcoin address and the amount"
            - text: Scan with your wallet
          - paragraph: Send exactly
          - text: 0.00 BTC
          - button "Copy amount": Copy
          - status
          - text: Bitcoin address
          - button "Copy address": Copy
          - img "bc1…"
          - status
          - link "Open in wallet":
            - /url: bitcoin:bc1…?amount=0.00
          - paragraph: Destination tag
          - text: Not needed for BTC
        - paragraph: This address appears only here. Never send to an address from chat or Telegram.
        - group: Rate and fee Fee (5%)
        - group: Where we send your money •••• 6789"
  `);
  await press(deposit, 'Copy address');
  await expect(deposit.getByText('Address copied!')).toBeVisible();
  check(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^bc1[a-z0-9]+$/);
  await expectGoodInEveryAppearance(page, 'sell-4-confirm');

  await press(page, 'Next: I’ve sent 0.02 BTC');
  const dialog = page.getByRole('dialog', { name: 'Add proof of your transfer' });
  const chooser = dialog.getByLabel('Choose photo');
  await expect(chooser).toBeFocused();
  await chooser.setInputFiles({ name: 'transfer.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
  await expect(dialog.getByText('We can’t open this picture.')).toBeVisible();
  await chooser.setInputFiles({ name: 'IMG_0042.HEIC', mimeType: '', buffer: Buffer.from('no photo') });
  await expect(dialog.getByText('This browser can’t open HEIC photos.')).toBeVisible();
  await chooseLargePhoto(chooser, 'camera.png');
  await expect(dialog.getByText('camera.jpg')).toBeVisible();
  await press(dialog, 'Remove camera.jpg');
  await press(dialog, 'Close');
  await chooseProof(page, 'a-rather-long-name-of-a-screenshot-taken-on-a-telephone-20260312-140211.jpg');
  await expectTexts(dialog, '107 B', 'A screenshot or photo of the transfer in your wallet: JPEG, PNG or WebP.');
  const hash = dialog.getByRole('textbox', { name: 'Transaction hash (optional)' });
  await expect(hash).toHaveAccessibleDescription(
    'You’ll find it in your wallet after sending. It helps us check faster.',
  );
  await expectGoodInEveryAppearance(page, 'sell-4-proof');
  await press(dialog, 'Submit sale of 0.02 BTC');

  await page.waitForURL(/\/transactions/);
  await expect(page.getByRole('heading', { name: 'Order submitted successfully' })).toBeFocused();
  await expect(page.getByText('Your crypto sell order has been placed and will be processed shortly.')).toHaveCount(1);
  await page.getByRole('list', { name: 'Progress' }).waitFor();
  await expectGoodInEveryAppearance(page, 'sell-submitted');
  const [order] = await ordersOf(user);
  if (!order) throw new Error('The order is not in the list.');
  await readMail(user.email, new RegExp(order.reference));

  // The moment of success fills the screen: its own links lead on.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('link', { name: 'Transactions' }).first().click();
  const list = page.getByRole('table', { name: 'Transactions' });
  await expect(list.getByText('Pending')).toBeVisible();
  await byTheSocketAlone();
  await decide(order.id, 'processing');
  await expect(list.getByText('Processing')).toBeVisible({ timeout: wordMs });
  await byTheSocketAlone();
  await decide(order.id, 'completed', 'Paid to the Bank of Lagos.');
  await expect(list.getByText('Completed')).toBeVisible({ timeout: wordMs });
});

test('a customer who closed the tab finishes the sale on another device, with one order', async () => {
  const user = await aCustomer();
  const { token } = user;
  const terms = { cryptoId: 'bitcoin', cryptoAmount: 0.02, targetCurrency: 'NGN' };
  const { deposit } = await ask<SellQuoteView>('POST', '/api/sell-quotes', { token, body: terms });
  const page = await as(user, '/dashboard');
  await expect(page.getByText('Finish your sale')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'dashboard-open-sale');
  await page.getByRole('link', { name: 'Resume sale' }).click();
  await expect(heading(page)).toHaveText('Send 0.02 BTC to this address');
  const address = page.getByRole('img', { name: deposit.address, exact: true });
  await expect(address).toBeVisible();
  // Bank data stay on the device where they were typed.
  await expect(page.getByText(/^Your payout account is no longer saved on this device\./)).toBeVisible();
  await press(page, /^Next: I’ve sent/);
  await expect(heading(page)).toHaveText('Where should we send your NGN?');
  await fillBank(page);
  await press(page, 'Lock rate and show address');
  await expect(address).toBeVisible();
  const dialog = await chooseProof(page);
  const submit = button(dialog, /^Submit sale of/);
  // The server stores the order; its response never arrives.
  const proofStored = new Promise<void>((resolve) => {
    void page.route('**/api/transactions', (route) => route.fetch().then(() => resolve()));
  });
  await submit.click();
  await proofStored;
  await press(dialog, 'Cancel');
  await page.unroute('**/api/transactions');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await submit.click();
  await page.waitForURL(/&new/);
  expect(await ordersOf(user)).toHaveLength(1);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(heading(page)).toHaveText('Dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Finish your sale')).toHaveCount(0);
});

test('a customer who returns after the rate expired accepts the new sum with one tap', async () => {
  const { user, page } = await customer('/sell?crypto=bitcoin&amount=0.02&currency=NGN&step=3');
  await fillBank(page);
  await press(page, 'Lock rate and show address');
  await page.getByRole('region', { name: 'Where to send your coins' }).waitFor();
  await inTheDatabase(
    `update sell_quotes set expires_at = now() - interval '1 second', fee_amount = fee_amount - 1000,
       net_amount = net_amount + 1000,
       signature = null where user_id = (select id from users where email = $1)`,
    [user.email],
  );
  await signInTheDatabase();
  await page.goto('/dashboard');
  await expect(page.getByText(/You can still finish at today’s rate until \d+ \w+ \d{4}, /)).toBeVisible();
  await page.getByRole('link', { name: 'Resume sale' }).click();
  await expect(page.getByText('Your locked rate has expired').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your transfer' })).toContainText(/You’d get today₦[\d,.]+\sNGN/);
  await expectGoodInEveryAppearance(page, 'sell-4-expired');
  const dialog = await chooseProof(page);
  expectError(page, /409 POST .*\/api\/transactions/);
  await press(dialog, /^Submit sale of/);
  const rateDialog = page.getByRole('dialog', { name: 'Your locked rate has expired' });
  const acceptOption = rateDialog.getByRole('radio', { name: /^Accept today’s amount/ });
  await expect(acceptOption).toBeChecked();
  await rateDialog.getByRole('radio', { name: /^Cancel this sale/ }).check();
  await press(rateDialog, 'Cancel this sale');
  await press(page.getByRole('dialog', { name: 'Cancel this sale?' }), 'Keep the sale');
  await acceptOption.check();
  await expectGoodInEveryAppearance(page, 'sell-4-changed');
  await press(rateDialog, /^Accept ₦[\d,.]+ NGN$/);
  await page.waitForURL(/&new/);
  expect(await ordersOf(user)).toHaveLength(1);
});
