import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: TeamMailTexts = {
  team_invitation: {
    subject: 'Invitation dans l’équipe',
    heading: 'Vous êtes invité dans l’équipe',
    body: 'Vous êtes invité à rejoindre l’équipe de {brand} avec le rôle : {role}. Choisissez un mot de passe et configurez la validation en deux étapes pour commencer.',
    valid: 'Ce lien est valable {hours} heures et ne fonctionne qu’une fois.',
    accept: 'Accepter l’invitation',
    ignore: 'Si vous n’attendiez pas cette invitation, ignorez ce message.',
    roles: {
      owner: 'propriétaire',
      reviewer: 'vérificateur',
      payer: 'payeur',
      support: 'assistance',
      auditor: 'auditeur',
    },
  },
};
