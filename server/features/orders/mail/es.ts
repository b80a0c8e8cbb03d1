import type { OrdersMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: OrdersMailTexts = {
  order: {
    reference: 'Referencia',
    gives: 'Envía',
    pays: 'Recibe',
    open: 'Ver sus transacciones',
    notes: 'Mensaje de nuestro equipo',
  },
  reasons: {
    cancelled_by_customer: 'Cancelada por usted',
    proof_not_received:
      'No recibimos el comprobante de pago en {hours} horas. Si ya pagó, escriba a soporte e indique la referencia.',
    quote_expired:
      'La cotización había vencido y no había tasa disponible cuando llegó su comprobante. Vale el importe de la cotización hasta que nuestro equipo lo confirme.',
  },
  order_received: {
    subject: 'Recibimos su orden {reference}',
    heading: 'Recibimos su orden',
    body: 'Una persona revisa cada orden (plazo: {check}). Le escribiremos en cada paso.',
  },
  order_awaiting_proof: {
    subject: 'Su cambio {reference} espera el comprobante de pago',
    heading: 'Falta un paso: su comprobante de pago',
    body: 'Abrimos su cambio. Suba el comprobante de su pago en las próximas {hours} horas o el cambio se cancelará automáticamente.',
    cancel: 'Si no ha pagado, puede cancelar el cambio en sus transacciones.',
  },
  order_processing: {
    subject: 'Su orden {reference} está en proceso',
    heading: 'Su orden está en proceso',
    body: 'Empezamos a trabajar en su orden y le escribiremos en cuanto esté pagada.',
  },
  order_completed: {
    subject: 'Su orden {reference} está completada',
    heading: 'Su pago fue enviado',
    body: 'Pagamos su orden. Cuándo llega depende de su banco o billetera; plazo habitual: {payout}.',
  },
  order_rejected: {
    subject: 'Su orden {reference} fue rechazada',
    heading: 'Su orden fue rechazada',
    body: 'No pudimos aceptar su orden. Abajo puede leer por qué.',
    help: 'Si cree que es un error, escriba a {supportEmail} e indique la referencia.',
  },
  order_failed: {
    subject: 'Su orden {reference} falló',
    heading: 'No fue posible ejecutar su orden',
    body: 'No pudimos ejecutar su orden. Abajo puede leer por qué.',
    help: '¿Preguntas? Escriba a {supportEmail} e indique la referencia.',
  },
  address_stopped: {
    subject: 'No envíe monedas para {reference} a la dirección mostrada',
    heading: 'No use más esta dirección de depósito',
    body: 'Hemos bloqueado la dirección de depósito de su venta. Las monedas que se envíen ahí a partir de ahora pueden perderse.',
    unsent: 'Si aún no ha enviado nada, cancele esta venta y empiece una nueva.',
    sent: 'Si ya envió monedas, abra la venta y añada la foto de la transferencia, o escriba a {supportEmail} e indique la referencia.',
    open: 'Abrir la venta',
  },
  new_order_notice: {
    subject: 'Nueva orden {reference}',
    heading: 'Una nueva orden lo espera',
    sell: 'Venta de cripto',
    fiat: 'Cambio de divisas',
    kind: 'Tipo',
    gives: 'El cliente entrega',
    pays: 'El cliente recibe',
    open: 'Abrir el panel',
  },
  order_alarm: {
    subject: 'Alarma: manipularon la orden {reference}',
    heading: 'Manipularon una orden',
    body: 'Esta orden, o su cotización, no está en la base de datos como la escribió este producto: se cambió una dirección, una cuenta o un importe. Al cliente no se le muestra ninguna dirección y la orden no se puede aprobar. Alguien puede escribir en su base de datos. Averigüe quién y después resuélvalo con el cliente.',
    open: 'Abrir el panel',
  },
};
