import type { Tx } from '#server/db/connection.ts';
import { deleteFilesOf } from '#server/features/files/files.service.ts';
import type { ErasedUser } from '#server/features/users/users.service.ts';
import { deleteChatsOf } from './live/chat.rooms.queries.ts';

export { exportChatPersonalData } from './live/chat.rooms.queries.ts';

/** Deletes the messages and files of a user being erased. */
export async function eraseChatPersonalData(tx: Tx, { id, email }: ErasedUser): Promise<void> {
  await deleteChatsOf(tx, { userId: id, email });
  await deleteFilesOf(tx, id, ['chat', 'chat_document']);
}
