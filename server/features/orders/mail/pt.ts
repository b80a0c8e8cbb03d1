import type { OrdersMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: OrdersMailTexts = {
  order: {
    reference: 'Referência',
    gives: 'Você envia',
    pays: 'Você recebe',
    open: 'Ver suas transações',
    notes: 'Mensagem da nossa equipe',
  },
  reasons: {
    cancelled_by_customer: 'Cancelada por você',
    proof_not_received:
      'Não recebemos o comprovante de pagamento em {hours} horas. Se já pagou, escreva ao suporte e informe a referência.',
    quote_expired:
      'A cotação tinha expirado e não havia taxa disponível quando seu comprovante chegou. Vale o valor da cotação até que nossa equipe o confirme.',
  },
  order_received: {
    subject: 'Recebemos sua ordem {reference}',
    heading: 'Recebemos sua ordem',
    body: 'Uma pessoa confere cada ordem (prazo: {check}). Escrevemos a cada etapa.',
  },
  order_awaiting_proof: {
    subject: 'Seu câmbio {reference} aguarda o comprovante de pagamento',
    heading: 'Falta uma etapa: seu comprovante de pagamento',
    body: 'Abrimos seu câmbio. Envie o comprovante do pagamento em até {hours} horas ou o câmbio será cancelado automaticamente.',
    cancel: 'Se você não pagou, pode cancelar o câmbio nas suas transações.',
  },
  order_processing: {
    subject: 'Sua ordem {reference} está em processamento',
    heading: 'Sua ordem está em processamento',
    body: 'Começamos a trabalhar na sua ordem e escreveremos assim que ela for paga.',
  },
  order_completed: {
    subject: 'Sua ordem {reference} foi concluída',
    heading: 'Seu pagamento foi enviado',
    body: 'Pagamos sua ordem. A chegada depende do seu banco ou carteira; prazo habitual: {payout}.',
  },
  order_rejected: {
    subject: 'Sua ordem {reference} foi rejeitada',
    heading: 'Sua ordem foi rejeitada',
    body: 'Não foi possível aceitar sua ordem. Abaixo você lê o motivo.',
    help: 'Se achar que é um engano, escreva para {supportEmail} e informe a referência.',
  },
  order_failed: {
    subject: 'Sua ordem {reference} falhou',
    heading: 'Não foi possível executar sua ordem',
    body: 'Não conseguimos executar sua ordem. Abaixo você lê o motivo.',
    help: 'Dúvidas? Escreva para {supportEmail} e informe a referência.',
  },
  address_stopped: {
    subject: 'Não envie criptos de {reference} para o endereço mostrado',
    heading: 'Não use mais este endereço de depósito',
    body: 'Bloqueamos o endereço de depósito da sua venda. O que for enviado para ele a partir de agora pode se perder.',
    unsent: 'Se ainda não enviou nada, cancele esta venda e comece uma nova.',
    sent: 'Se já enviou criptos, abra a venda e adicione a foto da transferência, ou escreva para {supportEmail} e informe a referência.',
    open: 'Abrir a venda',
  },
  new_order_notice: {
    subject: 'Nova ordem {reference}',
    heading: 'Uma nova ordem espera por você',
    sell: 'Venda de cripto',
    fiat: 'Câmbio',
    kind: 'Tipo',
    gives: 'Cliente entrega',
    pays: 'Cliente recebe',
    open: 'Abrir o painel',
  },
  order_alarm: {
    subject: 'Alarme: a ordem {reference} foi adulterada',
    heading: 'Uma ordem foi adulterada',
    body: 'Esta ordem, ou a cotação dela, não está no banco de dados como este produto a gravou: um endereço, uma conta ou um valor foi alterado. O cliente não vê nenhum endereço e a ordem não pode ser aprovada. Alguém consegue gravar no seu banco de dados. Descubra quem e depois resolva a ordem com o cliente.',
    open: 'Abrir o painel',
  },
};
