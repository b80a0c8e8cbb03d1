import type { WebSocket } from 'ws';
import type { ErrorBody } from '#shared/kernel/error.ts';
import { megabyteBytes } from '#shared/reference/units-of-size.ts';
import type { SignedInActor } from '../http/guards/actor.ts';
import { TooMany } from '../lib/refusal.ts';
import { RateWindow, windowMs, type Verdict } from './socket.rate-window.ts';

/** Our own codes of a close, beside those of RFC 6455. */
export const closeCodes = {
  goingAway: 1001,
  unreadable: 1003,
  policy: 1008,
  tryLater: 1013,
  signedOut: 4401,
  tooMany: 4429,
};

export type OutgoingMessage = { type: string; [field: string]: unknown };

const maxBacklogBytes = megabyteBytes;
/** Time for the closing code to arrive. */
const closeDelayMs = 250;

/** One browser tab (or agent's console) on /ws. Small, as there may be thousands of them. */
export class Connection {
  readonly ip: string;
  /** Null for a visitor. */
  actor: SignedInActor | null = null;
  token: string | undefined;
  /** When its session was last verified, by performance.now(). */
  checkedAt = 0;
  readonly #ws: WebSocket;
  readonly #rateWindow: RateWindow;
  #isResponsive = true;
  /** When it was last warned about its rate limit, by performance.now(). */
  #warnedAt = Number.NEGATIVE_INFINITY;
  #work: Promise<void> = Promise.resolve();

  constructor(ws: WebSocket, ip: string, messagesPerMinute: number) {
    this.#ws = ws;
    this.ip = ip;
    this.#rateWindow = new RateWindow(messagesPerMinute);
    ws.on('pong', () => (this.#isResponsive = true));
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Sends JSON. A reader who has let more than 1 MiB pile up is cut off: it would pile up in this process. */
  send(message: OutgoingMessage): void {
    this.sendText(JSON.stringify(message));
  }

  /** Sends text that was made once for many connections. */
  sendText(text: string): void {
    if (!this.isOpen) return;
    if (this.#ws.bufferedAmount > maxBacklogBytes) this.#ws.terminate();
    else this.#ws.send(text);
  }

  /** Answers a frame with its error; `ref` is the sender's own id of the frame. */
  refuse(body: ErrorBody, ref?: string): void {
    this.send({ type: 'error', ...body, ref });
  }

  /** Reports that it sends too much: once in a window, as an answer to each frame would double the flood. */
  refuseFlood(): void {
    if (performance.now() - this.#warnedAt <= windowMs) return;
    this.#warnedAt = performance.now();
    this.refuse(new TooMany(windowMs / 1000).toBody());
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  /** Closes for a restart; done when the other side has answered or has had its time. */
  closeForRestart(): Promise<void> {
    return new Promise((resolve) => {
      this.#ws.once('close', () => resolve());
      this.#ws.close(closeCodes.goingAway, 'restarting');
    });
  }

  /** Ends a connection that did not answer the last ping, pings the others. */
  heartbeat(): void {
    if (!this.#isResponsive) return this.#ws.terminate();
    this.#isResponsive = false;
    if (this.isOpen) this.#ws.ping();
  }

  /** Counts one frame. */
  count(): Verdict {
    return this.#rateWindow.count();
  }

  /** Ends the connection of a flooding client: nothing of it is read any more, not even while it closes. */
  disconnect(reason: string): void {
    this.#ws.close(closeCodes.policy, reason);
    this.#ws.pause();
    setTimeout(() => this.#ws.terminate(), closeDelayMs).unref();
  }

  /** Runs `work` after this connection's earlier requests, so that its messages stay in order. */
  inOrder(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
  }
}
