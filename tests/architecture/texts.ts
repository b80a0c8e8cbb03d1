import type { Node } from 'oxc-parser';
import { dottedName, inProduct, isOfClient, parse, productFiles, stringOf, walk, type Tree } from './source.ts';

/** Attributes that are shown or announced by a screen reader. */
const announcedAttribute =
  /^(aria-(label|description|roledescription|valuetext)|alt|title|placeholder|label|hint|description)$/;
const letters = /\p{L}{2,}/u;
/** The product's own name is the same in every language. */
const productName = 'Landfall';

/** Every text on a screen comes from the language catalogue; a name like "BTC" comes from data. */
export const screensUseCatalogueTexts = inProduct(isOfClient, (node) => {
  const parent = node.type === 'JSXElement' || node.type === 'JSXFragment';
  const shownChildren = parent ? node.children : attributeValue(node);
  const texts = node.type === 'JSXText' ? [node.value.trim()] : shownChildren.flatMap(textsOf);
  const text = texts.find((part) => letters.test(part) && part !== productName);
  return text === undefined ? undefined : `shows "${text}"`;
});

function attributeValue(node: Node): Node[] {
  const isAnnounced =
    node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' && announcedAttribute.test(node.name.name);
  return isAnnounced && node.value ? [node.value] : [];
}

/** Literal texts that an expression can show; a call, such as `t(…)`, adds none. */
function textsOf(node: Node): string[] {
  if (node.type === 'JSXExpressionContainer') return textsOf(node.expression);
  if (node.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...textsOf(node.left), ...textsOf(node.right)];
  if (node.type === 'TemplateLiteral') return node.quasis.map((part) => part.value.raw);
  const text = stringOf(node);
  return text === undefined ? [] : [text];
}

/** Texts of one language by namespace and dotted key. */
function catalogueOf(tree: Tree, language: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, text] of tree) {
    const [, namespace] = new RegExp(`^shared/locales/${language}/([^/]+)\\.json$`).exec(path) ?? [];
    // Refusals of all features share one namespace. Texts that only a program meets appear on no screen: English is
    // enough.
    if (!namespace || namespace === 'program.errors') continue;
    flatten(JSON.parse(text) as unknown, `${namespace.endsWith('errors') ? 'errors' : namespace}:`, texts);
  }
  return texts;
}

function flatten(value: unknown, key: string, entries: Map<string, string>): void {
  if (typeof value === 'string') entries.set(key, value);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value))
    flatten(child, key.endsWith(':') ? key + name : `${key}.${name}`, entries);
}

const pluralEnding = /_(zero|one|two|few|many|other)$/;

interface Uses {
  /** Literal keys passed to `t`, with the namespaces of their file. */
  asked: { at: string; key: string; namespaces: string[] }[];
  /** Every string in the source: a key may be passed on as data. */
  usedTexts: Set<string>;
  /** Prefixes such as `status.` of keys that are composed at run time. */
  addressPrefixes: Set<string>;
}

function usesOf(tree: Tree): Uses {
  const uses: Uses = { asked: [], usedTexts: new Set(), addressPrefixes: new Set() };
  for (const path of productFiles(tree).filter(isOfClient)) {
    const { program, lineOf } = parse(tree, path);
    const namespaces = ['common'];
    const keyUses: { at: string; key: string }[] = [];
    walk(program, (node) => {
      const text = stringOf(node);
      if (text !== undefined) uses.usedTexts.add(text);
      if (node.type === 'TemplateLiteral' && node.expressions.length > 0)
        uses.addressPrefixes.add(node.quasis[0]?.value.raw ?? '');
      if (node.type !== 'CallExpression') return;
      const name = dottedName(node.callee) ?? '';
      const first = node.arguments[0];
      if (name === 'useTranslation') {
        const namespaceNodes = first?.type === 'ArrayExpression' ? first.elements : [first];
        namespaces.push(...namespaceNodes.map(stringOf).filter((namespace) => namespace !== undefined));
      }
      const key = name === 't' ? stringOf(first) : undefined;
      if (key !== undefined) keyUses.push({ at: `${path}:${lineOf(node)}`, key });
    });
    uses.asked.push(...keyUses.map((use) => ({ ...use, namespaces })));
  }
  // Tables of screens contain keys too, and so do the declared details of audited actions and of requests.
  for (const [path, text] of tree) if (/^client\/src\/.+\.json$/.test(path)) stringsIn(JSON.parse(text), uses);
  for (const path of productFiles(tree).filter((name) => /^shared\/(audit\/|kernel\/approval-details)/.test(name)))
    walk(parse(tree, path).program, (node) => stringsIn(stringOf(node), uses));
  return uses;
}

function stringsIn(value: unknown, uses: Uses): void {
  if (typeof value === 'string') (value.endsWith('.') ? uses.addressPrefixes : uses.usedTexts).add(value);
  if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) stringsIn(child, uses);
}

/** Every key used in code exists in the English catalogue. */
export function usedKeysExist(tree: Tree): string[] {
  const keys = new Set([...catalogueOf(tree, 'en').keys()].map((key) => key.replace(pluralEnding, '')));
  const exists = (key: string, namespaces: string[]) =>
    key.includes(':') ? keys.has(key) : namespaces.some((namespace) => keys.has(`${namespace}:${key}`));
  const unknownKeys = usesOf(tree).asked.filter(({ key, namespaces }) => !exists(key, namespaces));
  return unknownKeys.map(({ at, key }) => `${at} asks for ${key}`);
}

