import type { Translated } from '#server/features/mail/mail.translated.service.ts';

/** The texts of these mails in English. */
export const en = {
  note_mention: {
    subject: 'You were mentioned in a note',
    body: 'A colleague mentioned you in a note. Only the team can read it.',
    author: 'Written by',
    about: 'About',
    open: 'Read the note',
  },
} as const;

/** What a translation has to hold. */
export type NotesMailTexts = Translated<typeof en>;
