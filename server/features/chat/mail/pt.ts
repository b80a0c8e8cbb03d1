import type { ChatMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: ChatMailTexts = {
  agent_request_notice: {
    subject: 'Alguém pede um atendente',
    heading: 'Alguém pede um atendente',
    from: 'E-mail deixado',
    message: 'A mensagem',
    open: 'Abrir o chat dos atendentes',
  },
  chat_answer: {
    subject: 'Escrevemos para você no chat',
    heading: 'Uma mensagem do suporte',
    body: 'Escrevemos isto para você no nosso chat enquanto você estava fora:',
    answer: 'Suporte',
    safety: 'Nunca enviamos endereços de depósito nem dados bancários pelo chat ou nos e-mails sobre ele.',
    open: 'Continuar no chat',
  },
};
