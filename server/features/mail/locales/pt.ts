import type { LayoutTexts } from './en.ts';

/** The texts around every mail in Portuguese. */
export const pt: LayoutTexts = {
  hello: 'Olá, {firstName}!',
  helloAll: 'Olá!',
  linkHint: 'Se o botão não funcionar, copie este endereço no navegador:',
  automatic: 'Esta mensagem foi enviada automaticamente. Dúvidas? Escreva para {supportEmail}.',
  operator: '{brand} é operado por {operator}.',
  never: 'Nunca pedimos sua senha nem um código por e-mail, chat ou telefone.',
};
