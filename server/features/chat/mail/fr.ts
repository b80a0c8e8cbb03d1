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
    subject: 'Nous vous avons répondu dans le chat',
    heading: 'Une réponse à votre question',
    body: 'Vous aviez quitté notre chat quand cette réponse a été écrite :',
    answer: 'Support',
    safety: 'Nous n’envoyons jamais d’adresse de dépôt ni de coordonnées bancaires dans le chat ou ses e-mails.',
    open: 'Reprendre le chat',
  },
};
