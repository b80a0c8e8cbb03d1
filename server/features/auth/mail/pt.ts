import type { AuthMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: AuthMailTexts = {
  verification_code: {
    subject: 'Seu código',
    heading: 'Seu código',
    body: 'Digite este código para confirmar seu e-mail. Ele vale por {minutes} minutos.',
    ignore: 'Se você não pediu, pode ignorar esta mensagem.',
  },
  already_registered: {
    subject: 'Alguém tentou se cadastrar com seu e-mail',
    heading: 'Você já tem uma conta',
    body: 'Alguém, talvez você, acabou de tentar se cadastrar com este e-mail. Nada mudou.',
    signIn: 'Entrar',
    forgot: 'Se você esqueceu a senha, pode criar outra:',
    reset: 'Redefinir senha',
    ignore: 'Se não foi você, não precisa fazer nada.',
  },
  password_reset: {
    subject: 'Redefina sua senha',
    heading: 'Crie uma nova senha',
    body: 'Use este link em até {minutes} minutos. Ele funciona uma única vez e desconecta você de todos os dispositivos.',
    open: 'Criar nova senha',
    ignore: 'Se você não pediu, pode ignorar esta mensagem: sua senha continua a mesma.',
  },
  password_changed: {
    subject: 'Sua senha foi alterada',
    heading: 'Sua senha foi alterada',
    body: 'A senha da sua conta acabou de ser alterada, e todos os outros dispositivos foram desconectados.',
    notYou: 'Se não foi você, redefina a senha agora e escreva para nós.',
    reset: 'Redefinir senha',
  },
  email_changed: {
    subject: 'O e-mail da sua conta foi alterado',
    heading: 'Sua conta tem um novo e-mail',
    body: 'O e-mail da sua conta acabou de ser alterado. A partir de agora escrevemos para o novo.',
    notYou: 'Se não foi você, escreva imediatamente para {supportEmail}.',
  },
  second_factor_changed: {
    subject: 'A verificação em duas etapas foi alterada',
    heading: 'A verificação em duas etapas foi alterada',
    on: 'A partir de agora, um código do seu aplicativo autenticador é pedido ao entrar.',
    off: 'O código do seu aplicativo autenticador não é mais pedido ao entrar.',
    codes: 'Novos códigos de recuperação foram criados; os antigos não valem mais.',
    removed:
      'A verificação em duas etapas da conta de administrador foi removida com um comando no servidor. É preciso configurá-la de novo no próximo acesso.',
    notYou: 'Se não foi você, redefina a senha agora e escreva para nós.',
    reset: 'Redefinir senha',
  },
};
