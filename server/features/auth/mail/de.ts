import type { AuthMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: AuthMailTexts = {
  verification_code: {
    subject: 'Ihr Code',
    heading: 'Ihr Code',
    body: 'Geben Sie diesen Code ein, um Ihre E-Mail-Adresse zu bestätigen. Er gilt {minutes} Minuten.',
    ignore: 'Falls Sie ihn nicht angefordert haben, können Sie diese Nachricht ignorieren.',
  },
  already_registered: {
    subject: 'Jemand wollte sich mit Ihrer Adresse registrieren',
    heading: 'Sie haben bereits ein Konto',
    body: 'Jemand, vielleicht Sie, wollte sich gerade mit dieser E-Mail-Adresse registrieren. Es hat sich nichts geändert.',
    signIn: 'Anmelden',
    forgot: 'Falls Sie Ihr Passwort vergessen haben, können Sie ein neues wählen:',
    reset: 'Passwort zurücksetzen',
    ignore: 'Falls Sie das nicht waren, müssen Sie nichts tun.',
  },
  password_reset: {
    subject: 'Passwort zurücksetzen',
    heading: 'Wählen Sie ein neues Passwort',
    body: 'Nutzen Sie diesen Link innerhalb von {minutes} Minuten. Er funktioniert einmal und meldet Sie überall ab.',
    open: 'Neues Passwort wählen',
    ignore: 'Falls Sie das nicht angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.',
  },
  password_changed: {
    subject: 'Ihr Passwort wurde geändert',
    heading: 'Ihr Passwort wurde geändert',
    body: 'Das Passwort Ihres Kontos wurde soeben geändert; alle anderen Geräte wurden abgemeldet.',
    notYou: 'Falls Sie das nicht waren, setzen Sie jetzt Ihr Passwort zurück und schreiben Sie uns.',
    reset: 'Passwort zurücksetzen',
  },
  email_changed: {
    subject: 'Die Adresse Ihres Kontos wurde geändert',
    heading: 'Ihr Konto hat eine neue Adresse',
    body: 'Die E-Mail-Adresse Ihres Kontos wurde soeben geändert. Ab jetzt schreiben wir an die neue.',
    notYou: 'Falls Sie das nicht waren, schreiben Sie sofort an {supportEmail}.',
  },
  second_factor_changed: {
    subject: 'Ihre Zwei-Schritt-Verifizierung wurde geändert',
    heading: 'Ihre Zwei-Schritt-Verifizierung wurde geändert',
    on: 'Ab jetzt fragen wir bei der Anmeldung nach einem Code aus Ihrer Authenticator-App.',
    off: 'Bei der Anmeldung fragen wir nicht mehr nach einem Code aus Ihrer Authenticator-App.',
    codes: 'Es wurden neue Wiederherstellungscodes erstellt; die alten gelten nicht mehr.',
    removed:
      'Die Zwei-Schritt-Verifizierung des Administratorkontos wurde mit einem Befehl auf dem Server entfernt. Sie muss bei der nächsten Anmeldung neu eingerichtet werden.',
    notYou: 'Falls Sie das nicht waren, setzen Sie jetzt Ihr Passwort zurück und schreiben Sie uns.',
    reset: 'Passwort zurücksetzen',
  },
};
