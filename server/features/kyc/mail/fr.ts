import type { KycMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: KycMailTexts = {
  kyc: {
    notes: 'Message de notre équipe',
  },
  kyc_received: {
    subject: 'Nous avons reçu vos documents',
    heading: 'Nous avons reçu vos documents',
    body: 'Une personne les examine (délai : {review}). Nous vous écrivons dès la décision ; vous n’avez rien à faire.',
    never: 'N’envoyez jamais de documents par e-mail ou par chat.',
    open: 'Voir votre vérification',
  },
  kyc_approved: {
    subject: 'Votre identité est vérifiée',
    heading: 'Votre identité est vérifiée',
    body: 'Vous pouvez désormais vendre pour plus de {limit} USD en {days} jours.',
    open: 'Vendre',
  },
  kyc_rejected: {
    subject: 'Nous n’avons pas pu vérifier votre identité',
    heading: 'Nous n’avons pas pu vérifier votre identité',
    body: 'Vous en lirez la raison ci-dessous. Corrigez et transmettez à nouveau vos documents : vos dernières réponses sont conservées.',
    open: 'Transmettre à nouveau',
    help: 'Si vous pensez qu’il s’agit d’une erreur, écrivez à {supportEmail}.',
  },
};
