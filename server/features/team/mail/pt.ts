import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: TeamMailTexts = {
  team_invitation: {
    subject: 'Convite para a equipe',
    heading: 'Você foi convidado para a equipe',
    body: 'Você foi convidado para a equipe de {brand} na função de {role}. Escolha uma senha e configure a verificação em duas etapas para começar.',
    valid: 'Este link vale por {hours} horas e funciona uma única vez.',
    accept: 'Aceitar o convite',
    ignore: 'Se você não esperava este convite, ignore esta mensagem.',
    roles: {
      owner: 'proprietário',
      reviewer: 'revisor',
      payer: 'pagador',
      support: 'suporte',
      auditor: 'auditor',
    },
  },
  owner_notice: {
    invited: {
      subject: 'Alguém foi convidado para a equipe',
      heading: 'Alguém foi convidado para a equipe',
      body: 'Foi enviado um convite para a sua equipe. Se você não sabe dele, retire-o e pergunte quem o enviou.',
    },
    joined: {
      subject: 'Alguém entrou na equipe',
      heading: 'Alguém entrou na equipe',
      body: 'Um convite foi aceito. Se você não conhece esta pessoa, encerre a participação agora.',
    },
    promoted: {
      subject: 'Um membro da equipe tem outra função',
      heading: 'Um membro pode fazer mais do que antes',
      body: 'Um membro recebeu uma função que permite mais do que a anterior. Se você não sabe disso, retire a função e pergunte quem a deu.',
    },
    erasure: {
      subject: 'Um usuário será excluído',
      heading: 'Um usuário será excluído',
      body: 'Um membro da equipe pediu a exclusão de um usuário, que já está bloqueado e desconectado. Até a hora abaixo, um proprietário pode desfazer isso na página do usuário; depois, os dados não existem mais.',
    },
    member: 'Membro',
    role: 'Função',
    by: 'Pedido por',
    time: 'Exclusão (UTC)',
    open: 'Ver',
  },
};
