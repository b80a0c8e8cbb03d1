import type { ChatMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: ChatMailTexts = {
  agent_request_notice: {
    subject: 'Quelqu’un demande un conseiller',
    heading: 'Quelqu’un demande un conseiller',
    from: 'Adresse laissée',
    message: 'Son message',
    open: 'Ouvrir le chat des conseillers',
  },
  chat_answer: {
    subject: 'Nous vous avons écrit dans le chat',
    heading: 'Un message du support',
    body: 'Voici ce que nous vous avons écrit dans notre chat en votre absence :',
    answer: 'Support',
    safety:
      'Nous n’envoyons jamais d’adresse de dépôt ni de coordonnées bancaires dans le chat ni dans les e-mails qui s’y rapportent.',
    open: 'Reprendre le chat',
  },
};
