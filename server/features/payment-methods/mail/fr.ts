import type { PaymentMethodsMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: PaymentMethodsMailTexts = {
  payment_method_notice: {
    subject: 'Un compte de réception a été modifié',
    heading: 'Un compte de réception a été modifié',
    body: 'Les clients paient sur les comptes définis ici. Si ce changement n’est pas le vôtre, modifiez tout de suite votre mot de passe et vérifiez chaque compte.',
    account: 'Compte',
    currency: 'Devise',
    change: 'Ce qui a été fait',
    created: 'ajouté',
    changed: 'modifié',
    deleted: 'supprimé',
    open: 'Voir les comptes',
  },
  payment_method_alarm: {
    subject: 'Alerte : un compte de réception a été altéré',
    heading: 'Un compte de réception a été altéré',
    body: 'La base de données contient un compte de réception que ce produit n’a pas écrit. Il n’est pas montré aux clients et personne n’est invité à y verser de l’argent. Quelqu’un peut écrire dans votre base de données. Trouvez qui, puis enregistrez de nouveau le compte.',
    account: 'Compte',
    open: 'Voir les comptes',
  },
};
