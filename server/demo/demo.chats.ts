import { randomBytes, randomUUID } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { agentName } from '#shared/chat/chat.agent.ts';
import { visitorName } from '#shared/chat/chat.names.ts';
import type { DemoCustomer } from './demo.activity.ts';
import chats from './demo.chats.json' with { type: 'json' };
import { insertAgentRequest, insertConversation, type DemoMessage } from './demo.queries.ts';

type Conversation = {
  /** The index of the customer; null for a visitor. */
  place: number | null;
  closed?: boolean;
  /** The author of the last one decides whether the agent or the customer has unread messages. */
  lines: readonly Pick<DemoMessage, 'sender' | 'minutesAgo' | 'text'>[];
};

/** Conversations with and without an answer, requests for an agent. */
export async function seedChats(tx: Tx, customers: readonly DemoCustomer[]): Promise<void> {
  // The types of JSON have each text as `string`.
  for (const { place, closed = false, lines } of chats.conversations as Conversation[]) {
    const customer = place === null ? undefined : customers[place];
    const owner = customer ? { userId: customer.id, tokenHash: null } : { userId: null, tokenHash: randomBytes(32) };
    const nameOf = { user: customer?.profile.firstName ?? visitorName, support: agentName };
    const messages = lines.map((line, index) => {
      return { ...line, id: randomUUID(), seq: index + 1, senderName: nameOf[line.sender] };
    });
    await insertConversation(tx, { owner, lines: messages, closed });
  }
  for (const request of chats.agentRequests) await insertAgentRequest(tx, request);
}
