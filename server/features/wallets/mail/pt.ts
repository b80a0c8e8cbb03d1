import type { WalletsMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: WalletsMailTexts = {
  wallet_notice: {
    asked: {
      subject: 'Um endereço de depósito vai mudar',
      heading: 'Um endereço de depósito vai mudar',
      body: 'O endereço abaixo será mostrado aos clientes. Compare com sua própria carteira. Se não for seu, cancele a alteração e troque a senha agora.',
    },
    live: {
      subject: 'Um endereço de depósito foi alterado',
      heading: 'Um endereço de depósito foi alterado',
      body: 'As vendas novas veem o endereço abaixo; as já iniciadas mantêm o que viram. Compare com sua própria carteira. Se não for seu, desative a cripto e troque a senha agora.',
    },
    cancelled: {
      subject: 'A alteração de um endereço de depósito foi cancelada',
      heading: 'Uma alteração foi cancelada',
      body: 'Os clientes continuam vendo o endereço de antes, não o de baixo.',
    },
    stopped: {
      subject: 'Um endereço de depósito foi bloqueado para sempre',
      heading: 'Um endereço de depósito foi bloqueado',
      body: 'O endereço abaixo não está mais em nenhuma tela: os clientes leem um aviso no lugar. Se você não esperava por isso, pergunte à sua equipe e defina outro endereço.',
    },
    coin: 'Cripto',
    address: 'Endereço',
    memo: 'Tag de destino',
    liveAt: 'Vale a partir de (UTC)',
    open: 'Ver os endereços',
  },
  wallet_alarm: {
    subject: 'Alarme: um endereço de depósito foi adulterado',
    heading: 'Um endereço de depósito foi adulterado',
    body: 'No banco de dados há um endereço de depósito que este produto não gravou. Ele não é mostrado aos clientes: eles leem “Endereço indisponível”. Alguém consegue gravar no seu banco de dados. Descubra quem e depois defina o endereço de novo.',
    coin: 'Cripto',
    open: 'Ver os endereços',
  },
};
