import { minuteMs } from '#shared/reference/units-of-time.ts';

export const windowMs = minuteMs;

export type Verdict = 'welcome' | 'too_many' | 'flood';

/** Message limit: above it messages are refused, above twice the limit the connection is closed. */
export class RateWindow {
  readonly #perMinute: number;
  #windowStart = 0;
  #count = 0;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Counts one frame. */
  count(): Verdict {
    const now = performance.now();
    if (now - this.#windowStart > windowMs) {
      this.#windowStart = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count <= this.#perMinute) return 'welcome';
    return this.#count <= 2 * this.#perMinute ? 'too_many' : 'flood';
  }

  /** True if the window is over, so that a new instance would behave the same. */
  get isFresh(): boolean {
    return performance.now() - this.#windowStart > windowMs;
  }
}
