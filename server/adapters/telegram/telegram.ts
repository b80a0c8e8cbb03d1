/** A bot that sends short texts to the people who have started a talk with it. */
export interface TelegramBot {
  /** The link that opens the chat with the bot and sends it `code`. */
  linkOf: (code: string) => Promise<string>;
  /** The codes that were brought since the last call, and the chat each came from. Throws MailRefused. */
  takeStarts: () => Promise<TelegramStart[]>;
  /** Throws MailRefused, or ChatClosed. */
  send: (message: TelegramMessage) => Promise<void>;
}

export type TelegramStart = { code: string; chatId: string };
export type TelegramMessage = { id: string; chatId: string; text: string };

/** The person has closed the talk or their account: nothing more can be sent. */
export class ChatClosed extends Error {
  override readonly name = 'ChatClosed';
}
