import type { RatesMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: RatesMailTexts = {
  held_rate_notice: {
    subject: 'Uma cotação está retida',
    heading: 'Uma cotação precisa da sua atenção',
    body: 'Uma nova cotação está longe da última boa. Ela não é oferecida até você aceitar. Enquanto um preço mais baixo aguarda, ninguém pode vender essa moeda.',
    rate: 'Cotação',
    before: 'Última boa',
    now: 'Oferecida agora',
    from: 'Fonte',
    none: 'nenhuma ainda',
    open: 'Abrir a mesa',
  },
  rates_stopped_notice: {
    subject: 'Não chegam cotações',
    heading: 'As cotações pararam de chegar',
    body: 'Esta fonte não envia nada aproveitável há tanto tempo que as vendas que dependem dela deixaram de ser cotadas. Elas voltam sozinhas.',
    from: 'Fonte',
    since: 'Último sucesso',
    reason: 'Motivo',
    never: 'nunca',
    open: 'Abrir a mesa',
  },
};
