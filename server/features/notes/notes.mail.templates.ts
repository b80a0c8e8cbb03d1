import { featureMail, oneLine, type Template } from '#server/features/mail/mail.templates.service.ts';
import type { ServerTexts } from '#server/lib/texts.ts';

type NotesMailTexts = ServerTexts['notes.mail'];

declare module '#server/features/mail/mail.service.ts' {
  interface MailData {
    /** To a member: a colleague mentioned them in a note on `subject`, which `path` opens. */
    note_mention: { author: string; subject: string; path: string };
  }
}

// Without the text of the note: it is internal, and a mailbox is not.
const noteMention: Template<'note_mention', NotesMailTexts> = ({ author, subject, path }, { texts, layout }) => {
  const { subject: title, body, author: by, about, open } = texts.note_mention;
  return {
    subject: title,
    heading: title,
    greeting: layout.helloAll,
    blocks: [
      { kind: 'text', text: body },
      {
        kind: 'details',
        rows: [
          { label: by, value: oneLine(author) },
          { label: about, value: oneLine(subject) },
        ],
      },
      { kind: 'button', label: open, path },
    ],
  };
};

/** The mails of this feature. */
export const notesMail = featureMail('notes.mail', { note_mention: noteMention });
