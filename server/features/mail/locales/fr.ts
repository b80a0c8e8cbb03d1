import type { LayoutTexts } from './en.ts';

/** The texts around every mail in French. */
export const fr: LayoutTexts = {
  hello: 'Bonjour {firstName},',
  helloAll: 'Bonjour,',
  linkHint: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  automatic: 'Ce message a été envoyé automatiquement. Une question ? Écrivez à {supportEmail}.',
  operator: '{brand} est exploité par {operator}.',
  never: 'Nous ne demandons jamais votre mot de passe ni un code par e-mail, chat ou téléphone.',
};
