import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: RatesMailTexts = {
  held_rate_notice: {
    subject: 'Ein Kurs ist angehalten',
    heading: 'Ein Kurs braucht Ihren Blick',
    body: 'Ein neuer Kurs liegt weit vom letzten guten entfernt. Er gilt erst, wenn Sie ihn annehmen.',
    rate: 'Kurs',
    before: 'Letzter guter',
    now: 'Jetzt angeboten',
    from: 'Quelle',
    none: 'noch keiner',
    open: 'Backoffice öffnen',
  },
};
