import type { LayoutTexts } from './en.ts';

/** The texts around every mail in Spanish. */
export const es: LayoutTexts = {
  hello: 'Hola, {firstName}:',
  helloAll: 'Hola:',
  linkHint: 'Si el botón no funciona, copie esta dirección en su navegador:',
  automatic: 'Este mensaje se envió automáticamente. ¿Preguntas? Escriba a {supportEmail}.',
  operator: '{brand} es operado por {operator}.',
  never: 'Nunca le pedimos su contraseña ni un código por correo, chat o teléfono.',
};
