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
  kyc_revoked: {
    subject: 'Votre vérification n’est plus valable',
    heading: 'Votre vérification d’identité n’est plus valable',
    body: 'Vous en lirez la raison ci-dessous. Tant que vous n’avez pas transmis à nouveau vos documents et que nous ne les avons pas examinés, vous pouvez vendre jusqu’à {limit} USD en {days} jours. Les ordres déjà transmis ne changent pas.',
    open: 'Transmettre à nouveau',
  },
  kyc_expired: {
    subject: 'Votre pièce d’identité a expiré',
    heading: 'Votre pièce d’identité a expiré',
    body: 'Tant que nous n’avons pas examiné un document valable, vous pouvez vendre jusqu’à {limit} USD en {days} jours. Vos dernières réponses sont conservées.',
    open: 'Transmettre un nouveau document',
  },
  kyc_expiring: {
    subject: 'Votre pièce d’identité expire bientôt',
    heading: 'Votre pièce d’identité expire bientôt',
    body: 'Votre document est valable jusqu’au {date}. Après ce jour, vous pouvez vendre jusqu’à {limit} USD en {days} jours, jusqu’à ce que vous en transmettiez un nouveau et que nous l’ayons examiné.',
    open: 'Voir votre vérification',
  },
};
