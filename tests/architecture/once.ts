import { dottedName, inProduct } from './source.ts';

/** A minute, an hour and a day in milliseconds; an hour and a day in seconds, and a day in minutes. */
const lengthsOfTime = [60_000, 3_600_000, 86_400_000, 3_600, 86_400, 1_440];

/** A minute, an hour and a day are numbers that the whole product imports from one file. */
export const unitsOfTimeHaveOneName = inProduct(
  (path) => path !== 'shared/reference/units-of-time.ts',
  (node) => {
    const name = node.type === 'VariableDeclarator' ? dottedName(node.id) : undefined;
    if (/^(second|minute|hour|day|week)(In)?Ms$/.test(name ?? '')) return `declares ${name} once more`;
    const isNumber = node.type === 'Literal' && typeof node.value === 'number';
    if (isNumber && lengthsOfTime.includes(node.value)) return `writes ${node.raw} by hand`;
    const factors = node.type === 'BinaryExpression' && node.operator === '*' ? [node.left, node.right] : [];
    const isBySixty = factors.some((factor) => factor.type === 'Literal' && factor.value === 60);
    return isBySixty ? 'multiplies by 60, which has no unit' : undefined;
  },
);
