import { adminNotice, featureMail, oneLine, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';
import type { TeamRole } from '#shared/team/team.roles.ts';

type TeamMailTexts = ServerTexts['team.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** `path` carries the single-use token: /invitation/… */
    team_invitation: { role: TeamRole; path: string; hours: number };
    /** To each owner; what a kind does not have is empty. `time`: when the user is erased, as ISO text. */
    owner_notice: {
      kind: 'invited' | 'joined' | 'promoted' | 'erasure';
      member: string;
      role: TeamRole | null;
      by: string;
      time: string;
      path: string;
    };
  }
}

// No name of the sender: this goes to an unverified address.
const teamInvitation: Template<'team_invitation', TeamMailTexts> = (
  { role, path, hours },
  { texts, layout, settings },
) => {
  const { subject, heading, body, valid, accept, ignore, roles } = texts.team_invitation;
  return {
    subject,
    heading,
    greeting: layout.helloAll,
    values: { brand: settings.brand.name, role: roles[role], hours },
    blocks: [
      { kind: 'text', text: body },
      { kind: 'button', label: accept, path },
      { kind: 'text', text: valid },
      { kind: 'text', text: ignore },
    ],
  };
};

/** To the owners: a member was given power over money, or a customer's data is about to go. */
const ownerNotice: Template<'owner_notice', TeamMailTexts> = (
  { kind, member, role, by, time, path },
  { texts, layout },
) => {
  const labels = texts.owner_notice;
  const rows = [
    { label: labels.member, value: member },
    { label: labels.role, value: role ? texts.team_invitation.roles[role] : '' },
    { label: labels.by, value: by },
    { label: labels.time, value: time },
  ];
  return adminNotice(layout, {
    labels: { ...labels[kind], open: labels.open },
    rows: rows.filter(({ value }) => oneLine(value) !== ''),
    path,
  });
};

/** The mails of this feature. */
export const teamMail = featureMail('team.mail', { team_invitation: teamInvitation, owner_notice: ownerNotice });
