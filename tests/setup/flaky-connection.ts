import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { ChatMessage, ChatSocketEvent } from '#shared/chat/chat.socket.ts';

/** A browser on a bad connection: stores its messages until acknowledged, and received ones by number. */
export class Visitor {
  readonly label = `room_${randomUUID()}`;
  readonly acknowledged = new Map<string, number>();
  readonly heard = new Map<number, ChatMessage>();
  roomId = this.label;
  #token: string | null = null;
  #ws: WebSocket | undefined;
  #waiting: string[] = [];
  #said = 0;
  readonly #mostWords: number;

  /** Says `mostWords` things, each after the one before was acknowledged. */
  constructor(maxMessages: number) {
    this.#mostWords = maxMessages;
  }

  connect(url: string): void {
    const ws = new WebSocket(url);
    this.#ws = ws;
    ws.on('open', () => {
      const after = this.heard.size === 0 ? {} : { after: this.last };
      ws.send(JSON.stringify({ type: 'join_as_user', roomId: this.roomId, roomToken: this.#token, ...after }));
    });
    ws.on('message', (data: Buffer) => this.#hear(ws, JSON.parse(data.toString()) as ChatSocketEvent));
    ws.on('error', () => undefined); // The server is about to be killed.
  }

  /** The highest number before the first gap. */
  get last(): number {
    let seq = 0;
    while (this.heard.has(seq + 1)) seq += 1;
    return seq;
  }
  /** The text of its nth message, from 1. */
  textOf(n: number): string {
    return `${this.label} ${n}`;
  }
  get done(): boolean {
    return this.acknowledged.size === this.#mostWords;
  }
  get hasRoom(): boolean {
    return this.#token !== null;
  }
  /** The line breaks, and is taken up again. */
  reconnect(url: string): void {
    this.#ws?.terminate();
    this.connect(url);
  }
  end(): void {
    const ws = this.#ws;
    this.#ws = undefined;
    ws?.terminate();
  }

  #hear(ws: WebSocket, event: ChatSocketEvent): void {
    if (ws !== this.#ws) return;
    if (event.type === 'room_status') {
      this.roomId = event.roomId;
      this.#token ??= event.roomToken;
      for (const message of event.messages) this.#keep(message);
      for (const text of this.#waiting) this.#send(text);
      if (this.#waiting.length === 0) this.#sayNext();
    } else if (event.type === 'message_stored') {
      const { clientMessageId: text, seq } = event;
      if (text === null || this.acknowledged.has(text)) return;
      this.acknowledged.set(text, seq);
      this.#keep({
        ...event,
        roomId: this.roomId,
        text,
        sender: 'user',
        senderName: 'Visitor',
        isBot: false,
        order: null,
        file: null,
      });
      this.#waiting = this.#waiting.filter((waiting) => waiting !== text);
      this.#sayNext();
    } else if (event.type === 'new_message') this.#keep(event.message);
  }
  #keep(message: ChatMessage): void {
    const known = this.heard.get(message.seq)?.text ?? message.text;
    if (known !== message.text) throw new Error(`Number ${message.seq} is '${known}' and '${message.text}'`);
    this.heard.set(message.seq, message);
  }
  #sayNext(): void {
    if (this.#said === this.#mostWords) return;
    this.#said += 1;
    const text = this.textOf(this.#said);
    this.#waiting.push(text);
    this.#send(text);
  }
  #send(text: string): void {
    this.#ws?.send(JSON.stringify({ type: 'send_message', roomId: this.roomId, text, clientMessageId: text }));
  }
}

/** The socket of a server. */
export const socketOf = (url: string) => `${url.replace('http', 'ws')}/ws`;
