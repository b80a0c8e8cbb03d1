import type { DepositsMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: DepositsMailTexts = {
  deposit_alarm: {
    subject: 'Alarme: um depósito saiu da cadeia depois do pagamento',
    heading: 'Um depósito saiu da cadeia depois do pagamento',
    body: 'Uma reorganização da cadeia removeu a transferência pela qual uma venda foi aprovada. Ela pode voltar em um bloco posterior. Se não voltar, as moedas nunca chegaram. Veja a venda antes de pagar de novo ao mesmo cliente.',
    sale: 'Venda',
    hash: 'Hash da transação',
    open: 'Ver a venda',
  },
};
