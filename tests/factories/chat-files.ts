import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import type { TestApp } from '../setup/app.ts';

type SentFile = { bytes: Buffer; name: string };

/** Sends a file into a conversation as a browser's form would: an agent's where the path names the room. */
export async function sendChatFile(
  { url }: Pick<TestApp, 'url'>,
  path: string,
  token: string | undefined,
  { file, ...fields }: { file?: SentFile; clientMessageId: string; roomId?: string; orderId?: string },
): Promise<{ status: number; body: ChatMessage & { code?: string } }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file) form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as ChatMessage };
}
