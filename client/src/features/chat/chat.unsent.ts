import { readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import type { Line } from './chat.thread.ts';

const keyOf = (roomId: string) => `unsent:${roomId}`;

/** Notes what was written and is not acknowledged, so that a reload loses none of it. */
export function storeUnsent(roomId: string, lines: readonly Line[]): void {
  const unsent = lines.filter(({ state }) => state !== 'sent');
  writeTabItem(keyOf(roomId), unsent.length === 0 ? '' : JSON.stringify(unsent));
}

/** What was left, to be sent again by a press: under its own key, so that one that did arrive is not doubled. */
export function readUnsent(roomId: string): Line[] {
  try {
    const stored: unknown = JSON.parse(readTabItem(keyOf(roomId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isLine).map((line) => ({ ...line, state: 'failed' as const })) : [];
  } catch {
    return []; // Not written by this page.
  }
}

/** Users can edit browser storage. */
function isLine(value: unknown): value is Line {
  if (typeof value !== 'object' || value === null) return false;
  const has = (field: keyof Line) => field in value && typeof (value as Line)[field] === 'string';
  return has('key') && has('text') && has('from') && has('at');
}
