import type { BotTexts } from './en.ts';

export const es: BotTexts = {
  sell: '1. Elija una criptomoneda. 2. Indique el monto. 3. Escriba sus datos bancarios. 4. Envíe la cripto a la dirección que se muestra. 5. Suba su comprobante. Su cotización queda garantizada {minutes} minutos.',
  fees: 'Nuestras comisiones: {tiers}, más la comisión de red, que cobra su propia billetera al enviar. Ve nuestra comisión antes de vender.',
  kyc: 'La verificación de identidad se pide por encima de {limit}. Plazo de revisión: {kyc}; le escribimos por correo.',
  status: 'Inicie sesión para ver sus órdenes en Transacciones: cada paso aparece con su hora.',
  order: 'Su orden más reciente, {reference}, está {status}. Plazo de pago una vez aprobada: {payout}.',
  noOrder: 'Todavía no tiene órdenes. Empiece una en Vender cripto.',
  payment: 'Pagamos por transferencia bancaria, PayPal o Wise.',
  time: 'Su transferencia: {transfer}. Nuestra revisión: {check}. El pago: {payout}.',
  hello: '¡Hola! Pregunte por ventas, comisiones, verificación, plazos o su orden.',
  agent: 'Deje su correo y una persona le responderá. Plazo: {agentReply}, en nuestro horario ({hours}).',
  default:
    'No encontré una respuesta. Pregunte por ventas, comisiones, verificación, plazos o formas de cobro, o hable con un agente.',
  safety:
    'Mostramos la dirección de depósito solo dentro de su propia venta, nunca por chat, correo o Telegram, y nunca le pedimos su contraseña ni su frase de recuperación.',
  team: 'Por supuesto. Llamo a nuestro equipo de soporte.',
  unknown: 'Eso no lo sé. Llamo a nuestro equipo de soporte.',
  connected: 'Ya está en contacto con nuestro equipo de soporte. Lo que escriba ahora les llega.',
  received: 'Su mensaje se envió a nuestro equipo de soporte.',
  tierBase: '{percent} estándar',
  tierOver: '{percent} por encima de {amount}',
  statuses: {
    pending: 'pendiente',
    processing: 'en proceso',
    completed: 'completada',
    rejected: 'rechazada',
    failed: 'fallida',
  },
};
