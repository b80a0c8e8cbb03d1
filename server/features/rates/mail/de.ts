import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in German. */
export const de: RatesMailTexts = {
  held_rate_notice: {
    subject: 'Ein Kurs ist angehalten',
    heading: 'Ein Kurs braucht Ihren Blick',
    body: 'Ein neuer Kurs liegt weit vom letzten guten entfernt. Er gilt erst, wenn Sie ihn annehmen. Solange ein niedrigerer Preis wartet, kann niemand diesen Coin verkaufen.',
    rate: 'Kurs',
    before: 'Letzter guter',
    now: 'Jetzt angeboten',
    from: 'Quelle',
    none: 'noch keiner',
    open: 'Backoffice öffnen',
  },
  rates_stopped_notice: {
    subject: 'Es kommen keine Kurse',
    heading: 'Es kommen keine Kurse mehr',
    body: 'Diese Quelle liefert seit so langer Zeit nichts Brauchbares, dass betroffene Verkäufe nicht mehr angeboten werden. Sie laufen von selbst wieder an.',
    from: 'Quelle',
    since: 'Zuletzt erfolgreich',
    reason: 'Grund',
    never: 'nie',
    open: 'Backoffice öffnen',
  },
};
