import { useState } from 'react';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';

/** A file that was chosen and is not stored yet. Its name stays the same, so that it is stored once however often it is sent. */
export interface Upload {
  clientMessageId: string;
  file: File;
  order: ChatMessage['order'];
}

// Uploads by conversation. They outlive the window: one that is closed and opened again shows its progress.
const pending = new Map<string, readonly Upload[]>();

/** The files on their way into one conversation. */
export function useUploads(room: string) {
  const [uploads, setUploads] = useState(() => pending.get(room) ?? []);
  const change = (next: (before: readonly Upload[]) => readonly Upload[]) => {
    const after = next(pending.get(room) ?? []);
    if (after.length > 0) pending.set(room, after);
    else pending.delete(room);
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
