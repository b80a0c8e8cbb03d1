import { posix } from 'node:path';
import postcss from 'postcss';
import { importsOf } from './graph.ts';
import { inProduct, isOfClient, productFiles, stringOf, type Tree } from './source.ts';

const sidedProperty = /^(margin|padding|border|inset)?-?(left|right)\b|^border-(top|bottom)-(left|right)-radius$/;
const sidedWord = /^(left|right)$/;
const sidedUtility = '(?:[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr])';
const amount = '(?:auto|full|px|none|[smlx]{2}|\\d|\\[|\\()';
const sidedNames = '(?:border-[lr]|rounded-(?:[lr]|[tb][lr])|(?:text|float|clear)-(?:left|right))';
const sidedClass = new RegExp(`^(?:\\S+:)*-?(?:${sidedUtility}-${amount}\\S*|${sidedNames})$`);

/** Arabic is mirrored automatically: styles name start and end, never left and right. */
export function stylesUseLogicalSides(tree: Tree): string[] {
  const sheets = [...tree].filter(([path]) => isOfClient(path) && path.endsWith('.css'));
  return [...sidedClasses(tree), ...sheets.flatMap(([path, text]) => sidedRules(path, text))];
}

const sidedClasses = inProduct(isOfClient, (node) => {
  const text = stringOf(node) ?? (node.type === 'TemplateElement' ? node.value.raw : '');
  const firstSided = text.split(/\s+/).find((word) => sidedClass.test(word));
  return firstSided === undefined ? undefined : `uses ${firstSided}`;
});

function sidedRules(path: string, text: string): string[] {
  const violations: string[] = [];
  postcss.parse(text).walkDecls(({ prop, value, source }) => {
    const isSided = sidedProperty.test(prop) || (/^(text-align|float|clear)$/.test(prop) && sidedWord.test(value));
    if (isSided) violations.push(`${path}:${source?.start?.line} uses ${prop}: ${value}`);
  });
  return violations;
}

const firstSheet = 'client/src/ui/styles/index.css';
const teamFolders = /^client\/src\/(app\/admin|features\/[^/]+\/admin)\//;

/**
 * The sheet that everybody loads excludes the components that only the team's screens import, and no others: their
 * classes come with app/admin/admin.css.
 */
export function teamStylesComeLater(tree: Tree): string[] {
  const excludedPaths = pathsIn(tree, 'not ');
  const includedPaths = pathsIn(tree, '');
  const teamFiles = filesOfTeamOnly(tree, includedPaths);
  const isExcluded = (path: string) =>
    teamFolders.test(path) || excludedPaths.some((excluded) => `${path}/`.startsWith(`${excluded}/`));
  return productFiles(tree)
    .filter((path) => isOfClient(path) && path.endsWith('.tsx') && !includedPaths.includes(path))
    .filter((path) => teamFiles.has(path) !== isExcluded(path))
    .map((path) => `${path} is ${isExcluded(path) ? 'of customers' : 'of the team'}: ${firstSheet} says otherwise`);
}

/** Paths that the first sheet names after `@source`, without its patterns. */
function pathsIn(tree: Tree, word: '' | 'not '): string[] {
  const source = tree.get(firstSheet) ?? '';
  return [...source.matchAll(new RegExp(`@source ${word}'([^'*]+)'`, 'g'))].map(([, path = '']) =>
    posix.join(posix.dirname(firstSheet), path),
  );
}

function filesOfTeamOnly(tree: Tree, otherFiles: string[]): Set<string> {
  const importersByFile = new Map<string, string[]>();
  for (const path of productFiles(tree).filter(isOfClient))
    for (const { file = '' } of importsOf(tree, path))
      importersByFile.set(file, [...(importersByFile.get(file) ?? []), path]);
  const teamFiles = new Set(
    [...importersByFile.keys()].filter((path) => teamFolders.test(path) && !otherFiles.includes(path)),
  );
  for (let countBefore = -1; countBefore < teamFiles.size;) {
    countBefore = teamFiles.size;
    for (const [file, importers] of importersByFile)
      if (!otherFiles.includes(file) && importers.every((path) => teamFiles.has(path))) teamFiles.add(file);
  }
  return teamFiles;
}
