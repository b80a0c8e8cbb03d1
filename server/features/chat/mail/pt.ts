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
    subject: 'Respondemos você no chat',
    heading: 'Uma resposta à sua pergunta',
    body: 'Você já tinha saído do chat quando esta resposta foi escrita:',
    answer: 'Suporte',
    safety: 'Nunca enviamos endereços de depósito nem dados bancários pelo chat ou pelos e-mails dele.',
    open: 'Continuar no chat',
  },
};
