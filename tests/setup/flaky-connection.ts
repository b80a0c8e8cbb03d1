import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { ChatMessage, ChatSocketEvent, ChatWindow } from '#shared/chat/chat.socket.ts';

type VisitorOptions = {
  /** Session token of a signed-in customer. */
  token?: string;
  /** The window in which messages are written; without one the bot is silent. */
  window?: ChatWindow;
  /** True to request the whole room on joining, not only its newest messages. */
  fromStart?: boolean;
  /** Shortest time from one message to the next, in milliseconds. */
  everyMs?: number;
};

/** One side of the chat on an unreliable connection, which only the test reopens. */
class FlakyConnection {
  /** The number of each of its own messages, by text. */
  readonly acknowledged = new Map<string, number>();
  #ws: WebSocket | undefined;

  /** True while the connection is down. */
  get isBroken(): boolean {
    const state = this.#ws?.readyState ?? WebSocket.OPEN;
    return state !== WebSocket.OPEN && state !== WebSocket.CONNECTING;
  }
  end(): void {
    const ws = this.#ws;
    this.#ws = undefined;
    ws?.terminate();
  }
  /** Replaces the connection. Events of an earlier one are ignored. */
  protected open(url: string, hello: () => object, onEvent: (event: ChatSocketEvent) => void): WebSocket {
    this.#ws?.terminate();
    const ws = new WebSocket(url, { perMessageDeflate: false });
    this.#ws = ws;
    ws.on('open', () => ws.send(JSON.stringify(hello())));
    ws.on('message', (bytes: Buffer) => {
      if (ws === this.#ws) onEvent(JSON.parse(bytes.toString()) as ChatSocketEvent);
    });
    ws.on('error', () => undefined); // The server is about to be killed.
    return ws;
  }
  /** Sends a text with itself as the id, if the connection is up. */
  protected sendText(roomId: string, text: string, changes: object = {}): void {
    this.send({ type: 'send_message', roomId, text, clientMessageId: text, ...changes });
  }
  protected send(message: object): void {
    if (this.#ws?.readyState === WebSocket.OPEN) this.#ws.send(JSON.stringify(message));
  }
}

/** A browser on an unreliable connection: stores its messages until acknowledged, and received ones by number. */
export class Visitor extends FlakyConnection {
  readonly label = `room_${randomUUID()}`;
  readonly messages = new Map<number, ChatMessage>();
  /** The times at which each message was first sent and acknowledged, by performance.now(). */
  readonly sentAt = new Map<string, number>();
  readonly acknowledgedAt = new Map<string, number>();
  roomId = this.label;
  hasRoom = false;
  #roomToken: string | null = null;
  #waiting: string[] = [];
  #sentCount = 0;
  #dueAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #maxMessages: number;
  readonly #options: VisitorOptions;

  /** Sends `maxMessages` messages, each after the previous one was acknowledged. */
  constructor(maxMessages: number, options: VisitorOptions = {}) {
    super();
    this.#maxMessages = maxMessages;
    this.#options = options;
  }

  /** Opens the connection; an open one breaks and is resumed. */
  connect(url: string): void {
    const hello = () => {
      const { token, fromStart = false } = this.#options;
      const roomFields = { roomId: this.roomId, roomToken: this.#roomToken, ...(token && { token }) };
      const afterSeq = this.messages.size === 0 && !fromStart ? {} : { after: this.last };
      return { type: 'join_as_user', ...roomFields, ...afterSeq };
    };
    this.open(url, hello, (event) => this.#onEvent(event));
  }

  /** The highest number before the first gap. */
  get last(): number {
    return lastBeforeGap(this.messages);
  }
  /** The text of its nth message, counted from 1. */
  textOf(n: number): string {
    return `${this.label} ${n}`;
  }
  get done(): boolean {
    return this.acknowledged.size === this.#maxMessages;
  }
  /** Stops new messages. */
  pause(): void {
    this.#maxMessages = this.#sentCount;
  }
  override end(): void {
    clearTimeout(this.#timer);
    super.end();
  }

  #onEvent(event: ChatSocketEvent): void {
    if (event.type === 'room_status') {
      this.roomId = event.roomId;
      this.#roomToken ??= event.roomToken;
      this.hasRoom = true;
      for (const message of event.messages) this.#store(message);
      for (const text of this.#waiting) this.#send(text);
      if (this.#waiting.length === 0) this.#sendNextWhenDue();
    } else if (event.type === 'message_stored') {
      const { clientMessageId: text, seq } = event;
      if (text === null || this.acknowledged.has(text)) return;
      this.acknowledged.set(text, seq);
      this.acknowledgedAt.set(text, performance.now());
      const ownMessage = { sender: 'user', senderName: 'Visitor', isBot: false, order: null, file: null } as const;
      this.#store({ ...event, ...ownMessage, roomId: this.roomId, text });
      this.#waiting = this.#waiting.filter((waitingText) => waitingText !== text);
      this.#sendNextWhenDue();
    } else if (event.type === 'new_message') this.#store(event.message);
  }
  #store(message: ChatMessage): void {
    const knownText = this.messages.get(message.seq)?.text ?? message.text;
    if (knownText !== message.text) throw new Error(`Number ${message.seq} is '${knownText}' and '${message.text}'`);
    this.messages.set(message.seq, message);
  }
  #sendNextWhenDue(): void {
    clearTimeout(this.#timer);
    const dueMs = this.#dueAt - performance.now();
    if (dueMs <= 0) this.#sendNext();
    else this.#timer = setTimeout(() => this.#sendNext(), dueMs);
  }
  #sendNext(): void {
    if (this.#sentCount === this.#maxMessages) return;
    this.#sentCount += 1;
    const text = this.textOf(this.#sentCount);
    this.#waiting.push(text);
    const now = performance.now();
    this.sentAt.set(text, now);
    this.#dueAt = now + (this.#options.everyMs ?? 0);
    this.#send(text);
  }
  #send(text: string): void {
    const { window } = this.#options;
    this.sendText(this.roomId, text, window && { window });
  }
}

/** A room in an agent's console. */
type JoinState = { joined: boolean; known: Set<number>; waiting: string[] };

/**
 * An administrator's console on an unreliable connection: receives messages of every room, and writes into those it has
 * entered.
 */
export class Agent extends FlakyConnection {
  /** Messages of the socket by room and number, with their time by performance.now(). */
  readonly messages = new Map<string, Map<number, { message: ChatMessage; at: number }>>();
  /** Number of messages of a room that one connection received twice. */
  repeated = 0;
  readonly #token: string;
  readonly #onMessage: (message: ChatMessage) => void;
  readonly #entered = new Map<string, JoinState>();
  /** Messages of this connection by room; entering a room clears its list. */
  readonly #received = new Map<string, Set<number>>();

  constructor(token: string, onMessage: (message: ChatMessage) => void = () => undefined) {
    super();
    this.#token = token;
    this.#onMessage = onMessage;
  }

  /** Resolves when the server has registered the agent. */
  async connect(url: string): Promise<void> {
    this.#received.clear();
    for (const room of this.#entered.values()) room.joined = false;
    const hello = () => ({ type: 'join_as_agent', token: this.#token });
    await new Promise<void>((resolve) => {
      const ws = this.open(url, hello, (event) => {
        this.#onEvent(event);
        if (event.type !== 'agent_status_update') return;
        resolve();
        for (const [roomId, room] of this.#entered) if (!room.joined) this.#join(roomId, room);
      });
      ws.on('close', () => resolve());
    });
  }

  get isDone(): boolean {
    return [...this.#entered.values()].every(({ waiting }) => waiting.length === 0);
  }
  /** Opens a room, as the console does before it writes. */
  enter(roomId: string): void {
    if (this.#entered.has(roomId)) return;
    const room: JoinState = { joined: false, known: new Set(), waiting: [] };
    this.#entered.set(roomId, room);
    this.#join(roomId, room);
  }
  /** Writes a text that no other message has; repeats it until it is acknowledged. */
  sendMessage(roomId: string, text: string): void {
    const room = this.#entered.get(roomId);
    if (!room) throw new Error(`Room ${roomId} was not entered`);
    room.waiting.push(text);
    if (room.joined) this.sendText(roomId, text);
  }

  #join(roomId: string, { known }: JoinState): void {
    this.send({ type: 'join_as_agent', roomId, token: this.#token, after: lastBeforeGap(known) });
  }
  #onEvent(event: ChatSocketEvent): void {
    if (event.type === 'new_message') {
      const receivedSeqs = this.#received.get(event.roomId) ?? new Set<number>();
      if (receivedSeqs.has(event.message.seq)) this.repeated += 1;
      this.#received.set(event.roomId, receivedSeqs.add(event.message.seq));
      this.#store(event.message);
    }
    const room = 'roomId' in event ? this.#entered.get(event.roomId) : undefined;
    if (!room) return;
    if (event.type === 'room_status') {
      room.joined = true;
      this.#received.delete(event.roomId);
      for (const message of event.messages) this.#store(message);
      for (const text of room.waiting) this.sendText(event.roomId, text);
    } else if (event.type === 'message_stored' && event.clientMessageId !== null) {
      this.acknowledged.set(event.clientMessageId, event.seq);
      room.known.add(event.seq);
      room.waiting = room.waiting.filter((text) => text !== event.clientMessageId);
    }
  }
  #store(message: ChatMessage): void {
    const ofRoom = this.messages.get(message.roomId) ?? new Map<number, { message: ChatMessage; at: number }>();
    this.messages.set(message.roomId, ofRoom);
    this.#entered.get(message.roomId)?.known.add(message.seq);
    if (ofRoom.has(message.seq)) return;
    ofRoom.set(message.seq, { message, at: performance.now() });
    this.#onMessage(message);
  }
}

/** Counts the messages that the server acknowledged on these connections. */
export const acknowledgedBy = (connections: readonly FlakyConnection[]) =>
  connections.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);

/** The highest number before the first gap. */
function lastBeforeGap(knownSeqs: { has: (seq: number) => boolean }): number {
  let seq = 0;
  while (knownSeqs.has(seq + 1)) seq += 1;
  return seq;
}

/** The socket of a server. */
export const socketOf = (url: string) => `${url.replace('http', 'ws')}/ws`;
