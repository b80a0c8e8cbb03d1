import { expect } from 'vitest';
import type { TeamRole } from '#shared/team/team.roles.ts';
import type { startTelegram } from '#tests/setup/telegram.ts';
import type { Testbed } from '#tests/setup/testbed.ts';
import { aColleague } from './approvals.ts';

type Telegram = Awaited<ReturnType<typeof startTelegram>>;

let chats = 1000;

/** Members of the team with a chat that is linked. */
export function phonesOf(testbed: Testbed, telegram: Telegram) {
  const textsIn = (chat: string) => telegram.sent.filter(({ chat_id: id }) => id === chat).map(({ text }) => text);
  async function link(userId: string): Promise<string> {
    const chat = String((chats += 1));
    const insertLink = `insert into telegram_links (user_id, chat_id, linked_at) values ($1, $2, now())`;
    await testbed.rows(insertLink, [userId, chat]);
    return chat;
  }
  /** A member with this role, and the messages on their phone. */
  async function aPhone(role: TeamRole) {
    const member = await aColleague(testbed, role);
    const chat = await link(member.id);
    return { ...member, chat, texts: () => textsIn(chat) };
  }
  /** Waits until a phone has shown so many messages. */
  const arrived = async ({ texts }: { texts: () => string[] }, count: number) => {
    await expect.poll(texts).toHaveLength(count);
  };
  return { textsIn, link, aPhone, arrived };
}