/** Every text is used, so that no unused text is translated. */
export function textsAreUsed(tree: Tree): string[] {
  const { usedTexts, addressPrefixes } = usesOf(tree);
  const keyPrefixes = [...addressPrefixes].filter((start) => /^[a-zA-Z-]+[.:]/.test(start));
  const keys = new Set([...catalogueOf(tree, 'en').keys()].map((key) => key.replace(pluralEnding, '')));
  // Texts of the server are properties, which the compiler checks; reasonsAreUsed checks those of refusals.
  const isOfScreens = (key: string) => !/^([\w.-]+\.(mail|bot|documents)|mail\.layout|errors):/.test(key);
  return [...keys].filter(isOfScreens).filter((wholeKey) => {
    const shortKey = wholeKey.slice(wholeKey.indexOf(':') + 1);
    const isUsed = usedTexts.has(wholeKey) || usedTexts.has(shortKey);
    return !isUsed && !keyPrefixes.some((start) => wholeKey.startsWith(start) || shortKey.startsWith(start));
  });
}

function languagesOf(tree: Tree): string[] {
  return [...new Set([...tree.keys()].map((path) => /^shared\/locales\/([a-z-]+)\//.exec(path)?.[1] ?? 'en'))];
}

function blanksOf(text: string): string {
  return [...new Set(text.match(/\{\{[^}]+\}\}|<\/?\w+>/g))].toSorted().join(' ');
}

/** Every language has all texts of English, with the same placeholders, in each plural form that it has. */
export function languagesAreComplete(tree: Tree): string[] {
  const english = catalogueOf(tree, 'en');
  return languagesOf(tree).flatMap((language) => {
    const texts = catalogueOf(tree, language);
    const wantedForms = new Set([...english.keys()].flatMap((key) => formsOf(key, language)));
    const missingTexts = [...wantedForms].filter((key) => !texts.has(key)).map((key) => `${language} lacks ${key}`);
    const unknownKeys = [...texts.keys()]
      .filter((key) => !wantedForms.has(key))
      .map((key) => `${language} has ${key} in vain`);
    const differingKeys = [...texts].filter(([key, text]) => {
      const source = english.get(key) ?? english.get(key.replace(pluralEnding, '_other'));
      // A form for exactly one or two may omit the number.
      return source !== undefined && !/_(zero|one|two)$/.test(key) && blanksOf(source) !== blanksOf(text);
    });
    return [
      ...missingTexts,
      ...unknownKeys,
      ...differingKeys.map(([key]) => `${language} fills other blanks in ${key}`),
    ];
  });
}

function formsOf(key: string, language: string): string[] {
  if (!pluralEnding.test(key)) return [key];
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return forms.map((form) => key.replace(pluralEnding, `_${form}`));
}

/** A text of more than this many letters is a sentence, which two places share by one key. */
const maxLetters = 24;

/** Texts that a mail, a bot or a document says: they are written apart from screens, and owners can change mails. */
const isMessage = (key: string) => /^[\w.-]+\.(mail|bot|documents):/.test(key);

/** Keys whose text another one has too, each with the reason why both stay. */
const exceptions: Readonly<Record<string, string>> = {
  'admin.common:notPermitted.ownCase': 'a note on the screen, shown before anything was pressed',
  'overview:setup.step.secondFactor': 'a step of the guide, beside the title of a dialog of one’s own account',
  'sell:select.missing': 'a hint that is in view at once, also offline, where refusals are not loaded',
  'sell:payment.emailMissing': 'one of the messages by the shape of an account, which are chosen by name',
  'orders.admin:stage.approved': 'the name of a stage, beside a toast',
  'orders:payout.byRail.paypal.returnedText': 'the texts of a rail, of which each has the whole set',
  'payouts.mail:byRail.paypal.name': 'the texts of a rail, of which each has the whole set',
  'payouts.mail:byRail.paypal.returned': 'the texts of a rail, of which each has the whole set',
  'payouts.mail:byRail.paypal.returnedSubject': 'the texts of a rail, of which each has the whole set',
  'payouts.mail:payout_reversed.body': 'the whole body of a mail, beside the last line of another',
  'settlements.admin:unmatched.list.search': 'the labels of a list, of which each has the whole set',
};

/** A sentence has one key, so that it is translated and corrected in one place. */
export function textsHaveOneKey(tree: Tree): string[] {
  const firstKeys = new Map<string, string>();
  return [...catalogueOf(tree, 'en')].flatMap(([formKey, text]) => {
    const key = formKey.replace(pluralEnding, '');
    if (text.length <= maxLetters || key in exceptions) return [];
    const medium = isMessage(key) ? 'message' : 'screen';
    const firstKey = firstKeys.get(`${medium} ${text}`) ?? key;
    firstKeys.set(`${medium} ${text}`, firstKey);
    return firstKey === key ? [] : [`${key} says the same as ${firstKey}`];
  });
}

const otherNames =
  /second factor|zweite[nmrs]? faktor|zwei-faktor|segundo fact?or|second facteur|втор\p{L}+ фактор|第二重验证|2段階/iu;

/** Two-step verification has one name in each language: docs/WRITING.md lists them. */
export function termsHaveOneName(tree: Tree): string[] {
  const texts = [...tree].filter(([path]) => path.startsWith('shared/locales/'));
  return texts.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => {
      const [name] = otherNames.exec(line) ?? [];
      return name ? [`${path}:${index + 1} says "${name}"`] : [];
    }),
  );
}
