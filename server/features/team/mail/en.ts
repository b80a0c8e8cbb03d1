import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  team_invitation: {
    subject: 'You are invited to the team',
    heading: 'You are invited to the team',
    body: 'You were invited to the team of {brand} as {role}. Choose a password and set up two-step verification to begin.',
    valid: 'This link is valid for {hours} hours and works once.',
    accept: 'Accept the invitation',
    ignore: 'If you did not expect this, you can ignore this message.',
    roles: {
      owner: 'owner',
      reviewer: 'reviewer',
      payer: 'payer',
      support: 'support',
      auditor: 'auditor',
    },
  },
  owner_notice: {
    invited: {
      subject: 'Somebody was invited to the team',
      heading: 'Somebody was invited to the team',
      body: 'An invitation to your team was sent. If you do not know about it, withdraw it and ask who sent it.',
    },
    joined: {
      subject: 'Somebody joined the team',
      heading: 'Somebody joined the team',
      body: 'An invitation was accepted. If you do not know this person, end the membership now.',
    },
    promoted: {
      subject: 'A member of the team got another role',
      heading: 'A member may do more than before',
      body: 'A member was given a role that allows more than the one before. If you do not know about it, take the role back and ask who gave it.',
    },
    erasure: {
      subject: 'A user is going to be erased',
      heading: 'A user is going to be erased',
      body: 'A member of the team asked to erase a user, who is blocked and signed out now. Until the time below an owner can take it back on the user’s page; after that the data is gone.',
    },
    member: 'Member',
    role: 'Role',
    by: 'Asked by',
    time: 'Erased at (UTC)',
    open: 'Look at it',
  },
} as const;

/** What a translation has to hold. */
export type TeamMailTexts = Translated<typeof en>;
