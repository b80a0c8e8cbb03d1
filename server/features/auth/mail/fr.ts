import type { AuthMailTexts } from './en.ts';

/** The texts of these mails in French. */
export const fr: AuthMailTexts = {
  verification_code: {
    subject: 'Votre code',
    heading: 'Votre code',
    body: 'Saisissez ce code pour confirmer votre adresse e-mail. Il est valable {minutes} minutes.',
    ignore: 'Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.',
  },
  already_registered: {
    subject: 'Quelqu’un a tenté de s’inscrire avec votre adresse',
    heading: 'Vous avez déjà un compte',
    body: 'Quelqu’un, peut-être vous, vient de tenter de s’inscrire avec cette adresse e-mail. Rien n’a changé.',
    signIn: 'Se connecter',
    forgot: 'Si vous avez oublié votre mot de passe, vous pouvez en choisir un nouveau :',
    reset: 'Réinitialiser le mot de passe',
    ignore: 'Si ce n’était pas vous, vous n’avez rien à faire.',
  },
  password_reset: {
    subject: 'Réinitialisez votre mot de passe',
    heading: 'Choisissez un nouveau mot de passe',
    body: 'Utilisez ce lien dans les {minutes} minutes. Il fonctionne une seule fois et vous déconnecte partout.',
    open: 'Choisir un nouveau mot de passe',
    ignore: 'Si vous ne l’avez pas demandé, ignorez ce message : votre mot de passe reste inchangé.',
  },
  password_changed: {
    subject: 'Votre mot de passe a été modifié',
    heading: 'Votre mot de passe a été modifié',
    body: 'Le mot de passe de votre compte vient d’être modifié, et tous les autres appareils ont été déconnectés.',
    notYou: 'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et écrivez-nous.',
    reset: 'Réinitialiser le mot de passe',
  },
  email_changed: {
    subject: 'L’adresse de votre compte a été modifiée',
    heading: 'Votre compte a une nouvelle adresse',
    body: 'L’adresse e-mail de votre compte vient d’être modifiée. Désormais, nous écrivons à la nouvelle.',
    notYou: 'Si ce n’était pas vous, écrivez aussitôt à {supportEmail}.',
  },
  second_factor_changed: {
    subject: 'La validation en deux étapes a été modifiée',
    heading: 'La validation en deux étapes a été modifiée',
    on: 'Désormais, un code de votre application d’authentification est demandé à la connexion.',
    off: 'Un code de votre application d’authentification n’est plus demandé à la connexion.',
    codes: 'De nouveaux codes de récupération ont été créés ; les anciens ne fonctionnent plus.',
    removed:
      'La validation en deux étapes du compte administrateur a été supprimée par une commande sur le serveur. Elle doit être reconfigurée à la prochaine connexion.',
    notYou: 'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et écrivez-nous.',
    reset: 'Réinitialiser le mot de passe',
  },
};
