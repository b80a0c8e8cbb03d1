/** Words that most leaked passwords begin with, before an ending (123, !, a year) and substituted signs. */
const stems = new Set(
  `password passwort passwd pass contrasena motdepasse senha parola wachtwoord haslo
   qwerty qwertyuiop qwertz qwertzuiop azerty azertyuiop asdfgh asdfghjkl zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc asdasd qweqwe
   letmein welcome willkommen bienvenue admin administrator root login access master secret changeme default guest user test temp
   iloveyou ilovey loveyou lovely love angel princess sunshine flower butterfly babygirl sweetheart forever hello hallo
   monkey dragon tiger shadow superman batman spiderman pokemon starwars naruto minecraft pikachu
   football baseball basketball soccer hockey liverpool chelsea arsenal barcelona realmadrid juventus mustang ferrari mercedes
   michael jordan michelle jennifer jessica ashley charlie daniel andrew thomas robert george nicole matthew samantha alexander
   summer winter spring autumn monday january computer internet samsung google facebook whatever trustno freedom blessed jesus
   bitcoin ethereum crypto wallet binance coinbase satoshi money million dollar landfall
   abc abcd abcde abcdef abcdefg abcdefgh aa a q p x`.split(/\s+/),
);

const letterOf: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const withLetters = (text: string) => text.replace(/[@431!0$57]/g, (character) => letterOf[character] ?? character);

/** True if attackers try a password early: a common word with an ending, a run of digits, one repeated character. */
export function isCommonPassword(password: string): boolean {
  const text = password.trim().toLowerCase();
  if (/^(.{1,4})\1+$/.test(text) || isRowOfDigits(text)) return true;
  const endings = /[\d\W_]+$/;
  const word = text.replace(/^[\d\W_]+/, '').replace(endings, '');
  return [word, withLetters(text).replace(endings, ''), withLetters(text.replace(endings, ''))].some((stem) =>
    stems.has(stem),
  );
}

const rows = '01234567890123456789 98765432109876543210 147258369 741852963 123123 112233445566778899 987654321';

function isRowOfDigits(text: string): boolean {
  return /^\d+$/.test(text) && rows.includes(text);
}
