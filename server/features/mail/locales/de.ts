import type { LayoutTexts } from './en.ts';

/** The texts around every mail in German. */
export const de: LayoutTexts = {
  hello: 'Guten Tag {firstName},',
  helloAll: 'Guten Tag,',
  linkHint: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  automatic: 'Diese Nachricht wurde automatisch gesendet. Fragen? Schreiben Sie an {supportEmail}.',
  operator: '{brand} wird betrieben von {operator}.',
  never: 'Wir fragen nie per E-Mail, Chat oder Telefon nach Ihrem Passwort oder einem Code.',
};
