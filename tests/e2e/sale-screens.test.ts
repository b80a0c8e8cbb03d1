import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { chooseProof, fillAmount, fillBank } from './harness/sales.ts';
import { customer } from './harness/users.ts';

/** What a screen reader finds there, without what another test or the clock may change. */
async function treeOf(screen: Locator): Promise<string> {
  const tree = await screen.ariaSnapshot();
  return tree
    .replaceAll(/^ *- option (?!.*selected).*\n/gm, '')
    .replaceAll(/\d[\d,]*\.\d+/g, '0.00')
    .replaceAll(/\d\d:\d\d(:\d\d)?/g, '00:00')
    .replaceAll(/\bbc1[a-z0-9]+/g, 'bc1…')
    .replaceAll(/LF-[A-Z0-9-]+/g, 'LF-…');
}

test('a customer who listens hears each of the five screens of a sale as one sensible text', async () => {
  const { page } = await customer('/sell');
  const main = page.getByRole('main');
  await page.getByRole('searchbox', { name: 'Search cryptocurrency' }).fill('BTC');
  await page.getByRole('radio', { name: /BTC · Bitcoin Network/ }).check({ force: true });
  expect(await treeOf(main)).toMatchInlineSnapshot(`
    "- main:
      - list "Steps":
        - listitem: 1 Select
        - listitem: 2 Amount
        - listitem: 3 Payment
        - listitem: 4 Confirm
      - paragraph: "Step 1 of 4: Select"
      - heading "What are you selling?" [level=1]
      - paragraph: Pick the coin and network exactly as shown in your wallet.
      - searchbox "Search cryptocurrency": BTC
      - group "What are you selling?":
        - text: What are you selling?
        - 'radio "Bitcoin $0.00 USD BTC · Bitcoin Network Change in 24 hours: +0.00%" [checked]'
        - text: "Bitcoin $0.00 USD BTC · Bitcoin Network Change in 24 hours: +0.00%"
      - complementary:
        - list:
          - listitem: "Your transfer: 10 to 60 minutes"
          - listitem: "Our check: usually under 1 hour"
          - listitem: "Your bank: within 24 hours""
  `);

  await page.getByRole('button', { name: 'Continue with Bitcoin' }).click();
  await fillAmount(page, '0.02', 'NGN');
  await page.getByRole('complementary').getByText('0.02 BTC').waitFor();
  expect(await treeOf(main)).toMatchInlineSnapshot(`
    "- main:
      - list "Steps":
        - listitem: Select done
        - listitem: 2 Amount
        - listitem: 3 Payment
        - listitem: 4 Confirm
      - paragraph: "Step 2 of 4: Amount"
      - heading "How much do you want to sell?" [level=1]
      - paragraph: You’re not sending anything yet. You’ll see the address in step 4.
      - text: You sell
      - textbox "You sell":
        - /placeholder: "0.00"
        - text: "0.00"
      - combobox "Cryptocurrency":
        - option "BTC · Bitcoin Network" [selected]
      - paragraph: Minimum 0.00 BTC
      - button "0.00"
      - button "0.00"
      - button "0.00"
      - paragraph: You can sell or exchange $0.00 USD more without ID ($0.00 USD in 30 days).
      - text: Payout currency
      - combobox "Payout currency": NGN · Nigerian Naira
      - text: You get about
      - textbox "You get about":
        - /placeholder: "0.00"
        - text: ₦0.00
      - text: NGN
      - paragraph: About 0.00 million · Nigerian Naira Sample rate, 00:00
      - paragraph: Sell $0.00 USD more and the fee drops to 4%.
      - note:
        - strong: The rate can change until step 4.
        - text: In step 4 we lock it for 15 minutes, so your payout can’t change while you send.
      - complementary:
        - text: Your sale so far Sample rate You get ₦0.00 NGN
        - term: You sell
        - definition: 0.00 BTC
        - term: Network
        - definition: Bitcoin Network
        - term: Rate
        - definition: 1 BTC = 0.00 NGN
        - term: Subtotal
        - definition: ₦0.00 NGN
        - term: Fee (5%)
        - definition: −₦0.00 NGN
        - separator
        - list:
          - listitem: "Your transfer: 10 to 60 minutes"
          - listitem: "Our check: usually under 1 hour"
          - listitem: "Your bank: within 24 hours""
  `);

  await page.getByRole('button', { name: 'Continue with 0.02 BTC' }).click();
  await fillBank(page);
  expect(await treeOf(main)).toMatchInlineSnapshot(`
    "- main:
      - list "Steps":
        - listitem: Select done
        - listitem: Amount done
        - listitem: 3 Payment
        - listitem: 4 Confirm
      - paragraph: "Step 3 of 4: Payment"
      - heading "Where should we send your NGN?" [level=1]
      - heading "Where we send your money" [level=2]
      - paragraph: Only the team member who sends your payout sees the full number.
      - group "Payout method":
        - text: Payout method
        - radio "Bank transfer" [checked]
        - text: Bank transfer
        - radio "PayPal"
        - text: PayPal
        - radio "Wise"
        - text: Wise
      - text: Bank
      - combobox "Bank": Bank of Lagos
      - text: Account number
      - textbox "Account number": "0123456789"
      - paragraph: 0123 4567 89
      - text: Bank code (3 digits) (optional)
      - textbox "Bank code (3 digits) (optional)"
      - text: Account name
      - textbox "Account name": Ada Okafor
      - checkbox "Save this account for next time" [checked]
      - text: Save this account for next time
      - complementary:
        - text: Your sale so far Sample rate You get ₦0.00 NGN
        - term: You sell
        - definition: 0.00 BTC
        - term: Network
        - definition: Bitcoin Network
        - term: Rate
        - definition: 1 BTC = 0.00 NGN
        - term: Subtotal
        - definition: ₦0.00 NGN
        - term: Fee (5%)
        - definition: −₦0.00 NGN
        - separator
        - list:
          - listitem: "Your transfer: 10 to 60 minutes"
          - listitem: "Our check: usually under 1 hour"
          - listitem: "Your bank: within 24 hours""
  `);

  await page.getByRole('button', { name: 'Lock rate and show address' }).click();
  await page.getByRole('region', { name: 'Where to send your coins' }).waitFor();
  expect(await treeOf(main)).toMatchInlineSnapshot(`
    "- main:
      - list "Steps":
        - listitem: Select done
        - listitem: Amount done
        - listitem: Payment done
        - listitem: 4 Confirm
      - paragraph: "Step 4 of 4: Confirm"
      - heading "Send 0.00 BTC to this address" [level=1]
      - paragraph: Scan or copy it. Then come back and add a photo of the transfer.
      - region "Where to send your coins":
        - paragraph:
          - strong: Send BTC on Bitcoin Network only.
          - text: Other coins, or coins sent on another network, will be lost. We can’t return them.
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
        - paragraph: Destination tag
        - text: Not needed for BTC
        - paragraph: Rate locked until 00:00
        - paragraph: Send from your own wallet, then come back here.
        - paragraph
      - paragraph: This address appears only here. Never send to an address from chat or Telegram.
      - heading "Where we send your money" [level=2]
      - link "Edit":
        - /url: /sell?step=3
      - term: Account name
      - definition: Ada Okafor
      - term: Bank
      - definition: Bank of Lagos
      - term: Account number
      - definition: •••• 6789
      - 'button "I haven’t sent anything: cancel this sale"'
      - complementary:
        - text: Payout slip LF-… You get ₦0.00 NGN
        - term: You sell
        - definition: 0.00 BTC
        - term: Network
        - definition: Bitcoin Network
        - term: Rate
        - definition: 1 BTC = 0.00 NGN
        - term: Subtotal
        - definition: ₦0.00 NGN
        - term: Fee (5%)
        - definition: −₦0.00 NGN
        - term: Locked until
        - definition: 00:00
        - separator
        - paragraph: Saved to your account. You can close this page and finish under “Finish your sale” within 24 hours."
  `);

  const dialog = await chooseProof(page);
  await dialog.getByRole('button', { name: 'Remove transfer.png' }).waitFor();
  expect(await treeOf(dialog)).toMatchInlineSnapshot(`
    "- dialog "Add proof of your transfer":
      - heading "Add proof of your transfer" [level=2]
      - text: LF-…
      - button "Close"
      - group "Photo of the transfer":
        - text: Photo of the transfer
        - paragraph: transfer.png
        - paragraph: 107 B
        - button "Remove transfer.png"
        - paragraph: "A screenshot or photo of the transfer in your wallet: JPEG, PNG or WebP."
      - text: Transaction hash (optional)
      - textbox "Transaction hash (optional)"
      - paragraph: You’ll find it in your wallet after sending. It helps us check faster.
      - button "Submit sale of 0.00 BTC""
  `);
});
