import * as errors from './errors.ts';
import { testRule } from './rule.ts';
import * as texts from './texts.ts';

testRule('every text on a screen comes from the catalogue', texts.screensUseCatalogueTexts, {
  files: {
    'client/src/ui/A.tsx': [
      'export const A = ({ t, open }) => (',
      '  <p className="some words" title="Close it">',
      '    Sell now',
      '    {open ? "Open" : t("closed")} · {t("sum")} {`${open} left`} 1,000',
      '  </p>',
      ');',
    ].join('\n'),
  },
  finds: [
    'client/src/ui/A.tsx:2 shows "Open"',
    'client/src/ui/A.tsx:2 shows "Close it"',
    'client/src/ui/A.tsx:2 shows "Sell now"',
  ],
});

const catalogue = JSON.stringify({
  title: 'Sell',
  old: 'Gone',
  status: { pending: 'Pending' },
  left_one: '{{count}} left',
  left_other: '{{count}} left',
});

testRule('every key the code asks for exists', texts.usedKeysExist, {
  files: {
    'shared/locales/en/sell.json': catalogue,
    'shared/locales/en/common.json': '{ "close": "Close" }',
    'client/src/features/sell/A.tsx':
      "const { t } = useTranslation('sell');\nexport const a = [t('title'), t('close'), t('left', { count: 1 }), t('sell:title'), t('titel')];",
    'client/src/features/kyc/B.tsx': "const { t } = useTranslation();\nexport const b = t('title');",
  },
  finds: ['client/src/features/sell/A.tsx:2 asks for titel', 'client/src/features/kyc/B.tsx:2 asks for title'],
});

testRule('every text in the catalogue is used', texts.textsAreUsed, {
  files: {
    'shared/locales/en/sell.json': catalogue,
    'client/src/features/sell/A.tsx':
      "export const a = (t, s) => [t('title'), t(`status.${s}`), t('left', { count: 2 })];",
  },
  finds: ['sell:old'],
});

testRule('every language says what English says', texts.languagesAreComplete, {
  files: {
    'shared/locales/en/sell.json': catalogue,
    'shared/locales/fr/sell.json': JSON.stringify({
      title: 'Vendre {{x}}',
      status: { pending: 'En attente' },
      extra: 'De trop',
      left_one: 'Il en reste un',
      left_other: 'Il en reste',
      left_many: 'Il en reste {{count}}',
    }),
  },
  finds: [
    'fr lacks sell:old',
    'fr has sell:extra in vain',
    'fr fills other blanks in sell:title',
    'fr fills other blanks in sell:left_other',
  ],
});

const errorTexts = {
  'shared/locales/en/errors.json': JSON.stringify({ text_too_long: 'Please use at most {{max}} characters' }),
  'shared/locales/en/kyc.errors.json': JSON.stringify({
    address_required: 'Please enter your address',
    orders_open_one: 'This user has 1 open transaction.',
    orders_open_other: 'This user has {{count}} open transactions.',
  }),
  'shared/locales/en/program.errors.json': JSON.stringify({ json_invalid: 'This is not JSON.' }),
};

testRule('every language has each refusal and field error', texts.languagesAreComplete, {
  files: {
    ...errorTexts,
    'shared/locales/fr/errors.json': JSON.stringify({
      text_too_long: 'Au plus {{count}} caractères',
      orders_open_one: 'Une transaction en cours.',
      orders_open_other: '{{count}} transactions en cours.',
      gone: 'Partez',
    }),
  },
  finds: [
    'fr lacks errors:address_required',
    'fr lacks errors:orders_open_many',
    'fr has errors:gone in vain',
    'fr fills other blanks in errors:text_too_long',
  ],
});

testRule('every reason is given somewhere', errors.reasonsAreUsed, {
  files: {
    ...errorTexts,
    'server/features/kyc/kyc.service.ts': "export const a = () => filled('orders_open', { count: 2 });",
    'shared/kyc/kyc.contract.ts': "export const b = z.string(reason('address_required'));",
    'shared/kyc/kyc.test.ts': "export const c = 'text_too_long';",
  },
  finds: ['text_too_long', 'json_invalid'],
});

testRule('every blank of a refusal is filled where it is given', errors.reasonsFillTheirBlanks, {
  files: {
    ...errorTexts,
    'server/features/kyc/kyc.service.ts': [
      "export const a = () => filled('orders_open', { count: 2 });",
      "export const b = () => filled('text_too_long', { most: 2 });",
      "export const c = () => new Invalid('text_too_long');",
      "export const d = (refusal) => refusal.reason === 'text_too_long';",
    ].join('\n'),
  },
  finds: [
    'server/features/kyc/kyc.service.ts:2 leaves {{max}} of text_too_long empty',
    'server/features/kyc/kyc.service.ts:3 leaves {{max}} of text_too_long empty',
  ],
});

testRule('every schema names its errors by reasons that exist', errors.schemasNameReasons, {
  files: {
    'shared/kyc/kyc.contract.ts': [
      "import { z } from 'zod';",
      "const a = text(9, { min: 1, error: 'address_required' });",
      "const b = z.string('Please enter your address').max(9, reason('text_too_long'));",
      "const c = z.number().refine(isEven, { error: 'address_requird', path: ['a'] });",
      "const d = z.object({ message: z.string() }).regex(/a/, 'address_required');",
    ].join('\n'),
  },
  finds: [
    'shared/kyc/kyc.contract.ts:3 answers "Please enter your address", which is no reason(\'…\')',
    'shared/kyc/kyc.contract.ts:4 answers "address_requird", which is no reason(\'…\')',
    'shared/kyc/kyc.contract.ts:5 answers "address_required", which is no reason(\'…\')',
  ],
});

testRule('two-step verification has one name in each language', texts.termsHaveOneName, {
  files: {
    'shared/locales/de/team.json': '{\n  "title": "Zweiten Faktor einrichten"\n}',
    'shared/locales/ja/team.json': '{ "title": "二段階認証を設定する" }',
    'shared/locales/es/auth.mail.json': '{ "heading": "Su segundo factor se cambió" }',
  },
  finds: [
    'shared/locales/de/team.json:2 says "Zweiten Faktor"',
    'shared/locales/es/auth.mail.json:1 says "segundo factor"',
  ],
});
