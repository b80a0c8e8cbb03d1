import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. `{name}` stands for a value of the mail. */
export const en = {
  note_mention: {
    subject: '{author} mentioned you in a note',
    body: '{author} mentioned you in a note on {subject}. Only the team can read it.',
    open: 'Read the note',
  },
} as const;

/** What a translation has to hold. */
export type NotesMailTexts = Translated<typeof en>;
