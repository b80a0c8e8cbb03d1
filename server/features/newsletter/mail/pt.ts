import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: 'Confirme sua assinatura',
    heading: 'Falta um clique para assinar',
    body: 'Alguém, esperamos que você, pediu nossas notícias neste e-mail. Nada é enviado antes da sua confirmação.',
    open: 'Confirmar minha assinatura',
    ignore: 'Se não foi você, não precisa fazer nada: apagamos endereços não confirmados após uma semana.',
    leave: 'Não me escrever mais',
  },
  newsletter_welcome: {
    subject: 'Sua assinatura está confirmada',
    heading: 'Sua assinatura está confirmada',
    body: 'A partir de agora você recebe as notícias da {brand} neste e-mail. Enquanto isso, veja o que já escrevemos.',
    open: 'Ler o blog',
    leave: 'Cancelar assinatura',
  },
};
