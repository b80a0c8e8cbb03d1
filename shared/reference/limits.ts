import { minuteMs } from './units-of-time.ts';

/** Counting a list's rows stops here, and so does paging by number: a higher total would need a scan of the table. */
export const maxCounted = 10_000;

/** The length of the longest token that the product makes. */
export const maxTokenLength = 4096;

/** The browser gives an upload up after this time, and the server closes its connection. */
export const uploadTimeoutMs = 2 * minuteMs;
