import { explainingArticles } from './blog.articles.explaining.ts';
import type { Article } from './blog.articles.types.ts';

const firstSale: Article = {
  title: 'Your first sale, step by step: from your wallet to your bank',
  excerpt: 'What you need, what happens on each screen, and where your money is at every moment of a sale.',
  category: 'Trading Tips',
  tags: ['first sale', 'how it works', 'payouts'],
  featured: true,
  daysOld: 4,
  content: `Selling coins should feel like handing cash over a counter: you see the rate, you see the fee, you get a slip. This is how a sale on {{brand}} goes, and what to have ready before you begin.

## What you need

- **An account** with an email address that is yours. We send a six-digit code to it; that takes about a minute.
- **Coins in a wallet you control**, or on an exchange that lets you withdraw to an address.
- **A payout account in your own name**: a bank account, PayPal or Wise.
- **Your ID**, if you want to sell for more than {{kycLimit}} within {{kycDays}} days. Below that you can sell at once.

## 1. Select the coin

Choose what you want to sell. The network is shown under each name. USDT, for example, exists on several networks, and an address on one network does not work on another. If you are not sure which one your wallet uses, look it up before you continue.

## 2. Enter the amount

Enter how much you want to send and choose the currency you want to be paid in. You see rate, fee and payout together, and they follow the market while you type. The smallest amount for your coin is shown before you enter anything.

The fee is {{standardFee}} for most sales and falls with size: {{fees}}. The whole sale is charged at one rate, and nothing else is hidden in the amounts. Your own wallet charges a network fee when you send; that one is not ours.

## 3. Tell us where to send the money

Enter the account, or pick one that you have saved. Spaces in account numbers do not matter. Use an account in your own name: a payout to somebody else will be refused.

## 4. Send the coins

Now the rate is locked for {{holdMinutes}} minutes, and you see three things that belong together:

1. the deposit address, with a QR code,
2. the exact amount,
3. your reference, such as LF-7K3M-Q2.

Send exactly that amount on exactly that network. If your coin needs a destination tag, as XRP does, it is shown above the address. Without it we cannot match your coins to you.

Then press **Next: I’ve sent it** and add a screenshot of the transfer. A JPEG, PNG or WebP of up to {{uploadSize}} will do. You may add the transaction hash, which helps us check faster.

> You closed the tab? Nothing is lost. Your open sale is waiting on the dashboard under "Finish your sale", with the same address and the same reference.

## What happens next

| Step | Who | How long |
| --- | --- | --- |
| The network confirms | the blockchain | {{transferTime}} |
| We check your proof | a person on our team | {{checkTime}} |
| The money leaves | us, then your bank | {{payoutTime}} |

You get an email at every step, and the same timeline is under **Transactions**. When the sale is completed, you will find your payout receipt there too.

## If something looks wrong

Write to {{supportEmail}} or open the chat, and include your reference. It is the same on every screen, in every email and in our own books, so we find your sale at once.`,
};

const networks: Article = {
  title: 'The right network: how to send coins so that they arrive',
  excerpt: 'Most lost deposits are lost in the same three ways. Here is how to avoid each of them.',
  category: 'Trading Tips',
  tags: ['networks', 'addresses', 'USDT', 'XRP'],
  featured: false,
  daysOld: 17,
  content: `A blockchain does what it is told and takes nothing back. That is its strength, and the reason why one minute of care before you press send is worth more than any support team afterwards.

## One coin, several networks

The same name can live on several chains. USDT on Tron (TRC-20) and USDT on Ethereum (ERC-20) are worth the same but are not interchangeable: an address for one cannot receive the other.

We show the network next to the coin, next to the address and in the warning above it. Compare it with the network your wallet offers **before** you confirm. If your wallet does not offer that network, stop and choose another coin.

| Coin | Network to choose |
| --- | --- |
| Bitcoin | Bitcoin Network |
| Ethereum | Ethereum (ERC-20) |
| USDT TRC20 | Tron Network (TRC-20) |
| Litecoin | Litecoin Network |
| XRP | XRP Ledger, with destination tag |
| Bitcoin Cash | Bitcoin Cash Network |

## Addresses: copy, never type

An address is made so that a typing error is noticed, but not every wallet checks. So:

1. Copy the address with the button, or scan the QR code.
2. After pasting, compare the **first six and the last six** characters with what our page shows.
3. Do not take an address from an old sale, a chat or an email. Each sale shows its own.

The comparison matters because some malware watches the clipboard and swaps addresses. It cannot swap what you see on our page.

## Tags and memos

On the XRP Ledger many people share one address, and a number tells them apart: the destination tag. We show it in a row of its own, above the address. If it is missing, your coins arrive somewhere, but not with you. For coins that need none, the page says so.

## Amounts

Send what the page says, to the last digit. Some exchanges take their withdrawal fee out of the amount, so that less arrives than you typed. Look at "the recipient gets" in your wallet, and raise the amount until it matches exactly.

Each coin has a smallest deposit. It is shown before you see an address, because an amount below it costs more to handle than it is worth.

## How long it takes

Blocks need time. {{transferTime}} is usual, longer when a chain is busy and the network fee was low. Your rate is locked for {{holdMinutes}} minutes. If it expires before you have sent your proof, nothing is lost: you see the old and the new amount side by side and accept with one tap.`,
};

const habits: Article = {
  title: 'Seven habits that keep your coins and your payout safe',
  excerpt: 'How thieves really get at crypto, what we do about it, and what only you can do.',
  category: 'Security',
  tags: ['security', 'phishing', 'passwords', 'second factor'],
  featured: true,
  daysOld: 9,
  content: `Hardly anyone loses coins to broken encryption. People lose them to a friendly message, a reused password or an address that someone else has swapped. These habits close those doors.

## 1. Never give away your seed phrase

Whoever knows the words of your wallet owns it. {{brand}} never asks for them, not in the chat, not by email, not on the phone. We never ask for your password either. Anybody who does is not us.

## 2. Take addresses from the sale page alone

Our deposit addresses appear in one place: on the page of your own sale, with your reference beside them. We never send one by email, chat or Telegram. If you get one that way, tell us.

Behind the scenes each address carries a signature. One that was changed without us is not shown at all; the page then says 'Address not available' and our team is alerted.

## 3. Use a password that lives nowhere else

Stolen password lists are tried on every site there is. A password manager makes one that is long and yours alone. Ours must have at least eight characters; four or five unrelated words are better.

## 4. Turn on two-step verification

Under your profile you can add an authenticator app. After that, a password alone won’t get anyone in. Keep the recovery codes on paper, away from your phone.

## 5. Look at your devices

Your profile lists where your account is signed in, and since when. Sign out any device you do not recognise. Changing your password signs out all the others.

## 6. Read the address bar

Type our address or use your own bookmark. Advertisements and links in messages are where most copies of a site begin. Our emails name you and your reference, and they never carry an attachment that you must open.

## 7. Take your time

Pressure is the tool of every fraud: "your account will be closed in ten minutes", "send again, it got stuck". A real sale has no such hurry. Your rate is locked for {{holdMinutes}} minutes, and a sale that took longer is not lost.

## When something has happened

Sign out everywhere, change your password, and write to {{supportEmail}}. We are here {{supportHours}}; emails are usually answered within {{emailReply}}. The sooner we know, the more we can stop: a payout that has not left can be held back, one that has cannot.`,
};

/** Articles published at the first start. */
export const articles: readonly Article[] = [firstSale, networks, habits, ...explainingArticles];
