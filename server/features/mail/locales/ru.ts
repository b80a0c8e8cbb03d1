import type { LayoutTexts } from './en.ts';

/** The texts around every mail in Russian. */
export const ru: LayoutTexts = {
  hello: 'Здравствуйте, {firstName}!',
  helloAll: 'Здравствуйте!',
  linkHint: 'Если кнопка не работает, скопируйте этот адрес в браузер:',
  automatic: 'Это письмо отправлено автоматически. Есть вопросы? Напишите на {supportEmail}.',
  operator: 'Оператор {brand}: {operator}.',
  never: 'Мы никогда не спрашиваем пароль или код по почте, в чате или по телефону.',
};
