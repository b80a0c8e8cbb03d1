import type { FiatExchangeMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: FiatExchangeMailTexts = {
  pair_rate_notice: {
    subject: 'Ein Kurs wurde geändert',
    heading: 'Ein Kurs wurde geändert',
    body: 'Kunden sehen diese Kurse sofort. War die Änderung nicht von Ihnen, ändern Sie jetzt Ihr Passwort und prüfen Sie jeden Kurs.',
    pair: 'Paar',
    before: 'Vorher',
    now: 'Jetzt',
    none: 'keiner',
    open: 'Kurse ansehen',
  },
};
