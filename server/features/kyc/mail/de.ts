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
};
