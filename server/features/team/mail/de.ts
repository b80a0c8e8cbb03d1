import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: TeamMailTexts = {
  team_invitation: {
    subject: 'Einladung ins Team',
    heading: 'Sie sind ins Team eingeladen',
    body: 'Sie wurden in das Team von {brand} eingeladen, in der Rolle {role}. Wählen Sie ein Passwort und richten Sie die Zwei-Schritt-Verifizierung ein.',
    valid: 'Dieser Link gilt {hours} Stunden und funktioniert einmal.',
    accept: 'Einladung annehmen',
    ignore: 'Falls Sie keine Einladung erwarten, können Sie diese Nachricht ignorieren.',
    roles: {
      owner: 'Inhaber',
      reviewer: 'Prüfung',
      payer: 'Auszahlung',
      support: 'Support',
      auditor: 'Revision',
    },
  },
};
