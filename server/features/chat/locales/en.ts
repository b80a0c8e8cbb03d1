/** Everything the bot answers, in English. `{name}` stands for what the desk's settings or the customer's order say. */
export const en = {
  sell: '1. Choose a cryptocurrency. 2. Enter the amount. 3. Give bank details. 4. Send the crypto to the wallet shown. 5. Upload your payment proof. We lock your rate for {minutes} minutes.',
  fees: 'Our fees: {tiers}, plus network fees, which your own wallet charges when you send. You see our fee before you sell.',
  kyc: 'Identity verification is required over {limit}. The review takes {kyc}, and we email you the result.',
  status: 'Sign in to see your orders under Transactions. Every step is listed there with its time.',
  order: 'Your latest order {reference} is {status}. We send payouts {payout} once an order is approved.',
  noOrder: 'You have no orders yet. Start one under Sell Crypto.',
  payment: 'We pay out by bank transfer, PayPal or Wise.',
  time: 'Your transfer takes {transfer}, our check is done {check}, and the payout is sent {payout}.',
  hello: 'Hello! Ask about selling, fees, verification, times or your order.',
  agent: 'Leave your email address and a person will get back to you, in {agentReply} during our hours ({hours}).',
  default:
    'I couldn’t find an answer to that. Ask about selling, fees, verification, times or payment methods, or talk to an agent.',
  safety:
    'We show a deposit address only in your own sale, never in chat, by email or on Telegram, and we never ask for your password or seed phrase.',
  team: 'Of course. I’m bringing in our support team.',
  unknown: 'I don’t know that one. I’m bringing in our support team.',
  connected: 'You’re connected to our support team. Everything you write here now reaches them.',
  received: 'Your message was sent to our support team.',
  tierBase: '{percent} standard',
  tierOver: '{percent} over {amount}',
  statuses: {
    pending: 'pending',
    processing: 'processing',
    completed: 'completed',
    rejected: 'rejected',
    failed: 'failed',
  },
};

/** What the bot must know in every language; the same `{names}` in each. */
export type BotTexts = typeof en;
