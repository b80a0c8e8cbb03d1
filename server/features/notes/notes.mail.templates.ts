import { featureMail, oneLine, type Template } from '#server/features/mail/mail.templates.service.ts';
import { ar } from './mail/ar.ts';
import { de } from './mail/de.ts';
import { en, type NotesMailTexts } from './mail/en.ts';
import { es } from './mail/es.ts';
import { fr } from './mail/fr.ts';
import { ja } from './mail/ja.ts';
import { ko } from './mail/ko.ts';
import { pt } from './mail/pt.ts';
import { ru } from './mail/ru.ts';
import { zh } from './mail/zh.ts';

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

const texts = { ar, de, en, es, fr, ja, ko, pt, ru, zh };

/** The mails of this feature. */
export const notesMail = featureMail(texts, { note_mention: noteMention });
