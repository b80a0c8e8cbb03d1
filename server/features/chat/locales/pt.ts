import type { BotTexts } from './en.ts';

export const pt: BotTexts = {
  sell: '1. Escolha uma criptomoeda. 2. Informe o valor. 3. Informe seus dados bancários. 4. Envie a cripto para o endereço mostrado. 5. Anexe o comprovante. Sua cotação fica garantida por {minutes} minutos.',
  fees: 'Nossas taxas: {tiers}, mais a taxa de rede, que a sua própria carteira cobra no envio. Você vê a nossa taxa antes de vender.',
  kyc: 'A verificação de identidade é exigida acima de {limit}. Prazo da análise: {kyc}; avisamos por e-mail.',
  status: 'Entre para ver suas ordens em Transações: cada etapa aparece com seu horário.',
  order: 'Sua ordem mais recente, {reference}, está {status}. Prazo do pagamento após a aprovação: {payout}.',
  noOrder: 'Você ainda não tem ordens. Comece uma em Vender cripto.',
  payment: 'Pagamos por transferência bancária, PayPal ou Wise.',
  time: 'Sua transferência: {transfer}. Nossa conferência: {check}. O pagamento: {payout}.',
  hello: 'Olá! Pergunte sobre vendas, taxas, verificação, prazos ou sua ordem.',
  agent: 'Deixe seu e-mail e uma pessoa responderá. Prazo: {agentReply}, no nosso horário ({hours}).',
  default:
    'Não encontrei uma resposta. Pergunte sobre vendas, taxas, verificação, prazos ou formas de recebimento, ou fale com um atendente.',
  safety:
    'Mostramos o endereço de depósito só dentro da sua própria venda, nunca por chat, e-mail ou Telegram, e nunca pedimos sua senha nem sua frase de recuperação.',
  team: 'Claro. Vou chamar nossa equipe de suporte.',
  unknown: 'Isso eu não sei. Vou chamar nossa equipe de suporte.',
  connected: 'Você está em contato com nossa equipe de suporte. O que escrever agora chega até ela.',
  received: 'Sua mensagem foi enviada à nossa equipe de suporte.',
  tierBase: '{percent} padrão',
  tierOver: '{percent} acima de {amount}',
  statuses: {
    pending: 'pendente',
    processing: 'em processamento',
    completed: 'concluída',
    rejected: 'rejeitada',
    failed: 'com falha',
  },
};
