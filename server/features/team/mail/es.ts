import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: TeamMailTexts = {
  team_invitation: {
    subject: 'Invitación al equipo',
    heading: 'Se le ha invitado al equipo',
    body: 'Se le ha invitado al equipo de {brand} con la función de {role}. Elija una contraseña y configure la verificación en dos pasos para empezar.',
    valid: 'Este enlace vale {hours} horas y funciona una sola vez.',
    accept: 'Aceptar la invitación',
    ignore: 'Si no esperabas esta invitación, puedes ignorar este mensaje.',
    roles: {
      owner: 'propietario',
      reviewer: 'revisor',
      payer: 'pagador',
      support: 'soporte',
      auditor: 'auditor',
    },
  },
  owner_notice: {
    invited: {
      subject: 'Se invitó a alguien al equipo',
      heading: 'Se invitó a alguien al equipo',
      body: 'Se envió una invitación a su equipo. Si no sabe nada de ella, retírela y pregunte quién la envió.',
    },
    joined: {
      subject: 'Alguien se unió al equipo',
      heading: 'Alguien se unió al equipo',
      body: 'Se aceptó una invitación. Si no conoce a esta persona, termine su participación ahora.',
    },
    promoted: {
      subject: 'Un miembro del equipo tiene otro rol',
      heading: 'Un miembro puede hacer más que antes',
      body: 'Se dio a un miembro un rol que permite más que el anterior. Si no sabe nada de ello, retire el rol y pregunte quién lo dio.',
    },
    erasure: {
      subject: 'Se va a borrar a un usuario',
      heading: 'Se va a borrar a un usuario',
      body: 'Un miembro del equipo pidió borrar a un usuario, que ya está bloqueado y sin sesión. Hasta la hora indicada un propietario puede deshacerlo en la página del usuario; después los datos ya no existen.',
    },
    member: 'Miembro',
    role: 'Rol',
    by: 'Solicitado por',
    time: 'Se borra (UTC)',
    open: 'Ver',
  },
};
