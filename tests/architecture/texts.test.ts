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
    'client/src/locales/en/sell.json': catalogue,
    'client/src/locales/en/common.json': '{ "close": "Close" }',
    'client/src/features/sell/A.tsx':
      "const { t } = useTranslation('sell');\nexport const a = [t('title'), t('close'), t('left', { count: 1 }), t('sell:title'), t('titel')];",
    'client/src/features/kyc/B.tsx': "const { t } = useTranslation();\nexport const b = t('title');",
  },
  finds: ['client/src/features/sell/A.tsx:2 asks for titel', 'client/src/features/kyc/B.tsx:2 asks for title'],
});

testRule('every text in the catalogue is used', texts.textsAreUsed, {
  files: {
    'client/src/locales/en/sell.json': catalogue,
    'client/src/features/sell/A.tsx':
      "export const a = (t, s) => [t('title'), t(`status.${s}`), t('left', { count: 2 })];",
  },
  finds: ['sell:old'],
});

testRule('every language says what English says', texts.languagesAreComplete, {
  files: {
    'client/src/locales/en/sell.json': catalogue,
    'client/src/locales/fr/sell.json': JSON.stringify({
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

testRule(
  'every language has each sentence of shared and server that a person may be told',
  texts.languagesAreComplete,
  {
    files: {
      'shared/kyc/kyc.contract.ts': [
        "export const a = z.string('Please enter your address').max(9, `Please use at most ${most} characters`);",
        "export const b = endpoint({ summary: 'Where it stands', message: 'Please write more' });",
      ].join('\n'),
      'server/features/kyc/kyc.service.ts': [
        "export const a = () => [new NotFound('coin'), new Invalid('conflict', 'Upload Required'), new Error('Not a bug')];",
        "export const b = (log) => log.warn({}, 'It went wrong again'), sql = db`Select all of it`;",
      ].join('\n'),
      'client/src/locales/fr/messages.json': JSON.stringify({
        'Please enter your address': 'Saisissez votre adresse',
        'Please use at most {{most}} characters': 'Au plus {{count}} caractères',
        'Please go away': 'Partez',
      }),
    },
    finds: [
      'fr lacks messages:Please write more',
      'fr lacks messages:This coin does not exist.',
      'fr lacks messages:Upload Required',
      'fr has messages:Please go away in vain',
      'fr fills other blanks in messages:Please use at most {{most}} characters',
    ],
  },
);
