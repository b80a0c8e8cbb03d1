import { featureMail, noticeBlocks } from '#server/features/mail/mail.templates.service.ts';

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** Mail to a member: a colleague mentioned them in a note on `subject`, which `path` opens. */
    note_mention: { author: string; subject: string; path: string };
  }
}

export const notesMail = featureMail('notes.mail', {
  // The mail leaves the text of the note out, because a note is internal and a mailbox is not.
  note_mention: ({ author, subject, path }, { text }) =>
    noticeBlocks(text, path, [
      [text.author, author],
      [text.about, subject],
    ]),
});
