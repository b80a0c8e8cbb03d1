import { useState } from 'react';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';

/** A file that was chosen and is not stored yet. Its name stays the same, so that it is stored once however often it is sent. */
export interface Upload {
  clientMessageId: string;
  file: File;
  order: ChatMessage['order'];
}

// They outlive the window: one that is closed and opened again goes on where it was.
const waiting = new Map<string, readonly Upload[]>();

/** The files on their way into one conversation. */
export function useUploads(room: string) {
  const [uploads, setUploads] = useState(() => waiting.get(room) ?? []);
  const change = (next: (before: readonly Upload[]) => readonly Upload[]) => {
    const after = next(waiting.get(room) ?? []);
    if (after.length > 0) waiting.set(room, after);
    else waiting.delete(room);
    setUploads(after);
  };
  return {
    uploads,
    add: (files: readonly File[], order: ChatMessage['order']) =>
      change((before) => [...before, ...files.map((file) => ({ clientMessageId: crypto.randomUUID(), file, order }))]),
    remove: ({ clientMessageId }: Upload) =>
      change((before) => before.filter((upload) => upload.clientMessageId !== clientMessageId)),
  };
}
