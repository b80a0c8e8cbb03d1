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
    subject: 'Le respondimos en el chat',
    heading: 'Una respuesta a su pregunta',
    body: 'Ya había salido de nuestro chat cuando se escribió esta respuesta:',
    answer: 'Soporte',
    safety: 'Nunca enviamos direcciones de depósito ni datos bancarios por el chat ni en sus correos.',
    open: 'Seguir en el chat',
  },
};
