import type { BotTexts } from './en.ts';

export const fr: BotTexts = {
  sell: '1. Choisissez une cryptomonnaie. 2. Saisissez le montant. 3. Indiquez vos coordonnées bancaires. 4. Envoyez les cryptos à l’adresse affichée. 5. Ajoutez votre justificatif. Votre cours est garanti {minutes} minutes.',
  fees: 'Nos frais : {tiers}, plus les frais de réseau, que votre propre portefeuille prélève à l’envoi. Nos frais s’affichent avant la vente.',
  kyc: 'La vérification d’identité est requise au-delà de {limit}. Délai d’examen : {kyc} ; nous vous écrivons par e-mail.',
  status: 'Connectez-vous pour voir vos ordres dans Transactions : chaque étape y figure avec son heure.',
  order: 'Votre dernier ordre, {reference}, est {status}. Délai de versement après approbation : {payout}.',
  noOrder: 'Vous n’avez pas encore d’ordre. Commencez-en un sous Vendre.',
  payment: 'Nous versons par virement bancaire, PayPal ou Wise.',
  time: 'Votre transfert : {transfer}. Notre vérification : {check}. Le versement : {payout}.',
  hello: 'Bonjour ! Posez vos questions sur la vente, les frais, la vérification, les délais ou votre ordre.',
  agent:
    'Laissez votre adresse e-mail et une personne vous répondra. Délai : {agentReply}, pendant nos horaires ({hours}).',
  default:
    'Je n’ai pas trouvé de réponse. Posez une question sur la vente, les frais, la vérification, les délais ou les moyens de versement, ou parlez à un conseiller.',
  safety:
    'Nous n’affichons l’adresse de dépôt que dans votre propre vente, jamais par chat, e-mail ou Telegram, et ne demandons jamais votre mot de passe ni votre phrase de récupération.',
  team: 'Bien sûr. J’appelle notre équipe de support.',
  unknown: 'Je ne sais pas répondre à cela. J’appelle notre équipe de support.',
  connected: 'Vous êtes en relation avec notre équipe de support. Ce que vous écrivez lui parvient désormais.',
  received: 'Votre message a été transmis à notre équipe de support.',
  tierBase: '{percent} en standard',
  tierOver: '{percent} au-delà de {amount}',
  statuses: {
    pending: 'en attente',
    processing: 'en cours',
    completed: 'terminé',
    rejected: 'refusé',
    failed: 'en échec',
  },
};
