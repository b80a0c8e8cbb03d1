import type { ChatMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: ChatMailTexts = {
  agent_request_notice: {
    subject: 'Alguien pide un agente',
    heading: 'Alguien pide un agente',
    from: 'Correo que dejó',
    message: 'Su mensaje',
    open: 'Abrir el chat de agentes',
  },
  chat_answer: {
    subject: 'Le escribimos en el chat',
    heading: 'Un mensaje de soporte',
    body: 'Le escribimos esto en nuestro chat mientras no estaba:',
    answer: 'Soporte',
    safety: 'Nunca enviamos direcciones de depósito ni datos bancarios por el chat ni en los correos sobre él.',
    open: 'Seguir en el chat',
  },
};
