import type { AuthMailTexts } from './en.ts';

/** The texts of these mails in Korean. */
export const ko: AuthMailTexts = {
  verification_code: {
    subject: '인증 코드',
    heading: '인증 코드',
    body: '이메일 주소를 확인하려면 이 코드를 입력하세요. {minutes}분 동안 유효합니다.',
    ignore: '요청하지 않았다면 이 메일을 무시하세요.',
  },
  already_registered: {
    subject: '회원님의 주소로 가입 시도가 있었습니다',
    heading: '이미 계정이 있습니다',
    body: '방금 누군가(아마도 본인) 이 이메일 주소로 가입을 시도했습니다. 변경된 내용은 없습니다.',
    signIn: '로그인',
    forgot: '비밀번호를 잊었다면 새로 설정할 수 있습니다:',
    reset: '비밀번호 재설정',
    ignore: '본인이 아니라면 아무것도 하지 않으셔도 됩니다.',
  },
  password_reset: {
    subject: '비밀번호 재설정',
    heading: '새 비밀번호를 설정하세요',
    body: '{minutes}분 안에 이 링크를 사용하세요. 한 번만 사용할 수 있으며 모든 기기에서 로그아웃됩니다.',
    open: '새 비밀번호 설정',
    ignore: '요청하지 않았다면 이 메일을 무시하세요. 비밀번호는 그대로 유지됩니다.',
  },
  password_changed: {
    subject: '비밀번호가 변경되었습니다',
    heading: '비밀번호가 변경되었습니다',
    body: '방금 계정의 비밀번호가 변경되었고 다른 모든 기기에서 로그아웃되었습니다.',
    notYou: '본인이 아니라면 지금 비밀번호를 재설정하고 저희에게 알려 주세요.',
    reset: '비밀번호 재설정',
  },
  email_changed: {
    subject: '계정의 이메일 주소가 변경되었습니다',
    heading: '계정의 이메일 주소가 변경되었습니다',
    body: '방금 계정의 이메일 주소가 변경되었습니다. 이제부터 새 주소로 메일을 보냅니다.',
    notYou: '본인이 아니라면 즉시 {supportEmail} 주소로 알려 주세요.',
  },
  second_factor_changed: {
    subject: '계정의 2단계 인증이 변경되었습니다',
    heading: '2단계 인증이 변경되었습니다',
    on: '이제부터 로그인할 때 인증 앱의 코드를 묻습니다.',
    off: '이제 로그인할 때 인증 앱의 코드를 묻지 않습니다.',
    codes: '새 복구 코드가 만들어졌으며 이전 코드는 더 이상 사용할 수 없습니다.',
    removed: '관리자 계정의 2단계 인증이 서버 명령으로 해제되었습니다. 다음 로그인 때 다시 설정해야 합니다.',
    notYou: '본인이 아니라면 지금 비밀번호를 재설정하고 저희에게 알려 주세요.',
    reset: '비밀번호 재설정',
  },
};
