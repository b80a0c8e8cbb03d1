import type { FiatExchangeMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: FiatExchangeMailTexts = {
  pair_rate_notice: {
    subject: 'A taxa de um par foi alterada',
    heading: 'Uma taxa foi alterada',
    body: 'Os clientes veem estas taxas na hora. Se a mudança não foi sua, troque sua senha agora e confira todas as taxas.',
    pair: 'Par',
    before: 'Antes',
    now: 'Agora',
    none: 'nenhuma',
    open: 'Ver as taxas',
  },
};
