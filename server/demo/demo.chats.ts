import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { agentName } from '#shared/chat/chat.agent.ts';
import type { DemoCustomer } from './demo.activity.ts';
import { insertAgentRequest, insertConversation, type DemoMessage } from './demo.queries.ts';

type Line = readonly [sender: 'user' | 'support', minutesAgo: number, text: string];

/** By customer index. The author of the last message decides whether the agent or the customer has unread messages. */
const conversations: readonly { place: number; lines: readonly Line[]; closed?: boolean }[] = [
  {
    place: 0,
    lines: [
      ['user', 190, 'Good afternoon. My 750 USDT order has been processing for an hour. Is everything in order?'],
      ['support', 183, 'Good afternoon! Yes: your transfer is confirmed and the payout is being prepared.'],
      ['support', 182, 'You will see the bank receipt in the order as soon as it is paid.'],
    ],
  },
  { place: 1, lines: [['user', 14, 'Hello, when will my payout arrive? Thank you!']] },
  {
    place: 4,
    lines: [
      ['user', 52, 'I sent LTC from my exchange account. Does it matter that the sender is not in my name?'],
      ['support', 47, 'The address you send from does not matter. The bank account has to be yours.'],
      ['user', 6, 'It is mine. May I send the proof as a PDF?'],
      ['user', 5, 'The exchange only gives me a PDF receipt, no screenshot.'],
    ],
  },
  { place: 10, lines: [['user', 33, 'Magandang araw! Which banks in Cebu do you pay to?']] },
  {
    place: 6,
    closed: true,
    lines: [
      ['user', 2900, 'Received, thank you for the quick payout!'],
      ['support', 2890, 'Glad to hear it. Have a good evening.'],
    ],
  },
];

/** Conversations with and without an answer, requests for an agent. */
export async function seedChats(tx: Tx, customers: readonly DemoCustomer[]): Promise<void> {
  for (const { place, lines, closed = false } of conversations) {
    const customer = customers[place];
    if (!customer) continue;
    const owner = { userId: customer.id, tokenHash: null };
    await insertConversation(tx, { owner, lines: messagesOf(lines, customer.profile.firstName), closed });
  }
  const question: Line = ['user', 21, 'Do I need an account before I can see the fee?'];
  const tokenHash = createHash('sha256').update(randomBytes(32)).digest();
  await insertConversation(tx, {
    owner: { userId: null, tokenHash },
    lines: messagesOf([question], 'Visitor'),
    closed: false,
  });
  await insertAgentRequest(
    tx,
    'rosa.lim@mail.test',
    'Can I sell 3 BTC in one order, and is there a limit per day?',
    40,
  );
  await insertAgentRequest(
    tx,
    'k.boateng@mail.test',
    'My bank asks for a statement of the payout. Whom do I write to?',
    95,
  );
}

function messagesOf(lines: readonly Line[], who: string): DemoMessage[] {
  return lines.map(([sender, minutesAgo, text], index) => ({
    id: randomUUID(),
    seq: index + 1,
    sender,
    senderName: sender === 'user' ? who : agentName,
    text,
    minutesAgo,
  }));
}
