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
    subject: 'Wir haben Ihnen im Chat geschrieben',
    heading: 'Eine Nachricht von unserem Support',
    body: 'Das haben wir Ihnen im Chat geschrieben, während Sie nicht da waren:',
    answer: 'Support',
    safety: 'Im Chat und in E-Mails dazu senden wir nie Einzahlungsadressen oder Bankverbindungen.',
    open: 'Im Chat weiterschreiben',
  },
};
