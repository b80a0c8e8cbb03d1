import type { WalletsMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: WalletsMailTexts = {
  wallet_notice: {
    asked: {
      subject: 'Eine Einzahlungsadresse wird geändert',
      heading: 'Eine Einzahlungsadresse wird geändert',
      body: 'Kunden werden die Adresse unten sehen. Vergleichen Sie sie mit Ihrer eigenen Wallet. Ist es nicht Ihre, brechen Sie die Änderung ab und ändern Sie jetzt Ihr Passwort.',
    },
    live: {
      subject: 'Eine Einzahlungsadresse wurde geändert',
      heading: 'Eine Einzahlungsadresse wurde geändert',
      body: 'Neue Verkäufe zeigen die Adresse unten; früher begonnene behalten die ihre. Vergleichen Sie sie mit Ihrer eigenen Wallet. Ist es nicht Ihre, schalten Sie den Coin aus und ändern Sie jetzt Ihr Passwort.',
    },
    cancelled: {
      subject: 'Die Änderung einer Einzahlungsadresse wurde abgebrochen',
      heading: 'Eine Änderung wurde abgebrochen',
      body: 'Kunden sehen weiterhin die bisherige Adresse, nicht die unten.',
    },
    stopped: {
      subject: 'Eine Einzahlungsadresse wurde endgültig gesperrt',
      heading: 'Eine Einzahlungsadresse wurde gesperrt',
      body: 'Die Adresse unten steht auf keinem Bildschirm mehr: Kunden lesen stattdessen eine Warnung. Wenn Sie das nicht erwartet haben, fragen Sie Ihr Team, und legen Sie eine andere Adresse fest.',
    },
    coin: 'Coin',
    address: 'Adresse',
    memo: 'Destination-Tag',
    liveAt: 'Gültig ab (UTC)',
    open: 'Adressen ansehen',
  },
  wallet_alarm: {
    subject: 'Alarm: Eine Einzahlungsadresse wurde manipuliert',
    heading: 'Eine Einzahlungsadresse wurde manipuliert',
    body: 'In der Datenbank steht eine Einzahlungsadresse, die dieses Produkt nicht geschrieben hat. Kunden sehen sie nicht, sondern lesen „Adresse nicht verfügbar“. Jemand kann in Ihre Datenbank schreiben. Finden Sie heraus, wer, und setzen Sie die Adresse dann neu.',
    coin: 'Coin',
    open: 'Adressen ansehen',
  },
};
