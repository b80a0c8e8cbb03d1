import type { LanguageCode } from '#shared/reference/languages.ts';

/** Phrases that call an agent, by language, normalized as by `comparable` in chat.escalation.ts. */
export interface EscalationPhrases {
  /**
   * Something is wrong, lost, stuck, missing or stolen, or the user asks for help, complains or wants money back. Whole
   * words; an asterisk allows a suffix. In languages without spaces, or with joined words, they match anywhere.
   */
  distress: readonly string[];
  /** Between two amounts: one was sent in place of the other. */
  instead: readonly string[];
  /** The customer has sent something already. */
  sent: readonly string[];
  /** Holds one of the above and means nothing of the kind, such as a question that the chat itself proposes. */
  harmless: readonly string[];
}

/** Languages in which a phrase matches at any position. */
export const unspaced: ReadonlySet<LanguageCode> = new Set(['zh', 'ja', 'ko', 'ar']);

// One phrase a line would make this list ten times as long as a screen.
// prettier-ignore
export const escalationPhrases: Record<LanguageCode, EscalationPhrases> = {
  en: {
    distress: [
      'wrong', 'wrongly', 'incorrect*', 'mistake*', 'mistook', 'by accident', 'accidentally', 'error*', 'problem*', 'failed',
      'lost', 'stuck', 'missing', 'vanish*', 'disappear*', 'stolen', 'stole', 'robbed', 'hacked', 'hacker*', 'phish*',
      'scam*', 'fraud*', 'cheat*', 'police', 'complain*', 'refund*', 'money back', 'chargeback*', 'help', 'sos', 'urgent*',
      'not arrive*', 'never arrive*', "hasn't arrived", "haven't arrived", "didn't arrive", 'hasnt arrived', 'didnt arrive',
      'not receive*', 'never receive*', "haven't received", "didn't receive", 'havent received', 'didnt receive',
      'not been paid', 'sent too', 'paid too', 'where is my money', "where's my money",
    ],
    instead: ['instead', 'rather than', 'but should', 'should have been', 'should be'],
    sent: ['sent', 'transferred', 'paid', 'deposited'],
    harmless: ['kyc verification help', 'no problem'],
  },
  es: {
    distress: [
      'equivoc*', 'incorrect*', 'erroneo*', 'erronea*', 'error*', 'problema*', 'por accidente', 'fallo', 'fallido',
      'perdi', 'perdio', 'perdid*', 'perdieron', 'atascad*', 'estancad*', 'trabad*', 'bloquead*', 'falta', 'faltan', 'faltante*',
      'desaparec*', 'robo', 'robaron', 'robad*', 'hacke*', 'estafa*', 'estafo', 'fraude*', 'timo', 'policia',
      'queja*', 'reclamo', 'reclamos', 'reclamar', 'reclamacion*', 'denuncia*', 'reembols*', 'devolu*', 'devolver*', 'devuelv*',
      'ayuda', 'ayudar', 'ayudarme', 'ayudame', 'ayudeme', 'ayudenme', 'ayuden', 'socorro', 'auxilio', 'urgen*',
      'no llego', 'no llega', 'no me llego', 'no me llega', 'no ha llegado', 'no me ha llegado', 'no han llegado', 'nunca llego',
      'no recibi', 'no he recibido', 'nunca recibi',
    ],
    instead: ['en lugar de', 'en vez de', 'pero debia', 'deberia'],
    sent: ['envie', 'enviado', 'mande', 'transferi', 'pague', 'deposite'],
    harmless: ['ayuda con la verificacion kyc'],
  },
  fr: {
    distress: [
      'mauvais', 'mauvaise', 'faux', 'fausse', 'incorrect*', 'trompe', 'trompee', 'tromper', 'erreur*', 'probleme*', 'par accident',
      'echoue', 'perdu*', 'bloque', 'bloquee', 'bloques', 'bloquees', 'coince*', 'manque', 'manquant*', 'disparu*', 'vole', 'volee',
      'voles', 'pirate*', 'arnaque*', 'escroc*', 'fraud*', 'police', 'plainte*', 'reclamation*', 'reclamer', 'rembours*',
      'aide', 'aider', 'aidez*', 'secours', 'urgen*', 'pas arrive*', 'jamais arrive*', 'pas recu*', 'jamais recu*',
    ],
    instead: ['au lieu de', 'a la place de', 'plutot que', 'aurait du', 'aurais du'],
    sent: ['envoye', 'transfere', 'paye', 'verse', 'depose'],
    harmless: ['aide pour la verification kyc'],
  },
  de: {
    distress: [
      'falsch*', 'versehen', 'versehentlich*', 'irrtum*', 'irrtumlich*', 'fehler*', 'problem*', 'fehlgeschlagen', 'verloren', 'verlor',
      'feststeck*', 'steckt fest', 'stecken fest', 'steckt', 'hangt', 'blockiert', 'fehlt', 'fehlen', 'fehlend*', 'verschwunden',
      'gestohlen', 'gehackt', 'betrug*', 'betrog*', 'abzocke*', 'polizei', 'beschwer*', 'reklam*',
      'ruckerstatt*', 'rueckerstatt*', 'erstatt*', 'ruckzahl*', 'rueckzahl*', 'geld zuruck', 'geld zurueck',
      'hilfe', 'hilf', 'helfen', 'helft', 'dringend*', 'nicht angekommen', 'nie angekommen', 'nicht eingegangen', 'kam nicht an',
      'nicht erhalten', 'nie erhalten', 'nicht bekommen',
    ],
    instead: ['statt', 'anstatt', 'anstelle', 'sollte', 'sollten'],
    sent: ['gesendet', 'geschickt', 'uberwiesen', 'ueberwiesen', 'gezahlt', 'bezahlt', 'eingezahlt'],
    harmless: ['hilfe zur kyc-prufung'],
  },
  zh: {
    distress: [
      '错', '錯', '失误', '出问题', '出了问题', '丢', '丟', '遗失', '遺失', '不见了', '不見了', '卡住', '被卡', '一直卡',
      '失踪', '缺少', '少了', '没到', '沒到', '未到', '没有到', '沒有到', '没收到', '沒收到', '未收到', '没有收到', '沒有收到',
      '骗', '騙', '诈', '詐', '盗', '盜', '黑客', '报警', '投诉', '投訴', '退款', '退钱', '退還', '退还', '救命', '紧急', '緊急',
      '帮助', '幫助', '帮帮', '幫幫', '帮忙', '幫忙', '帮我', '幫我', '求助', '失败',
    ],
    instead: ['而不是', '而非', '本应', '本该', '应该是', '應該是'],
    sent: ['发了', '發了', '发送了', '已发', '转了', '轉了', '转账了', '已转', '打了', '汇了', '付了'],
    harmless: ['身份认证帮助', '不错', '没错'],
  },
  ja: {
    distress: [
      '間違', 'まちが', '誤って', '誤送', '誤り', '違うネットワーク', '違うアドレス', '違う宛先', '違うコイン', 'ミス', 'エラー', 'トラブル',
      '問題が', '失敗', '失くし', '無くし', 'なくし', '失った', '紛失', '消え', '止まっ', '止まり', '固まっ', '進まな', '進みません',
      '見つからな', '見つかりません', '行方不明', '不足', '足りな', '足りません', '届かな', '届いてい', '届いてな', '届きません',
      '着かな', '着金しな', '着金してい', '反映されな', '反映されてい', '反映されません', '入金されな', '入金されてい', '受け取れてい', '受け取っていま',
      '盗ま', '盗難', 'ハッキング', '詐欺', '騙', 'だまさ', '不正', '警察', '苦情', 'クレーム', '返金', '返して', '払い戻し',
      '助け', 'たすけ', 'ヘルプ', '困って', '困り', '至急',
    ],
    instead: ['ではなく', 'じゃなくて', '代わりに', 'のはずが', 'のところ'],
    sent: ['送った', '送りました', '送ってしま', '送金した', '送金しました', '振り込', '支払った', '支払いました'],
    harmless: [],
  },
  ko: {
    distress: [
      '잘못', '틀린', '틀렸', '실수', '오류', '에러', '문제', '실패', '잃어', '잃었', '분실', '멈췄', '멈춰', '막혔', '막혀', '걸려 있',
      '안 움직', '사라졌', '사라진', '없어졌', '누락', '부족', '빠졌', '도난', '훔쳐', '훔쳤', '해킹', '사기', '스캠', '속았', '경찰',
      '불만', '항의', '신고', '민원', '환불', '반환', '돌려', '도와', '도움', '살려', '급해', '급합', '긴급', '큰일',
      '도착하지 않', '도착 안', '안 왔', '안왔', '오지 않', '안 들어', '안들어', '들어오지 않', '입금되지 않', '입금 안',
      '못 받', '못받', '받지 못',
    ],
    instead: ['대신', '아니라', '아닌', '했어야', '여야'],
    sent: ['보냈', '송금했', '입금했', '이체했', '전송했'],
    harmless: ['도움말'],
  },
  ar: {
    distress: [
      'خطأ', 'خاطئ', 'غلط', 'مشكل', 'فشل', 'ضاع', 'ضائع', 'فقدت', 'فقدان', 'مفقود', 'عالق', 'معلق', 'توقف', 'ناقص', 'نقص', 'اختف',
      'سرق', 'مسروق', 'اختراق', 'احتيال', 'محتال', 'نصب', 'نصاب', 'الشرطة', 'شكوى', 'شكاوى', 'اشتك', 'أشتك',
      'استرداد', 'استرجاع', 'إرجاع', 'استعادة', 'رد المال', 'ساعد', 'النجدة', 'عاجل', 'طارئ',
      'لم يصل', 'لم تصل', 'ما وصل', 'لم أستلم', 'لم استلم', 'لم أتلق',
    ],
    instead: ['بدلا من', 'بدل', 'عوضا', 'وليس'],
    sent: ['أرسلت', 'ارسلت', 'حولت', 'دفعت', 'أودعت'],
    harmless: ['المساعدة في التحقق من الهوية'],
  },
  pt: {
    distress: [
      'errado*', 'errada*', 'errei', 'erro', 'erros', 'incorret*', 'engano', 'enganei', 'enganad*', 'problema*', 'sem querer', 'falhou',
      'perdi', 'perdeu', 'perdid*', 'preso', 'presa', 'travad*', 'travou', 'parado', 'parada', 'bloquead*', 'falta', 'faltam', 'faltou',
      'faltan*', 'sumiu', 'sumiram', 'desaparec*', 'roub*', 'hacke*', 'golpe*', 'fraud*', 'policia', 'queixa*', 'reclam*', 'denunci*',
      'reembols*', 'estorn*', 'devolu*', 'devolv*', 'ajuda*', 'ajude*', 'socorro', 'urgen*',
      'nao chegou', 'nao chegaram', 'nao chega', 'nunca chegou', 'nao recebi', 'nunca recebi', 'nao caiu',
    ],
    instead: ['em vez de', 'ao inves de', 'em lugar de', 'no lugar de', 'deveria'],
    sent: ['enviei', 'mandei', 'transferi', 'paguei', 'depositei'],
    harmless: ['ajuda com a verificacao kyc'],
  },
  ru: {
    distress: [
      'неправильн*', 'неверн*', 'не туда', 'не на тот', 'не на ту', 'не в ту', 'не ту сеть', 'ошиб*', 'случайно', 'проблем*', 'сбой',
      'потеря*', 'утеря*', 'пропал*', 'пропаж*', 'застря*', 'завис', 'зависл*', 'зависа*', 'исчез*', 'не хватает', 'недоста*', 'украл*', 'украд*', 'взлом*',
      'мошен*', 'обман*', 'скам*', 'полици*', 'жалоб*', 'жалова*', 'пожалов*', 'претензи*', 'возврат*', 'вернит*', 'вернуть',
      'помогите', 'помоги', 'помочь', 'помощ*', 'срочн*', 'не пришл*', 'не пришел', 'не приход*', 'не поступ*', 'не получил*',
      'не дошл*', 'не дошел',
    ],
    instead: ['вместо', 'а надо', 'а нужно', 'должно быть'],
    sent: ['отправил*', 'перевел*', 'послал*', 'оплатил*', 'заплатил*'],
    harmless: ['помощь с проверкой kyc'],
  },
};
