import type { OrdersMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: OrdersMailTexts = {
  order: {
    reference: 'Référence',
    gives: 'Vous envoyez',
    pays: 'Vous recevez',
    open: 'Voir vos transactions',
    notes: 'Message de notre équipe',
  },
  reasons: {
    cancelled_by_customer: 'Annulé par vous',
    proof_not_received:
      'Aucune preuve de paiement n’est arrivée en {hours} heures. Si vous avez payé, écrivez au support en indiquant la référence.',
    quote_expired:
      'Le devis avait expiré et aucun taux n’était disponible à l’arrivée de votre justificatif. Le montant du devis vaut jusqu’à ce que notre équipe le confirme.',
  },
  order_received: {
    subject: 'Nous avons reçu votre ordre {reference}',
    heading: 'Nous avons reçu votre ordre',
    body: 'Une personne vérifie chaque ordre (délai : {check}). Nous vous écrivons à chaque étape.',
  },
  order_awaiting_proof: {
    subject: 'Votre change {reference} attend votre preuve de paiement',
    heading: 'Il reste une étape : votre preuve de paiement',
    body: 'Nous avons ouvert votre change. Envoyez la preuve de votre paiement dans les {hours} heures, sinon le change sera annulé automatiquement.',
    cancel: 'Si vous n’avez pas payé, vous pouvez annuler le change dans vos transactions.',
  },
  order_processing: {
    subject: 'Votre ordre {reference} est en cours',
    heading: 'Votre ordre est en cours',
    body: 'Nous avons commencé à traiter votre ordre et vous écrirons dès son versement.',
  },
  order_completed: {
    subject: 'Votre ordre {reference} est terminé',
    heading: 'Votre versement est parti',
    body: 'Nous avons versé votre ordre. L’arrivée dépend de votre banque ou portefeuille ; délai habituel : {payout}.',
  },
  order_rejected: {
    subject: 'Votre ordre {reference} a été refusé',
    heading: 'Votre ordre a été refusé',
    body: 'Nous n’avons pas pu accepter votre ordre. Vous en lirez la raison ci-dessous.',
    help: 'Si vous pensez qu’il s’agit d’une erreur, écrivez à {supportEmail} en indiquant la référence.',
  },
  order_failed: {
    subject: 'Votre ordre {reference} a échoué',
    heading: 'Votre ordre n’a pas pu être exécuté',
    body: 'Nous n’avons pas pu exécuter votre ordre. Vous en lirez la raison ci-dessous.',
    help: 'Une question ? Écrivez à {supportEmail} en indiquant la référence.',
  },
  address_stopped: {
    subject: 'N’envoyez pas de cryptos pour {reference} à l’adresse affichée',
    heading: 'N’utilisez plus cette adresse de dépôt',
    body: 'Nous avons bloqué l’adresse de dépôt de votre vente. Ce qui y est envoyé désormais peut être perdu.',
    unsent: 'Si vous n’avez rien envoyé, annulez cette vente et commencez-en une nouvelle.',
    sent: 'Si vous avez déjà envoyé des cryptos, ouvrez la vente et ajoutez la photo du transfert, ou écrivez à {supportEmail} en indiquant la référence.',
    open: 'Ouvrir la vente',
  },
  new_order_notice: {
    subject: 'Nouvel ordre {reference}',
    heading: 'Un nouvel ordre vous attend',
    sell: 'Vente de cryptos',
    fiat: 'Change de devises',
    kind: 'Type',
    gives: 'Le client remet',
    pays: 'Le client reçoit',
    open: 'Ouvrir le back-office',
  },
  order_alarm: {
    subject: 'Alerte : l’ordre {reference} a été falsifié',
    heading: 'Un ordre a été falsifié',
    body: 'Cet ordre, ou son devis, ne figure pas dans la base de données tel que ce produit l’a écrit : une adresse, un compte ou un montant a été modifié. Aucune adresse n’est montrée au client et l’ordre ne peut pas être approuvé. Quelqu’un peut écrire dans votre base de données. Cherchez qui, puis réglez l’ordre avec le client.',
    open: 'Ouvrir le back-office',
  },
};
