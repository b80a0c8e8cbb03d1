import type { NotesMailTexts } from './en.ts';

export const de: NotesMailTexts = {
  note_mention: {
    subject: 'Sie wurden in einer Notiz erwähnt',
    body: 'Jemand aus dem Team hat Sie in einer Notiz erwähnt. Nur das Team kann sie lesen.',
    author: 'Geschrieben von',
    about: 'Zu',
    open: 'Notiz lesen',
  },
};
