import type { PaymentMethodsMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: PaymentMethodsMailTexts = {
  payment_method_notice: {
    subject: 'Ein Empfangskonto wurde geändert',
    heading: 'Ein Empfangskonto wurde geändert',
    body: 'Kunden zahlen auf die Konten ein, die hier hinterlegt sind. Falls diese Änderung nicht von Ihnen stammt, ändern Sie jetzt Ihr Passwort und prüfen Sie jedes Konto.',
    account: 'Konto',
    currency: 'Währung',
    change: 'Was geschah',
    created: 'hinzugefügt',
    changed: 'geändert',
    deleted: 'gelöscht',
    open: 'Konten ansehen',
  },
  payment_method_alarm: {
    subject: 'Alarm: Ein Empfangskonto wurde manipuliert',
    heading: 'Ein Empfangskonto wurde manipuliert',
    body: 'In der Datenbank steht ein Empfangskonto, das dieses Produkt nicht geschrieben hat. Es wird Kunden nicht gezeigt, und niemand wird gebeten, darauf einzuzahlen. Jemand kann in Ihre Datenbank schreiben. Finden Sie heraus, wer, und speichern Sie das Konto danach neu.',
    account: 'Konto',
    open: 'Konten ansehen',
  },
};
