import { useState } from 'react';
import type { ChatMessage } from '#shared/chat/chat.socket.ts';

/**
 * A file that was chosen and is not stored yet. Its name stays the same, so that
 * it is stored once however often it is sent.
 */
export interface Upload {
  clientMessageId: string;
  file: File;
  order: ChatMessage['order'];
}

// Uploads by conversation. They outlive the window: after closing and reopening it the progress is shown again.
const pendingUploads = new Map<string, readonly Upload[]>();

/** The files on their way into one conversation. */
export function useUploads(room: string) {
  const [uploads, setUploads] = useState(() => pendingUploads.get(room) ?? []);
  const change = (next: (before: readonly Upload[]) => readonly Upload[]) => {
    const nextUploads = next(pendingUploads.get(room) ?? []);
    if (nextUploads.length > 0) pendingUploads.set(room, nextUploads);
    else pendingUploads.delete(room);
    setUploads(nextUploads);
  };
  return {
    uploads,
    add: (files: readonly File[], order: ChatMessage['order']) =>
      change((before) => [...before, ...files.map((file) => ({ clientMessageId: crypto.randomUUID(), file, order }))]),
    remove: ({ clientMessageId }: Upload) =>
      change((before) => before.filter((upload) => upload.clientMessageId !== clientMessageId)),
  };
}
