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
} as const;

/** What a translation has to hold. */
export type TeamMailTexts = Translated<typeof en>;
