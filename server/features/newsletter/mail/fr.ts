import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: 'Confirmez votre abonnement',
    heading: 'Plus qu’un clic pour vous abonner',
    body: 'Quelqu’un, vous sans doute, a demandé notre newsletter à cette adresse. Nous n’envoyons rien avant votre confirmation.',
    open: 'Confirmer mon abonnement',
    ignore:
      'Si ce n’était pas vous, vous n’avez rien à faire : nous supprimons les adresses non confirmées au bout d’une semaine.',
    leave: 'Ne plus m’écrire',
  },
  newsletter_welcome: {
    subject: 'Votre abonnement est confirmé',
    heading: 'Votre abonnement est confirmé',
    body: 'Vous recevez désormais les actualités de {brand} à cette adresse. En attendant, voici ce que nous avons déjà écrit.',
    open: 'Lire le blog',
    leave: 'Me désabonner',
  },
};
