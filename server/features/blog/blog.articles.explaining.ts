import type { Article } from './blog.articles.types.ts';

const rates: Article = {
  title: 'From market price to payout: how your rate is made',
  excerpt: 'Three numbers decide what arrives in your account. All three are on the slip before you sign up.',
  category: 'Market Analysis',
  tags: ['rates', 'fees', 'volatility'],
  featured: true,
  daysOld: 13,
  content: `Ask five services what they pay for a bitcoin and you get five answers. Some of the difference is timing, most of it is what is counted as a fee and what is hidden in the rate. This is how we calculate it.

## The three numbers

**The price of the coin** in US dollars comes from the market and is updated every 60 seconds. If a price jumps by more than a fifth at once, we do not quote it until a person has checked it: a broken feed must not become your loss or ours.

**The value of your currency** against the dollar turns that price into naira, euros or pesos. Together they make one line on the slip: what one coin pays in your currency.

**The fee** is a percentage of the sale, shown upfront: {{fees}}. The whole sale is charged at one percentage. There is no second fee inside the rate.

> What you get = amount x rate - fee, rounded to the smallest coin of your currency. You can check it with a pocket calculator.

## An example

Say one coin pays 1,000.00 and you sell two. The subtotal is 2,000.00. At {{standardFee}} the fee is taken from that, and what remains is what your bank receives. The calculator on our front page does this with today's rates, for every coin and currency, without an account.

## Why we lock the rate

Markets move while you look for your wallet. So there are two kinds of amounts on our pages:

- **While you type**, the amount follows the market and is not binding.
- **When you review your sale**, it is locked for {{holdMinutes}} minutes. What you saw is what the order stores, whatever the market does meanwhile.

If the lock expires before your proof arrives, we show you the old and the new amount and ask. Nothing changes silently, in either direction.

## When to sell

Nobody knows tomorrow's price, and we do not pretend to. Three things are worth knowing all the same:

1. **Volatility is not symmetrical.** If you need a certain sum on a certain day, sell when the payout covers it. Waiting for the last percent is a bet, not a plan.
2. **Stablecoins take the price out of the question.** With USDT only the exchange rate of your currency moves, and usually by far less in a day than a coin moves in an hour.
3. **Size matters for the fee.** One sale above a threshold can cost less than two below it: the steps are {{fees}}.

## What we cannot see

Your bank may charge for incoming transfers, and your wallet charges the network's fee for sending. Neither is on our slip, because they are not ours. Ask your bank once; it saves a surprise.`,
};

const reference: Article = {
  title: 'One reference from start to finish: follow your sale live',
  excerpt: 'A look at the timeline behind every order, what each state means, and when you hear from us.',
  category: 'Platform Updates',
  tags: ['transactions', 'status', 'how it works'],
  featured: false,
  daysOld: 25,
  content: `"Where is my money?" should never be a question that needs an email. Every order on {{brand}} has one reference and one timeline, and both are the same on your screen and on ours.

## The reference

The moment your rate is locked, your sale gets a name such as LF-7K3M-Q2. You see it on the sale page, in the list of your transactions, in every email, and on the receipt. When you talk to us, it is all we need to know.

## The states

| State | What it means |
| --- | --- |
| Pending | We have your order and your proof and are checking them. |
| Processing | Your proof is fine and the payout is being made. |
| Completed | The money has left. Our receipt is attached. |
| Rejected | We could not accept the order. The note says why and what to do. |
| Failed | The payout could not be carried out. The note says what happens next. |

An order never goes backwards, and one that is completed, rejected or failed never changes again. Each step is kept with its time, so that the history you see is the history there is.

## Live, without reloading

Leave the page open and it changes by itself. On a poor connection you see the last saved copy with its time, never an empty page. And you get an email at each step, in case you have better things to do.

## How long each step takes

- The network: {{transferTime}}.
- Our check: {{checkTime}}. A person does it, with your proof and the blockchain side by side.
- The payout: {{payoutTime}}. Banks have opening hours even where we have none.

Identity checks are separate: they take {{kycTime}}, once, and only for people who sell more than {{kycLimit}} in {{kycDays}} days.

## For your books

From **Transactions** you can export a PDF or a spreadsheet of any range of dates: coin, amount, rate, fee, payout and reference of each order. A completed order has a receipt of its own.

## Something missing?

Tell us what you are looking for and cannot find. We are here {{supportHours}}, and an agent replies within {{agentReply}} during business hours.`,
};

const support: Article = {
  title: 'Why a person looks at every payout',
  excerpt: 'Machines quote, lock and remember. The decision to send your money is made by a human being, on purpose.',
  category: 'Company News',
  tags: ['company', 'human review', 'how it works'],
  featured: false,
  daysOld: 38,
  content: `Everything on {{brand}} that can be calculated is calculated by machines: rates, fees, limits, addresses. One thing is not. Whether your money leaves is decided by a person on our team, for every single order.

## What the person sees

Your proof, the amount you were promised, the account you named, and the blockchain. Side by side, on one screen. Does the transfer show the right coin, the right amount, the right address? Has this screenshot been used before? Does the account belong to you?

Most orders take a minute to check. The unusual ones are the reason for the rule.

## What it prevents

- **Fake proof.** A picture proves nothing by itself. We look for the transfer itself before we pay.
- **Wrong accounts.** A mistyped number is easier to notice for a person who reads the name beside it.
- **Theft.** If somebody sells in your name, the pattern often looks wrong long before the amount does.

## What it costs you

Time, but little: {{checkTime}}. No extra fee; what you pay is on the slip before you begin: {{fees}}.

## What the person cannot do

Trust needs limits in both directions. No one on our team can change what you were quoted. Completing an order needs the payout's transaction id, a note and a screenshot of the payout. Every look at an identity document is recorded, in a log that shows if a line was removed. The addresses you pay to can only be changed with the password given again, and the change is announced by email.

## When we say no

Then you read why. A rejected order comes with a note in plain words that says what you can do. If you think we are wrong, write to {{supportEmail}}: the same people will answer.

## And at night?

Support is here {{supportHours}}. Emails are usually answered within {{emailReply}}, and in the chat you can ask for an agent at any time.`,
};

/** Articles on how the product works. */
export const explainingArticles: readonly Article[] = [rates, reference, support];
