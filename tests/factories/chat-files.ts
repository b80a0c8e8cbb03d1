import type { ChatMessage } from '#shared/chat/chat.socket.ts';
import { callerOf, type SentFile } from '#tests/setup/call.ts';

type ChatForm = { file?: SentFile; clientMessageId: string; roomId?: string; orderId?: string };
type Answer = { status: number; body: ChatMessage & { code?: string } };

/** Sends a file into a conversation as a browser's form would: an agent's where the path names the room. */
export async function sendChatFile(
  { url }: { url: string },
  path: string,
  token: string | undefined,
  form: ChatForm,
): Promise<Answer> {
  return (await callerOf(url)('POST', path, { token, form })) as unknown as Answer;
}
