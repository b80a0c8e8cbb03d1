import type { KycMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: KycMailTexts = {
  kyc: {
    notes: 'Nachricht von unserem Team',
  },
  kyc_received: {
    subject: 'Ihre Dokumente sind eingegangen',
    heading: 'Ihre Dokumente sind eingegangen',
    body: 'Wir prüfen sie; Dauer: {review}. Sobald entschieden ist, schreiben wir Ihnen; Sie müssen nichts weiter tun.',
    never: 'Bitte senden Sie Dokumente nie per E-Mail oder Chat.',
    open: 'Stand der Prüfung ansehen',
  },
  kyc_approved: {
    subject: 'Ihre Identität ist bestätigt',
    heading: 'Ihre Identität ist bestätigt',
    body: 'Ab jetzt können Sie in {days} Tagen für mehr als {limit} USD verkaufen.',
    open: 'Krypto verkaufen',
  },
  kyc_rejected: {
    subject: 'Wir konnten Ihre Identität nicht bestätigen',
    heading: 'Wir konnten Ihre Identität nicht bestätigen',
    body: 'Unten lesen Sie, warum. Bitte berichtigen Sie es und reichen Sie Ihre Dokumente erneut ein: Ihre letzten Angaben sind noch ausgefüllt.',
    open: 'Erneut einreichen',
    help: 'Halten Sie das für einen Irrtum, schreiben Sie an {supportEmail}.',
  },
  kyc_revoked: {
    subject: 'Die Bestätigung Ihrer Identität gilt nicht mehr',
    heading: 'Die Bestätigung Ihrer Identität gilt nicht mehr',
    body: 'Unten lesen Sie, warum. Bis Sie Ihre Dokumente noch einmal eingereicht und wir sie geprüft haben, können Sie in {days} Tagen für bis zu {limit} USD verkaufen. Bereits eingereichte Aufträge sind nicht betroffen.',
    open: 'Erneut einreichen',
  },
  kyc_expired: {
    subject: 'Ihr Ausweisdokument ist abgelaufen',
    heading: 'Ihr Ausweisdokument ist abgelaufen',
    body: 'Bis wir ein gültiges Dokument geprüft haben, können Sie in {days} Tagen für bis zu {limit} USD verkaufen. Ihre letzten Angaben sind noch ausgefüllt.',
    open: 'Neues Dokument einreichen',
  },
  kyc_expiring: {
    subject: 'Ihr Ausweisdokument läuft bald ab',
    heading: 'Ihr Ausweisdokument läuft bald ab',
    body: 'Ihr Dokument ist bis {date} gültig. Danach können Sie in {days} Tagen für bis zu {limit} USD verkaufen, bis Sie ein neues eingereicht und wir es geprüft haben.',
    open: 'Stand der Prüfung ansehen',
  },
};
