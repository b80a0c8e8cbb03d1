import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: 'Bitte bestätigen Sie Ihr Abonnement',
    heading: 'Noch ein Klick zum Abonnement',
    body: 'Jemand, hoffentlich Sie, hat unseren Newsletter für diese Adresse bestellt. Vor Ihrer Bestätigung senden wir nichts.',
    open: 'Abonnement bestätigen',
    ignore: 'Falls Sie das nicht waren, müssen Sie nichts tun: Unbestätigte Adressen werden nach einer Woche gelöscht.',
    leave: 'Nicht mehr schreiben',
  },
  newsletter_welcome: {
    subject: 'Sie haben den Newsletter abonniert',
    heading: 'Sie haben den Newsletter abonniert',
    body: 'Ab jetzt erhalten Sie Neuigkeiten von {brand} an diese Adresse. Bis dahin finden Sie hier, was wir bisher geschrieben haben.',
    open: 'Zum Blog',
    leave: 'Abbestellen',
  },
};
