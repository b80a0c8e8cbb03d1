import * as errors from './errors.ts';
import { testRule } from './rule.ts';
import * as texts from './texts.ts';

testRule('every text on a screen comes from the catalogue', texts.screensUseCatalogueTexts, {
  'client/src/ui/A.tsx': `export const A = ({ t, open }) => (
      <p className="some words" title="Close it"> //! shows "Open" //! shows "Close it" //! shows "Sell now"
        Sell now
        {open ? "Open" : t("closed")} · {t("sum")} {\`\${open} left\`} 1,000
      </p>
    );`,
});

const english = {
  'shared/locales/en/sell.json': JSON.stringify({
    title: 'Sell',
    old: 'Gone',
    status: { pending: 'Pending' },
    left_one: '{{count}} left',
    left_other: '{{count}} left',
  }),
  'shared/locales/en/common.json': '{ "close": "Close" }',
  'shared/locales/en/errors.json': '{ "text_too_long": "Please use at most {{max}} characters" }',
  'shared/locales/en/kyc.errors.json': JSON.stringify({
    address_required: 'Please enter your address',
    orders_open_one: 'This user has 1 open transaction.',
    orders_open_other: 'This user has {{count}} open transactions.',
  }),
  'shared/locales/en/program.errors.json': '{ "json_invalid": "This is not JSON." }',
};

testRule('every key the code asks for exists', texts.usedKeysExist, {
  ...english,
  'client/src/features/sell/A.tsx': `const { t } = useTranslation('sell');
    export const a = [t('title'), t('close'), t('left', { count: 1 }), t('sell:title')];
    export const b = t('titel'); //! asks for titel`,
  'client/src/features/kyc/B.tsx': `const { t } = useTranslation();
    export const b = t('title'); //! asks for title`,
});

const screenOfTexts = "export const a = (t, s) => [t('title'), t('close'), t(`status.${s}`), t('left', { count: 2 })];";
const usedTexts = { ...english, 'client/src/features/sell/A.tsx': screenOfTexts };
testRule('every text in the catalogue is used', texts.textsAreUsed, usedTexts, ['sell:old']);

const french = {
  'shared/locales/fr/sell.json': JSON.stringify({
    title: 'Vendre {{x}}',
    status: { pending: 'En attente' },
    extra: 'De trop',
    left_one: 'Il en reste un',
    left_other: 'Il en reste',
    left_many: 'Il en reste {{count}}',
  }),
  'shared/locales/fr/common.json': '{ "close": "Fermer" }',
  'shared/locales/fr/errors.json': JSON.stringify({
    text_too_long: 'Au plus {{count}} caractères',
    orders_open_one: 'Une transaction en cours.',
    orders_open_other: '{{count}} transactions en cours.',
    gone: 'Partez',
  }),
};
const catalogues = { ...english, ...french };
testRule(
  'every language says what English says, each refusal and field error too',
  texts.languagesAreComplete,
  catalogues,
  [
    'fr lacks sell:old',
    'fr has sell:extra in vain',
    'fr fills other blanks in sell:title',
    'fr fills other blanks in sell:left_other',
    'fr lacks errors:address_required',
    'fr lacks errors:orders_open_many',
    'fr has errors:gone in vain',
    'fr fills other blanks in errors:text_too_long',
  ],
);

const refusals = {
  ...english,
  'server/features/kyc/kyc.service.ts': "export const a = () => reasonWith('orders_open', { count: 2 });",
  'shared/kyc/kyc.contract.ts': "export const b = z.string(reason('address_required'));",
  'shared/kyc/kyc.test.ts': "export const c = 'text_too_long';",
};
testRule('every reason is given somewhere', errors.reasonsAreUsed, refusals, ['text_too_long', 'json_invalid']);

testRule(
  'the text of a reason is in the catalogue of a feature that gives it',
  errors.reasonsAreWithTheirFeature,
  {
    'shared/features.json': '["kyc", "sell"]',
    'shared/locales/en/errors.json': '{ "text_too_long": "Too long", "name_empty": "Enter a name" }',
    'shared/locales/en/kyc.errors.json': '{ "rate_gone": "No rate", "left_one": "1 left", "left_other": "{{count}}" }',
    'shared/kyc/kyc.contract.ts': "export const a = [reason('text_too_long'), reason('left'), reason('name_empty')];",
    'server/features/sell/sell.service.ts': "export const b = ['rate_gone', 'text_too_long'];",
  },
  [
    'shared/locales/en/errors.json has name_empty, which kyc gives',
    'shared/locales/en/kyc.errors.json has rate_gone, which sell gives',
  ],
);

testRule('every blank of a refusal is filled where it is given', errors.reasonsFillTheirBlanks, {
  ...english,
  'server/features/kyc/kyc.service.ts': `export const a = () => reasonWith('orders_open', { count: 2 });
    export const b = () => reasonWith('text_too_long', { most: 2 }); //! leaves {{max}} of text_too_long empty
    export const c = () => new Invalid('text_too_long'); //! leaves {{max}} of text_too_long empty
    export const d = (refusal) => refusal.reason === 'text_too_long';`,
});

testRule('every schema names its errors by reasons that exist', errors.schemasNameReasons, {
  'shared/kyc/kyc.contract.ts': `import { z } from 'zod';
    const a = text(9, { min: 1, error: 'address_required' });
    const b = z.string('Please enter it') //! answers "Please enter it", which is no reason('…')
      .max(9, reason('text_too_long'));
    const c = z.number().refine(isEven, {
      error: 'address_requird', //! answers "address_requird", which is no reason('…')
      path: ['a'] });
    const d = z.object({ message: z.string() }).regex(/a/, 'bad'); //! answers "bad", which is no reason('…')`,
});

testRule(
  'a sentence has one key',
  texts.textsHaveOneKey,
  {
    'shared/locales/en/errors.json': '{ "days_reversed": "The first day can’t be after the last" }',
    'shared/locales/en/orders.json': JSON.stringify({
      turned: 'The first day can’t be after the last',
      close: 'Close',
      shut: 'Close',
      more_one: 'and {{count}} more in the table',
      more_other: 'and {{count}} more in the table',
    }),
    'shared/locales/en/orders.mail.json': '{ "turned": "The first day can’t be after the last" }',
  },
  ['orders:turned says the same as errors:days_reversed'],
);

testRule('two-step verification has one name in each language', texts.termsHaveOneName, {
  'shared/locales/de/team.json': '{\n  "title": "Zweiten Faktor einrichten" //! says "Zweiten Faktor"\n}',
  'shared/locales/ja/team.json': '{ "title": "二段階認証を設定する" }',
  'shared/locales/es/auth.mail.json': '{ "heading": "Su segundo factor se cambió" } //! says "segundo factor"',
});
