import { describe, expect, it, test } from 'vitest';
import { languages, type LanguageCode } from '#shared/reference/languages.ts';
import { needsAgent } from './chat.escalation.ts';
import { topicOf } from './chat.topics.ts';

/** Messages that are written with a bar between them. */
const splitMessages = (messages: string) => messages.split('|').map((message) => message.trim().replace(/\s+/g, ' '));

const meanings = splitMessages(`
  wrong | lost | stuck | scam | help | complaint | refund | fraud | missing | not arrived | mistake | another amount`);

/** Messages of a customer in each language, in the order of the meanings; none names an order. */
const messages: Record<LanguageCode, string[]> = {
  en: splitMessages(`
    I sent BTC to the wrong network | My bitcoin is lost | My sale has been stuck since Monday | Is this a scam? |
    Help! | I want to make a complaint | Give me a refund | This is fraud, I sold bitcoin |
    Part of my payout is missing | My payout has not arrived | I sold USDT by mistake |
    I sent 0.004 BTC instead of 0.005`),
  es: splitMessages(`
    Envié BTC a la red equivocada | He perdido mi bitcoin | Mi venta está atascada | ¿Es una estafa? | ¡Ayuda! |
    Quiero presentar una queja | Quiero un reembolso | Esto es un fraude | Falta una parte de mi pago |
    El dinero no llegó | Vendí USDT por error | Envié 0,004 BTC en lugar de 0,005`),
  fr: splitMessages(`
    J’ai envoyé des BTC sur le mauvais réseau | Mes bitcoins sont perdus | Ma vente est bloquée |
    C’est une arnaque ? | À l’aide ! | Je veux porter plainte | Je veux être remboursé | C’est une fraude |
    Il manque une partie du versement | L’argent n’est pas arrivé | J’ai vendu par erreur |
    J’ai envoyé 0,004 BTC au lieu de 0,005`),
  de: splitMessages(`
    Ich habe BTC an das falsche Netzwerk geschickt | Meine Bitcoin sind verloren | Mein Verkauf hängt |
    Ist das Abzocke? | Hilfe! | Ich will mich beschweren | Ich möchte eine Rückerstattung | Das ist Betrug |
    Ein Teil der Auszahlung fehlt | Das Geld ist nicht angekommen | Ich habe aus Versehen verkauft |
    Ich habe 0,004 BTC statt 0,005 gesendet`),
  zh: splitMessages(`
    我把比特币发到错误的网络了 | 我的比特币丢了 | 我的订单卡住了 | 这是骗局吗 | 救命 | 我要投诉 | 我要退款 |
    这是诈骗 | 少了一部分钱 | 钱还没到账 | 我搞错了 | 我发送了0.004 BTC而不是0.005`),
  ja: splitMessages(`
    間違ったネットワークにBTCを送りました | ビットコインを失くしました | 取引が止まっています | これは詐欺ですか |
    助けてください | 苦情があります | 返金してください | 不正です | 金額が足りません | お金が届いていません |
    ミスで売却しました | 0.005ではなく0.004 BTCを送りました`),
  ko: splitMessages(`
    잘못된 네트워크로 BTC를 보냈어요 | 비트코인을 잃어버렸어요 | 판매가 멈췄어요 | 이거 스캠인가요? | 도와주세요 |
    항의하고 싶어요 | 환불해 주세요 | 사기입니다 | 일부가 누락되었어요 | 돈이 도착하지 않았어요 | 실수로 판매했어요 |
    0.005 대신 0.004 BTC를 보냈어요`),
  ar: splitMessages(`
    أرسلت البيتكوين إلى شبكة خاطئة | ضاعت عملاتي | عملية البيع عالقة | هل هذا نصب؟ | ساعدوني | أريد تقديم شكوى |
    أريد استرداد أموالي | هذا احتيال | المبلغ ناقص | لم يصل المال | بعت بالغلط | أرسلت 0.004 BTC بدلا من 0.005`),
  pt: splitMessages(`
    Enviei BTC para a rede errada | Perdi meus bitcoins | Minha venda está travada | Isso é golpe? | Ajuda! |
    Quero fazer uma reclamação | Quero reembolso | Isso é fraude | Falta uma parte do pagamento |
    O dinheiro não chegou | Vendi por engano | Enviei 0,004 BTC em vez de 0,005`),
  ru: splitMessages(`
    Я отправил BTC не в ту сеть, это неверная сеть | Мои биткоины потерялись | Моя продажа застряла | Это обман? |
    Помогите! | У меня жалоба | Хочу возврат | Это мошенничество | Части денег не хватает | Деньги не пришли |
    Я продал по ошибке | Я отправил 0,004 BTC вместо 0,005`),
};

/** How a customer asks how to sell, which the bot may answer. */
const harmlessMessages: Record<LanguageCode, string> = {
  en: 'How do I sell?',
  es: '¿Cómo vendo?',
  fr: 'Comment vendre ?',
  de: 'Wie verkaufe ich?',
  zh: '怎么出售？',
  ja: '売り方は？売るには？',
  ko: '어떻게 판매하나요?',
  ar: 'كيف أبيع؟',
  pt: 'Como vendo?',
  ru: 'Как продать?',
};

describe.each(languages)('in $name', ({ code }) => {
  test.each(messages[code].map((message, index) => [meanings[index] ?? '', message]))(
    'a message that means "%s" calls for an agent: %s',
    (_, message) => {
      expect(topicOf(message, code)).toBe('escalation');
      // The page may be in another language than its reader.
      expect(topicOf(message, code === 'en' ? 'fr' : 'en')).toBe('escalation');
    },
  );

  it('has one message for each meaning', () => expect(messages[code]).toHaveLength(meanings.length));

  it('leaves the question of how to sell to the bot', () => expect(topicOf(harmlessMessages[code], code)).toBe('sell'));
});

test.each([
  'I sent 0.004 BTC instead of 0.005 for LF-72XF-PN, what now?',
  'LF-72XF-PN',
  'lf 72xf pn?',
  'Order #LF72XFPN please',
  'I sent 0.004 BTC, the order says 0.005',
  'I paid $90 and the page asked for $100',
  'Why is my payout STUCK?!',
  'I didn’t receive anything',
  'he\u200blp me',
  'WRONG',
])('a customer who writes this gets an agent: %s', (message) => expect(needsAgent(message)).toBe(true));

test.each([
  'What are your fees for 0.5 BTC or 0.7 BTC?',
  'I sent 0.005 BTC 2 hours ago, how long does it take?',
  'Can I use Wise instead of PayPal for $500?',
  'Thank you, that was helpful',
  'От чего зависит комиссия?',
  '收款银行卡在哪里设置？',
  '你们的汇率不错',
  'Do you take quinces in payment of rent?',
])('a customer who writes this may have the bot’s answer: %s', (message) => expect(needsAgent(message)).toBe(false));
