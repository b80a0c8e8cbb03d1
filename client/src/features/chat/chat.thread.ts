import { parseJson } from '#client/lib/storage/local-storage.ts';
import { readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import type { ChatMessage, ChatSocketEvent, ChatWindow, TeamMessage } from '#shared/chat/chat.socket.ts';

/** One line of a conversation on screen: stored, being sent, or local to this browser. */
export interface Line {
  key: string;
  text: string;
  from: 'user' | 'support' | 'bot';
  name?: string | undefined;
  /** The member who wrote it, for the team; null if unknown, undefined on a local line. */
  by?: TeamMessage['by'] | undefined;
  at: string;
  state: 'sending' | 'sent' | 'failed';
  warning?: ChatMessage['warning'];
  seq?: number | undefined;
  order?: ChatMessage['order'] | undefined;
  file?: ChatMessage['file'] | undefined;
  /** The window of a line that is not stored; stored lines belong to both windows. */
  only?: ChatWindow | undefined;
  /** The window it was written in, whose bot is to answer. */
  window?: ChatWindow | undefined;
}

/**
 * Adds stored messages to the shown lines: each once, in the order of their numbers, in place of the line that waited.
 */
export function withMessages(lines: readonly Line[], messages: readonly (ChatMessage | TeamMessage)[]): Line[] {
  return messages.reduce<Line[]>(
    (visibleLines, message) => {
      const line: Line = {
        key: message.clientMessageId ?? message.id,
        text: message.text,
        from: message.sender,
        name: message.senderName,
        by: 'by' in message ? message.by : null,
        at: message.timestamp,
        state: 'sent',
        warning: message.warning,
        seq: message.seq,
        order: message.order,
        file: message.file,
      };
      const index = visibleLines.findIndex(({ key, seq }) => key === line.key || seq === line.seq);
      if (index >= 0) return visibleLines.with(index, line);
      // Earlier ones are fetched later: each goes before the first that has a higher number.
      const next = visibleLines.findIndex(({ seq }) => seq !== undefined && seq > message.seq);
      // Unsent lines will be stored after this one.
      const end = visibleLines.findLastIndex(({ state }) => state === 'sent') + 1;
      return visibleLines.toSpliced(next < 0 ? end : next, 0, line);
    },
    [...lines],
  );
}

/** Returns the lines with one marked as stored: it gets the number, the time and the warning of the receipt. */
export function withReceipt(
  lines: readonly Line[],
  receipt: Extract<ChatSocketEvent, { type: 'message_stored' }>,
): Line[] {
  const { clientMessageId, seq, timestamp, warning } = receipt;
  return lines.map((line) =>
    line.key === clientMessageId ? { ...line, state: 'sent', seq, at: timestamp, warning } : line,
  );
}

/** Marks a line as not sent. */
export function withFailure(lines: readonly Line[], key: string): Line[] {
  return lines.map((line) => (line.key === key && line.state === 'sending' ? { ...line, state: 'failed' } : line));
}

/** The highest number known, to ask for later messages. */
export function lastSeq(lines: readonly Line[]): number {
  return lines.reduce((maxSeq, { seq }) => Math.max(maxSeq, seq ?? 0), 0);
}

/** The lowest number known, to ask for earlier messages; 0 without messages. */
export const firstSeq = (lines: readonly Line[]): number => lines.find(({ seq }) => seq !== undefined)?.seq ?? 0;

const keyOf = (roomId: string) => `unsent:${roomId}`;

/** Stores the lines that are not acknowledged, so that a reload loses none of them. */
export function storeUnsent(roomId: string, lines: readonly Line[]): void {
  const unsentLines = lines.filter(({ state }) => state !== 'sent');
  writeTabItem(keyOf(roomId), unsentLines.length === 0 ? '' : JSON.stringify(unsentLines));
}

/**
 * Unsent lines from before a reload, which a press sends again under their own keys: one that did arrive is not
 * doubled.
 */
export function readUnsent(roomId: string): Line[] {
  const storedJson = parseJson(readTabItem(keyOf(roomId)));
  return Array.isArray(storedJson)
    ? storedJson.filter(isLine).map((line) => ({ ...line, state: 'failed' as const }))
    : [];
}

/** Users can edit browser storage. */
function isLine(value: unknown): value is Line {
  if (typeof value !== 'object' || value === null) return false;
  // This guard is what finds out whether the value is a line.
  const hasText = (field: keyof Line) => field in value && typeof (value as Line)[field] === 'string';
  return hasText('key') && hasText('text') && hasText('from') && hasText('at');
}
