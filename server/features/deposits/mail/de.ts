import type { DepositsMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: DepositsMailTexts = {
  deposit_alarm: {
    subject: 'Alarm: Eine Einzahlung hat nach der Auszahlung die Blockchain verlassen',
    heading: 'Eine Einzahlung hat nach der Auszahlung die Blockchain verlassen',
    body: 'Eine Reorganisation der Blockchain hat die Überweisung entfernt, für die ein Verkauf freigegeben wurde. Sie kann in einem späteren Block wiederkehren. Wenn nicht, sind die Coins nie angekommen. Sehen Sie sich den Verkauf an, bevor Sie demselben Kunden wieder auszahlen.',
    sale: 'Verkauf',
    hash: 'Transaktions-Hash',
    open: 'Verkauf ansehen',
  },
};
