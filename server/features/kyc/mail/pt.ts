import type { KycMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: KycMailTexts = {
  kyc: {
    notes: 'Mensagem da nossa equipe',
  },
  kyc_received: {
    subject: 'Recebemos seus documentos',
    heading: 'Recebemos seus documentos',
    body: 'Uma pessoa os analisa (prazo: {review}). Escrevemos assim que houver decisão; você não precisa fazer nada.',
    never: 'Nunca envie documentos por e-mail ou chat.',
    open: 'Ver sua verificação',
  },
  kyc_approved: {
    subject: 'Sua identidade está verificada',
    heading: 'Sua identidade está verificada',
    body: 'A partir de agora você pode vender mais de {limit} USD em {days} dias.',
    open: 'Vender cripto',
  },
  kyc_rejected: {
    subject: 'Não foi possível verificar sua identidade',
    heading: 'Não foi possível verificar sua identidade',
    body: 'Abaixo você lê o motivo. Corrija e envie seus documentos de novo: o que você informou da última vez continua lá.',
    open: 'Enviar de novo',
    help: 'Se achar que é um engano, escreva para {supportEmail}.',
  },
};
