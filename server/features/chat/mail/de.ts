import type { ChatMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: ChatMailTexts = {
  agent_request_notice: {
    subject: 'Jemand wünscht einen Mitarbeiter',
    heading: 'Jemand wünscht einen Mitarbeiter',
    from: 'Hinterlassene Adresse',
    message: 'Nachricht',
    open: 'Support-Chat öffnen',
  },
  chat_answer: {
    subject: 'Unsere Antwort auf Ihre Frage im Chat',
    heading: 'Eine Antwort auf Ihre Frage',
    body: 'Sie hatten den Chat schon verlassen, als diese Antwort kam:',
    answer: 'Support',
    safety: 'Im Chat und in seinen E-Mails senden wir nie Einzahlungsadressen oder Bankverbindungen.',
    open: 'Im Chat weiterschreiben',
  },
};
