import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: RatesMailTexts = {
  held_rate_notice: {
    subject: 'Un taux est retenu',
    heading: 'Un taux demande votre attention',
    body: 'Un nouveau taux s’écarte beaucoup du dernier bon. Il n’est pas proposé avant votre accord.',
    rate: 'Taux',
    before: 'Dernier bon taux',
    now: 'Proposé maintenant',
    from: 'Source',
    none: 'aucun encore',
    open: 'Ouvrir le back-office',
  },
};
