import { randomUUID } from 'node:crypto';
import { afterEach, expect } from 'vitest';
import { signedIn } from '#tests/factories/accounts.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { adminEmail, adminPassword, type TestApp } from './app.ts';
import { teamCalls } from './calls.ts';
import { tabsOf, type Client } from './sockets.ts';
import { fixture, type Testbed } from './testbed.ts';

export type Message = Record<string, unknown> & { type: string };

/** The next frame of this kind; skips others. */
export async function next(client: Client, type: string): Promise<Message> {
  for (;;) {
    const message = (await client.next()) as Message;
    if (message.type === type) return message;
    if (message.type === 'error') throw new Error(JSON.stringify(message));
  }
}

/** A name for a room, like one that a browser makes. */
export const aLabel = () => `room_${Date.now()}${randomUUID().slice(0, 8)}`;

/** Opens the chat of a customer or visitor; returns the room's state. */
export async function join(client: Client, details: Record<string, unknown>): Promise<Message> {
  client.send({ type: 'join_as_user', ...details });
  return next(client, 'room_status');
}

/** Sends a message and waits until it is stored. */
export async function sendText(client: Client, roomId: unknown, text: string, changes: object = {}): Promise<Message> {
  client.send({ type: 'send_message', roomId, text, ...changes });
  return next(client, 'message_stored');
}

/** A session of the administrator. */
export const adminToken = ({ call }: Pick<TestApp, 'call'>) => signedIn(call, adminEmail, adminPassword);

/** Makes an administrator available on a connection, in a room if one is named. */
export async function anAgentOn(client: Client, token: string, roomId?: unknown): Promise<Client> {
  client.send({ type: 'join_as_agent', agentId: 'admin-agent', token, roomId });
  await next(client, roomId === undefined ? 'agent_status_update' : 'room_status');
  return client;
}

/** Waits until no chat has a participant, so that the next test starts alone. */
export async function everybodyLeft({ rows }: Testbed): Promise<void> {
  await expect.poll(() => rows('select 1 from presence'), { timeout: 30_000 }).toEqual([]);
}

/** Tabs on the process of a file and on another one, which leave after each test, and the administrator's console. */
export function openChat(testbed: Testbed, app: { url: string } = testbed.app) {
  const tabsHere = tabsOf(testbed.app);
  const tabs = tabsOf(app);
  const admin = fixture(async () => ({ token: await adminToken(testbed.app) }));
  afterEach(async () => {
    tabsHere.goAway();
    tabs.goAway();
    await everybodyLeft(testbed);
  });

  const anAgent = async (clients = tabsHere, roomId?: unknown) =>
    anAgentOn(await clients.aClient(), admin.token, roomId);
  /** Joins a new room without a message. */
  const aVisitor = async (details: Record<string, unknown> = {}, clients = tabsHere) => {
    const client = await clients.aClient();
    const room = aLabel();
    const { roomToken, ...status } = await join(client, { roomId: room, ...details });
    return { client, room, roomToken, ...status };
  };
  /** Opens it signed in. */
  const aCustomer = async (clients = tabsHere) => {
    const customer = await aSeller(testbed.app, testbed.database.pool);
    const client = await clients.aClient({ token: customer.token });
    const room = aLabel();
    await join(client, { roomId: room });
    return { ...customer, client, room };
  };
  const asAdmin = teamCalls(testbed.app, admin);
  return { here: tabsHere, there: tabs, admin, anAgent, aVisitor, aCustomer, asAdmin, inConsole: asAdmin.list };
}

/** The texts of the messages that a frame holds. */
export const textsOf = ({ messages }: Message): string[] => (messages as { text: string }[]).map(({ text }) => text);
