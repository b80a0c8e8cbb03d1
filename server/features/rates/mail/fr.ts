import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: RatesMailTexts = {
  held_rate_notice: {
    subject: 'Un taux est retenu',
    heading: 'Un taux demande votre attention',
    body: 'Un nouveau taux s’écarte beaucoup du dernier bon. Il n’est pas proposé avant votre accord. Tant qu’un prix plus bas attend, personne ne peut vendre cette crypto.',
    rate: 'Taux',
    before: 'Dernier bon taux',
    now: 'Proposé maintenant',
    from: 'Source',
    none: 'aucun encore',
    open: 'Ouvrir le back-office',
  },
  rates_stopped_notice: {
    subject: 'Les taux n’arrivent plus',
    heading: 'Plus aucun taux n’arrive',
    body: 'Cette source n’envoie rien d’utilisable depuis si longtemps que les ventes concernées ne sont plus proposées. Elles reprendront d’elles-mêmes.',
    from: 'Source',
    since: 'Dernier succès',
    reason: 'Raison',
    never: 'jamais',
    open: 'Ouvrir le back-office',
  },
};
