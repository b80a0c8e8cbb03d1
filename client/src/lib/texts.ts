import { use, useEffect, useSyncExternalStore } from 'react';
import type { Resources } from '../locales/resources.ts';
import { fetchCatalogue, type Catalogue } from './catalogues.ts';
import { brandName } from './prepared.ts';

type Namespace = keyof Resources;
type Ending = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutEnding<Key extends string> = Key extends `${infer Stem}_${Ending}` ? Stem : Key;
type Dotted<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? WithoutEnding<Key> : `${Key}.${Dotted<Texts[Key]>}`;
}[keyof Texts & string];

type Several = readonly [Namespace, ...Namespace[]];
type Listed<Asked extends Namespace | Several> = Asked extends Several ? Asked : [Asked];
type FirstOf<Asked> = Asked extends readonly [infer First extends Namespace, ...unknown[]] ? First : never;
type Named<Name extends Namespace> = { [One in Name]: `${One}:${Dotted<Resources[One]>}` }[Name];

/** What can be asked of these namespaces: keys of the first as they are, those of all with `namespace:` before them. */
export type TextKey<Asked extends Namespace | Several = 'common'> =
  Dotted<Resources[FirstOf<Listed<Asked>>]> | Named<Listed<Asked>[number] & Namespace>;

/** What stands in the blanks of a text; `count` picks its plural form. */
type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Gives a text of these namespaces in the language of the page. */
export type TFunction<Asked extends Namespace | Several = 'common'> = (key: TextKey<Asked>, values?: Values) => string;

const rightToLeft = new Set(['ar']);
const catalogues = new Map<string, Catalogue>();
const onTheWay = new Map<string, Promise<void>>();
const used = new Set<string>();
const listeners = new Set<() => void>();
let language = 'en';
let wished = language;

/** The language the page is in. */
export function currentLanguage(): string {
  return language;
}

/** Which way a language is read. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag) ? 'rtl' : 'ltr';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function load(tag: string, namespace: string): Promise<void> {
  const name = `${tag}/${namespace}`;
  if (catalogues.has(name)) return Promise.resolve();
  const known = onTheWay.get(name);
  if (known) return known;
  const loading = keep(name, fetchCatalogue(tag, namespace));
  onTheWay.set(name, loading);
  return loading;
}

async function keep(name: string, fetching: Promise<Catalogue>): Promise<void> {
  try {
    catalogues.set(name, await fetching);
    tell();
  } finally {
    onTheWay.delete(name);
  }
}

/** Fetches texts before they are shown. Fails where they cannot be had. */
export async function loadTexts(...namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => load(language, namespace)));
}

/** The same where the words of the code will do: those stand where the texts cannot be had. */
export async function tryToLoad(namespace: Namespace): Promise<void> {
  try {
    await load(language, namespace);
  } catch {
    // Whoever needs them next asks again.
  }
}

/** Turns the page to another language, once these texts and all that were shown so far are there in it. The last wish counts. */
export async function switchLanguage(tag: string, namespaces: readonly string[] = []): Promise<void> {
  wished = tag;
  await Promise.all([...used, ...namespaces].map((namespace) => load(tag, namespace)));
  if (wished !== tag || language === tag) return;
  language = tag;
  tell();
}

/** Calls back after each change of the language. */
export function onLanguageChanged(listener: () => void): void {
  let before = language;
  subscribe(() => {
    if (before === language) return;
    before = language;
    listener();
  });
}

/** The namespaces whose texts were shown since this was asked last. */
export function takeUsedNamespaces(): string[] {
  const taken = [...used];
  used.clear();
  return taken;
}

function find(namespaces: readonly string[], key: string): string | undefined {
  const [namespace, own] = key.includes(':') ? key.split(':', 2) : [undefined, key];
  for (const name of namespace === undefined ? namespaces : [namespace]) {
    let found: string | Catalogue | undefined = catalogues.get(`${language}/${name}`);
    for (const part of own?.split('.') ?? []) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found === 'string') return found;
  }
  return undefined;
}

// Figures, addresses and names stand in their own direction, whatever the sentence round them is written in.
const isolate = (value: string) => (rightToLeft.has(language) ? `\u2068${value}\u2069` : value);

// A key that no catalogue has is shown itself: tests of the house see to it that there is none.
function say(namespaces: readonly string[], key: string, values: Values = {}): string {
  const { count } = values;
  const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : undefined;
  const text =
    (form && (find(namespaces, `${key}_${form}`) ?? find(namespaces, `${key}_other`))) ?? find(namespaces, key);
  const filled = (text ?? key).replace(/\{\{(\w+)\}\}/g, (_blank, name: string) => isolate(String(values[name] ?? '')));
  // Every text says "Landfall"; an operator may call it otherwise.
  return filled.replaceAll('Landfall', brandName());
}

/** A text where no component stands, of any namespace that has been loaded: `t('common:error.offline')`. */
export function t(key: Named<Namespace>, values?: Values): string {
  return say([], key, values);
}

/** A text by a key that may not exist, of any namespace that has been loaded; undefined where there is none. */
export function textAt(key: `${Namespace}:${string}`): string | undefined {
  return find([], key);
}

interface Translation<Asked extends Namespace | Several> {
  t: TFunction<Asked>;
  i18n: { language: string; dir: () => 'ltr' | 'rtl'; exists: (key: string) => boolean };
}

const translations = new Map<string, Promise<Translation<Several>>>();

/** One promise for each language and list of namespaces, so that what depends on `t` changes with the language alone. */
function translationIn(tag: string, namespaces: readonly string[]): Promise<Translation<Several>> {
  const name = `${tag} ${namespaces.join(' ')}`;
  const known = translations.get(name);
  if (known) return known;
  const value: Translation<Several> = {
    t: (key, values) => say(namespaces, key, values),
    i18n: {
      language: tag,
      dir: () => directionOf(tag),
      exists: (key) => find(namespaces, key) !== undefined,
    },
  };
  const isThere = namespaces.every((namespace) => catalogues.has(`${tag}/${namespace}`));
  const made = isThere
    ? // Marked as `use` marks what it has waited for: it need not wait for what is there.
      Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
    : Promise.all(namespaces.map((namespace) => load(tag, namespace))).then(() => value);
  translations.set(name, made);
  made.catch(() => translations.delete(name));
  return made;
}

/**
 * The texts of these namespaces in the language of the page; the first is meant where a key names none. Waits, as `lazy`
 * does, until they are there.
 */
export function useTranslation<const Asked extends Namespace | Several = 'common'>(asked?: Asked): Translation<Asked> {
  const tag = useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
  const namespaces: readonly string[] = typeof asked === 'string' ? [asked] : (asked ?? ['common']);
  for (const namespace of namespaces) used.add(namespace);
  // Asked every time, even for what is there: a screen that waited is drawn again hook by hook.
  return use(translationIn(tag, namespaces)) as unknown as Translation<Asked>;
}

/** A namespace as it stands in its file. Fetches it without waiting: undefined until it is there. */
export function useCatalogue(namespace: Namespace): Catalogue | undefined {
  const inFile = () => catalogueOf(namespace);
  const catalogue = useSyncExternalStore(subscribe, inFile, inFile);
  used.add(namespace);
  useEffect(() => {
    if (!catalogue) void tryToLoad(namespace);
  }, [catalogue, namespace]);
  return catalogue;
}

/** The same where no component stands. */
export function catalogueOf(namespace: Namespace): Catalogue | undefined {
  return catalogues.get(`${language}/${namespace}`);
}
