import { column, filtered } from '#server/db/rows.ts';
import { readStatement, writeStatement } from '#server/db/statements.ts';

/** Since when a user's messages go to a chat; undefined while they do not. */
export const selectLink = readStatement({ linkedAt: filtered(column.moment) }).first<[userId: string]>()`
  select linked_at as "linkedAt" from telegram_links where user_id = $1 and linked_at is not null`;

/** Stores the hash of a new code, which ends the one before it; a chat that is linked stays until the code is used. */
export const storeCode = writeStatement({ at: filtered(column.moment) }).only<
  [userId: string, codeHash: Buffer, minutes: number]
>()`
  insert into telegram_links (user_id, code_hash, code_expires_at) values ($1, $2, now() + make_interval(mins => $3))
  on conflict (user_id) do update set code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at
  returning code_expires_at as at`;

/** Links the chat that brought a valid code, once; returns whose it is. */
export const useCode = writeStatement({ userId: column.uuid }).value<[codeHash: Buffer, chatId: string]>()`
  update telegram_links set chat_id = $2, linked_at = now(), code_hash = null, code_expires_at = null
  where code_hash = $1 and code_expires_at > now() returning user_id as "userId"`;

/** Whether any code is still valid. */
export const isCodeOpen = readStatement({}).exists()`
  select 1 from telegram_links where code_hash is not null and code_expires_at > now() limit 1`;

/** Ends the messages to a user's chat: on request, because the chat is closed, or with the account. */
export const unlinkTelegram = writeStatement({}).send<[userId: string]>()`
  delete from telegram_links where user_id = $1`;
