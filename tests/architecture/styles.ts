import postcss from 'postcss';
import { inProduct, isOfClient, stringOf, type Tree } from './source.ts';

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
