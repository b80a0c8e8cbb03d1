import type { DepositsMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: DepositsMailTexts = {
  deposit_alarm: {
    subject: 'Alerte : un dépôt a quitté la chaîne après le versement',
    heading: 'Un dépôt a quitté la chaîne après le versement',
    body: 'Une réorganisation de la chaîne a retiré le transfert pour lequel une vente a été approuvée. Il peut revenir dans un bloc suivant. Sinon, les cryptos ne sont jamais arrivées. Regardez la vente avant de payer à nouveau le même client.',
    sale: 'Vente',
    hash: 'Hash de la transaction',
    open: 'Voir la vente',
  },
};
