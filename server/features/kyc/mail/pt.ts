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
  kyc_revoked: {
    subject: 'Sua verificação não vale mais',
    heading: 'Sua verificação de identidade não vale mais',
    body: 'Abaixo você lê o motivo. Até você enviar seus documentos de novo e nós os analisarmos, pode vender até {limit} USD em {days} dias. Os pedidos já enviados não mudam.',
    open: 'Enviar de novo',
  },
  kyc_expired: {
    subject: 'Seu documento de identidade expirou',
    heading: 'Seu documento de identidade expirou',
    body: 'Até analisarmos um documento válido, você pode vender até {limit} USD em {days} dias. O que você informou da última vez continua lá.',
    open: 'Enviar um novo documento',
  },
  kyc_expiring: {
    subject: 'Seu documento de identidade expira em breve',
    heading: 'Seu documento de identidade expira em breve',
    body: 'Seu documento é válido até {date}. Depois desse dia você pode vender até {limit} USD em {days} dias, até enviar um novo e nós o analisarmos.',
    open: 'Ver sua verificação',
  },
};
