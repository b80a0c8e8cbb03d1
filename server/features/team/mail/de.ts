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
  owner_notice: {
    invited: {
      subject: 'Jemand wurde ins Team eingeladen',
      heading: 'Jemand wurde ins Team eingeladen',
      body: 'Es wurde eine Einladung in Ihr Team verschickt. Wenn Sie davon nichts wissen, ziehen Sie sie zurück und fragen Sie, wer sie verschickt hat.',
    },
    joined: {
      subject: 'Jemand ist dem Team beigetreten',
      heading: 'Jemand ist dem Team beigetreten',
      body: 'Eine Einladung wurde angenommen. Wenn Sie diese Person nicht kennen, beenden Sie die Mitgliedschaft sofort.',
    },
    promoted: {
      subject: 'Ein Teammitglied hat eine andere Rolle',
      heading: 'Ein Mitglied darf mehr als bisher',
      body: 'Ein Mitglied hat eine Rolle bekommen, die mehr erlaubt als die bisherige. Wenn Sie davon nichts wissen, nehmen Sie die Rolle zurück und fragen Sie, wer sie vergeben hat.',
    },
    erasure: {
      subject: 'Ein Benutzer wird gelöscht',
      heading: 'Ein Benutzer wird gelöscht',
      body: 'Ein Teammitglied hat die Löschung eines Benutzers veranlasst, der jetzt gesperrt und abgemeldet ist. Bis zur unten genannten Zeit kann ein Inhaber das auf der Seite des Benutzers zurücknehmen; danach sind die Daten weg.',
    },
    member: 'Mitglied',
    role: 'Rolle',
    by: 'Veranlasst von',
    time: 'Löschung (UTC)',
    open: 'Ansehen',
  },
};
