import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: 'Confirmez votre abonnement',
    heading: 'Une pression, et votre abonnement est fait',
    body: 'Quelqu’un, vous sans doute, a demandé nos actualités à cette adresse. Rien n’est envoyé avant votre confirmation.',
    open: 'Confirmer mon abonnement',
    ignore:
      'Si ce n’était pas vous, vous n’avez rien à faire : les adresses non confirmées sont oubliées au bout d’une semaine.',
    leave: 'Ne jamais m’écrire',
  },
  newsletter_welcome: {
    subject: 'Votre abonnement est confirmé',
    heading: 'Votre abonnement est confirmé',
    body: 'Vous recevez désormais les actualités de {brand} à cette adresse. D’ici là, voici ce que nous avons déjà écrit.',
    open: 'Lire le blog',
    leave: 'Me désabonner',
  },
};
