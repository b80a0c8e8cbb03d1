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
  owner_notice: {
    invited: {
      subject: 'Quelqu’un a été invité dans l’équipe',
      heading: 'Quelqu’un a été invité dans l’équipe',
      body: 'Une invitation à rejoindre votre équipe a été envoyée. Si vous n’en savez rien, retirez-la et demandez qui l’a envoyée.',
    },
    joined: {
      subject: 'Quelqu’un a rejoint l’équipe',
      heading: 'Quelqu’un a rejoint l’équipe',
      body: 'Une invitation a été acceptée. Si vous ne connaissez pas cette personne, mettez fin à son accès maintenant.',
    },
    promoted: {
      subject: 'Un membre de l’équipe a un autre rôle',
      heading: 'Un membre peut faire plus qu’avant',
      body: 'Un membre a reçu un rôle qui permet plus que le précédent. Si vous n’en savez rien, retirez ce rôle et demandez qui l’a donné.',
    },
    erasure: {
      subject: 'Un utilisateur va être effacé',
      heading: 'Un utilisateur va être effacé',
      body: 'Un membre de l’équipe a demandé l’effacement d’un utilisateur, désormais bloqué et déconnecté. Jusqu’à l’heure ci-dessous, un propriétaire peut revenir en arrière sur la page de l’utilisateur ; ensuite les données n’existent plus.',
    },
    member: 'Membre',
    role: 'Rôle',
    by: 'Demandé par',
    time: 'Effacement (UTC)',
    open: 'Voir',
  },
};
