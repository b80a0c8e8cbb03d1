import type { PaymentMethodsMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: PaymentMethodsMailTexts = {
  payment_method_notice: {
    subject: 'Uma conta recebedora da mesa foi alterada',
    heading: 'Uma conta recebedora foi alterada',
    body: 'Os clientes pagam nas contas configuradas aqui. Se esta alteração não foi sua, troque a senha agora e confira cada conta.',
    account: 'Conta',
    currency: 'Moeda',
    change: 'O que foi feito',
    created: 'adicionada',
    changed: 'alterada',
    deleted: 'excluída',
    open: 'Ver as contas',
  },
  payment_method_alarm: {
    subject: 'Alarme: uma conta de recebimento foi adulterada',
    heading: 'Uma conta de recebimento foi adulterada',
    body: 'Há no banco de dados uma conta de recebimento que este produto não escreveu. Ela não é mostrada aos clientes e ninguém é orientado a pagar nela. Alguém consegue gravar no seu banco de dados. Descubra quem e depois salve a conta de novo.',
    account: 'Conta',
    open: 'Ver as contas',
  },
};
