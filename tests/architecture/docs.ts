import { posix } from 'node:path';
import { allOf, isCode, parse, type Tree } from './source.ts';

const markdownLink = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;

/** A link inside the documentation leads to a file or a folder that exists. */
export function linksResolve(tree: Tree): string[] {
  const isThere = (target: string) =>
    tree.has(target) || [...tree.keys()].some((file) => file.startsWith(`${target}/`));
  const pages = [...tree].filter(([path]) => path.endsWith('.md'));
  return pages.flatMap(([path, text]) => {
    const targets = allOf(text, markdownLink).map((link) => posix.join(posix.dirname(path), link));
    return targets.filter((to) => !isThere(to)).map((to) => `${path} leads to ${to}, which is not there`);
  });
}

const fileName =
  /(?<![\w*<{/.$#-])((?:[\w@-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|json|sql|eta|md|css|yml))(?![\w*>])/g;

/** Names without a file in the repository: one in the data folder, and examples. */
const exampleNames = new Set(['audit-head.json', 'x.test.ts', 'x.test.tsx']);

/** Pages in docs and comments in code name only existing files; decisions are dated and may name former ones. */
export function namedFilesExist(tree: Tree): string[] {
  const paths = [...tree.keys()];
  const endings = new Set(
    paths.flatMap((path) => path.split(/(?=[/.])/).map((_, index, parts) => parts.slice(index).join(''))),
  );
  const isThere = (name: string) =>
    tree.has(name) || endings.has(`/${name}`) || endings.has(`.${name}`) || exampleNames.has(posix.basename(name));
  const textsOf = (path: string, text: string): string[] => {
    if (path.endsWith('.md')) return path.startsWith('docs/decisions/') ? [] : allOf(text, /`([^`\n]+)`/g);
    return isCode(path) ? parse(tree, path).comments.map(({ value }) => value) : [];
  };
  return [...tree].flatMap(([path, text]) => {
    const names = textsOf(path, text).flatMap((piece) => allOf(piece, fileName));
    return names.filter((name) => !isThere(name)).map((name) => `${path} names ${name}, which is not there`);
  });
}

const gated = /^testRule\(\s*'[^']*',\s*(?:\w+\.)?(\w+),/gm;

/** Reads the rows of the table of a page whose second column names the check of the first. */
const heldRows = (page: string): string[][] => {
  const [, table = ''] = /\| held by[^\n]*\n((?:\|[^\n]*\n?)*)/i.exec(page) ?? [];
  const rows = table.trim().split('\n');
  return rows.filter((row) => !/^\| -+/.test(row)).map((row) => row.split('|').slice(1));
};

/**
 * Every rule of tests/architecture is in docs/ARCHITECTURE.md. Each row there, and of what CONTRIBUTING.md forbids,
 * names in backticks what holds it: a rule of here or of the linter, or a file.
 */
export function rulesAreDocumented(tree: Tree): string[] {
  const linter = tree.get('.oxlintrc.json') ?? '';
  const rules = [...tree]
    .filter(([path]) => /^tests\/architecture\/[a-z]+\.test\.ts$/.test(path))
    .flatMap(([, text]) => allOf(text, gated));
  const isThere = (name: string) => rules.includes(name) || linter.includes(`"${name}"`) || tree.has(name);
  const namesIn = ([, holder = '']: string[]) => allOf(holder, /`([^`]+)`/g);
  const rowsOf = (path: string) => heldRows(tree.get(path) ?? '');
  const namedRules = rowsOf('docs/ARCHITECTURE.md').flatMap(namesIn);
  const pages = ['docs/ARCHITECTURE.md', 'docs/CONTRIBUTING.md'];
  return [
    ...rules.filter((name) => !namedRules.includes(name)).map((name) => `${name} is not written down`),
    ...pages.flatMap((page) => {
      const rows = rowsOf(page);
      const unnamed = rows.filter((row) => namesIn(row).length === 0).map(([rule = '']) => rule.trim());
      const unknown = rows.flatMap(namesIn).filter((name) => !isThere(name));
      return [
        ...unnamed.map((rule) => `${page} names nothing that holds "${rule}"`),
        ...unknown.map((name) => `${page} names ${name}, which nothing holds`),
      ];
    }),
  ];
}

/** The terms of the glossary are found by the alphabet, and each is explained once. */
export function glossaryIsInOrder(tree: Tree): string[] {
  const terms = allOf(tree.get('docs/GLOSSARY.md') ?? '', /^\| \*\*(.+?)\*\*/gm).map((term) => term.toLowerCase());
  return terms
    .filter((term, index) => index > 0 && term <= (terms[index - 1] ?? ''))
    .map((term) => `docs/GLOSSARY.md has ${term} behind its place`);
}

const templateParts = ['## Context', '## Decision', '## Consequences'];

const numberOf = (path: string) => /\/(\d{4})-[^/]*$/.exec(path)?.[1] ?? '';

/** Returns the earlier decisions that the line of date and status names. */
function earlierIn(path: string, text: string): string[] {
  const [, , status = ''] = text.split('\n');
  return allOf(status.replace(/\([^)]*\)/g, ''), /\b(0\d{3})\b/g).filter((number) => number < numberOf(path));
}

/** A decision has date, status, reason, content and consequences; earlier ones that it continues say so. */
export function decisionsFollowTheTemplate(tree: Tree): string[] {
  const decisions = [...tree].filter(([path]) => /^docs\/decisions\/\d/.test(path));
  return decisions.flatMap(([path, text]) => {
    const [title = '', , status = ''] = text.split('\n');
    const missingTemplateParts = templateParts.filter((part) => !text.includes(part));
    const isDated = /^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by \d{4})/.test(status);
    const laterDecisions = decisions.filter(([decision, decisionText]) =>
      earlierIn(decision, decisionText).includes(numberOf(path)),
    );
    const missingMentions = laterDecisions
      .map(([decision]) => numberOf(decision))
      .filter((number) => !status.includes(number));
    return [
      ...missingTemplateParts.map((part) => `${path} lacks ${part}`),
      ...(isDated ? [] : [`${path} lacks date or status`]),
      ...(title.startsWith(`# ${numberOf(path)} `) ? [] : [`${path} has another number in its title`]),
      ...missingMentions.map((number) => `${path} does not name ${number}, which continues it`),
    ];
  });
}

/** Each number stands for one decision; the list of decisions explains the missing numbers. */
export function decisionsAreNumbered(tree: Tree): string[] {
  const numbers = [...tree.keys()].filter((path) => path.startsWith('docs/decisions/')).map(numberOf);
  const explanations = tree.get('docs/decisions/README.md') ?? '';
  const maxNumber = Math.max(...numbers.map(Number));
  return Array.from({ length: maxNumber }, (_, index) => String(index + 1).padStart(4, '0')).flatMap((number) => {
    const count = numbers.filter((otherNumber) => otherNumber === number).length;
    if (count === 1 || (count === 0 && explanations.includes(number))) return [];
    return [`${number} stands for ${count} decisions`];
  });
}

const symbol = /`([A-Za-z_$][\w$]*)(?:\(\))?`/g;

/** A name in backticks in a comment is written somewhere in the code, the SQL or the data that it speaks about. */
export function namedSymbolsExist(tree: Tree): string[] {
  const words = new Set<string>();
  const named: { at: string; name: string }[] = [];
  for (const [path, text] of tree) {
    if (path.endsWith('.md')) continue;
    const comments = isCode(path) ? parse(tree, path).comments : [];
    let end = 0;
    for (const comment of [...comments, { start: text.length, end: text.length, value: '' }]) {
      for (const word of text.slice(end, comment.start).match(/[A-Za-z_$][\w$]*/g) ?? []) words.add(word);
      end = comment.end;
      for (const name of allOf(comment.value, symbol))
        named.push({ at: `${path}:${parse(tree, path).lineOf(comment)}`, name });
    }
  }
  return named.filter(({ name }) => !words.has(name)).map(({ at, name }) => `${at} names ${name}, which is not there`);
}
