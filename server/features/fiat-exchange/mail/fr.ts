import type { FiatExchangeMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: FiatExchangeMailTexts = {
  pair_rate_notice: {
    subject: 'Le taux d’une paire a changé',
    heading: 'Un taux a changé',
    body: 'Les clients voient ces taux aussitôt. Si ce changement n’est pas de vous, changez votre mot de passe et vérifiez chaque taux.',
    pair: 'Paire',
    before: 'Avant',
    now: 'Maintenant',
    none: 'aucun',
    open: 'Voir les taux',
  },
};
