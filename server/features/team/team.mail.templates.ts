import { button, featureMail, noticeBlocks } from '#server/features/mail/mail.templates.service.ts';
import type { ApprovalAsked } from '#shared/mail/mail.notices.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** `path` carries the single-use token: /invitation/… */
    team_invitation: { role: TeamRole; path: string; hours: number };
    /** To each member who may decide it. */
    approval_wanted: { by: string; path: string } & ApprovalAsked;
    /** To the member whose request an update cancelled. */
    approval_cancelled: { path: string };
    /** To the member who asked for it in the setup guide. */
    setup_test: { path: string };
    /** Mail to each owner; fields that a kind does not have are empty. `time`: when the user is erased, as ISO text. */
    owner_notice: {
      kind: 'invited' | 'joined' | 'promoted' | 'erasure' | 'account' | 'layout';
      member: string;
      role: TeamRole | null;
      by: string;
      time: string;
      /** Name of an account that money is paid from, or of a layout. */
      name: string;
      path: string;
    };
  }
}

export const teamMail = featureMail('team.mail', {
  // No name of the sender: this goes to an unverified address.
  team_invitation: ({ role, path }, { text }) => ({
    values: { role: text.roles[role] },
    blocks: [text.body, button(text.accept, path), text.valid, text.ignore],
  }),
  setup_test: ({ path }, { text }) => noticeBlocks(text, path, []),
  approval_cancelled: ({ path }, { text }) => noticeBlocks(text, path, []),
  approval_wanted: ({ by, path }, { text }) => noticeBlocks(text, path, [[text.by, by]]),
  /** Mail to the owners: a member was given power over money, or a customer's data is about to go. */
  owner_notice: ({ kind, member, role, by, time, name, path }, { text, texts }) => ({
    title: text[kind],
    blocks: noticeBlocks({ ...text, ...text[kind] }, path, [
      [text.member, member],
      [text.role, role ? texts.team_invitation.roles[role] : ''],
      [text.name, name],
      [text.by, by],
      [text.time, time],
    ]),
  }),
});
