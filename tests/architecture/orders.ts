import { importsOf } from './graph.ts';
import { dottedName, inProduct, methodOf, productFiles, stringOf, type Tree } from './source.ts';

const movesStatus = /update\s+"?orders"?\b[\s\S]*\bstatus\b\s*=/i;
const orderQueries = /^server\/features\/orders\/([a-z]+\/)?orders\.[a-z.-]*queries\.ts$/;

/** Design rule 4: orders.queries writes the status of an order, and only orders.service may call that query. */
export const onlyOrdersMovesStatus = inProduct(
  (path) => !orderQueries.test(path),
  (node) => {
    const parts = node.type === 'TemplateLiteral' ? node.quasis.map((part) => part.value.raw) : [stringOf(node) ?? ''];
    if (movesStatus.test(parts.join('?'))) return 'moves the status of an order in SQL';
    const isUpdate = node.type === 'CallExpression' && methodOf(node) === 'update';
    return isUpdate && dottedName(node.arguments[0]) === 'orders' ? 'updates orders' : undefined;
  },
);

const setsStage = /update\s+"?orders"?\b[\s\S]*\bstage(_version)?\b\s*=/i;
const stageQueries = 'server/features/orders/orders.stage.queries.ts';

/** The stage of an order is derived: one query writes it, which `writeStage` and the move of a status call. */
export const stagesAreDerived = inProduct(
  (path) => path.startsWith('server/') && path !== stageQueries,
  (node) => {
    const parts = node.type === 'TemplateLiteral' ? node.quasis.map((part) => part.value.raw) : [stringOf(node) ?? ''];
    if (setsStage.test(parts.join('?'))) return 'sets the stage of an order in SQL';
    if (node.type !== 'CallExpression' || methodOf(node) !== 'set') return undefined;
    const [firstArgument] = node.arguments;
    const names = firstArgument?.type === 'ObjectExpression' ? firstArgument.properties : [];
    const isStage = names.some(
      (property) => property.type === 'Property' && /^stage(Version)?$/.test(dottedName(property.key) ?? ''),
    );
    return isStage ? 'sets the stage of an order' : undefined;
  },
);

/** Only their own service calls the queries that write orders. */
export function orderQueriesHaveOneCaller(tree: Tree): string[] {
  const otherFiles = productFiles(tree).filter((path) => !path.startsWith('server/features/orders/'));
  const imports = otherFiles
    .flatMap((path) => importsOf(tree, path))
    .filter(({ file }) => orderQueries.test(file ?? ''));
  return imports.map(({ from, line, specifier }) => `${from}:${line} imports ${specifier}`);
}
