import type { WalletsMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: WalletsMailTexts = {
  wallet_notice: {
    asked: {
      subject: 'Una dirección de depósito va a cambiar',
      heading: 'Una dirección de depósito va a cambiar',
      body: 'A los clientes se les mostrará la dirección de abajo. Compárela con su propia billetera. Si no es suya, cancele el cambio y cambie ahora su contraseña.',
    },
    live: {
      subject: 'Se cambió una dirección de depósito',
      heading: 'Se cambió una dirección de depósito',
      body: 'Las ventas nuevas ven la dirección de abajo; las que ya empezaron conservan la que vieron. Compárela con su propia billetera. Si no es suya, desactive la moneda y cambie ahora su contraseña.',
    },
    cancelled: {
      subject: 'Se canceló el cambio de una dirección de depósito',
      heading: 'Se canceló un cambio',
      body: 'Los clientes siguen viendo la dirección que veían antes, no la de abajo.',
    },
    stopped: {
      subject: 'Una dirección de depósito se bloqueó para siempre',
      heading: 'Se bloqueó una dirección de depósito',
      body: 'La dirección de abajo ya no está en ninguna pantalla: los clientes leen una advertencia en su lugar. Si no lo esperaba, pregunte a su equipo y ponga otra dirección.',
    },
    coin: 'Moneda',
    address: 'Dirección',
    memo: 'Tag de destino',
    liveAt: 'Vigente desde (UTC)',
    open: 'Ver las direcciones',
  },
  wallet_alarm: {
    subject: 'Alarma: manipularon una dirección de depósito',
    heading: 'Manipularon una dirección de depósito',
    body: 'En la base de datos hay una dirección de depósito que este producto no escribió. No se muestra a los clientes: leen “Dirección no disponible”. Alguien puede escribir en su base de datos. Averigüe quién y después fije la dirección de nuevo.',
    coin: 'Moneda',
    open: 'Ver las direcciones',
  },
};
