import { importsOf } from './graph.ts';
import { originOf, valueOf, type Placed } from './origins.ts';
import { dottedName, findings, inProduct, methodOf, productFiles, type Tree } from './source.ts';
import { sqlIn } from './sql.ts';

const movesStatus = /update\s+"?orders"?\b[\s\S]*\bstatus\b\s*=/i;
const orderQueries = /^server\/features\/orders\/([a-z]+\/)?orders\.[a-z.-]*queries\.ts$/;

/** Design rule 4: orders.queries writes the status of an order, and only orders.service may call that query. */
export const onlyOrdersMovesStatus = inProduct(
  (path) => !orderQueries.test(path),
  (node, around) => {
    if (movesStatus.test(sqlIn(node, around))) return 'moves the status of an order in SQL';
    const isUpdate = node.type === 'CallExpression' && methodOf(node) === 'update';
    return isUpdate && originOf(node.arguments[0], around) === 'orders' ? 'updates orders' : undefined;
  },
);

const setsStage = /update\s+"?orders"?\b[\s\S]*\bstage(_version)?\b\s*=/i;
const stageQueries = 'server/features/orders/orders.stage.queries.ts';

/** The stage of an order is derived: one query writes it, which `writeStage` and the move of a status call. */
export function stagesAreDerived(tree: Tree): string[] {
  const otherFiles = productFiles(tree).filter((path) => path.startsWith('server/') && path !== stageQueries);
  return otherFiles.flatMap((path) =>
    findings(tree, path, (node, around) => {
      if (setsStage.test(sqlIn(node, around))) return 'sets the stage of an order in SQL';
      if (node.type !== 'CallExpression' || methodOf(node) !== 'set') return undefined;
      const [row] = node.arguments;
      const columns = row && columnsOf(tree, { path, node: row, around });
      return columns?.some((name) => /^stage(Version)?$/.test(name)) ? 'sets the stage of an order' : undefined;
    }),
  );
}

/** The columns that an object gives a value, also those of the objects that it spreads. */
function columnsOf(tree: Tree, place: Placed): string[] {
  const { node, ...rest } = valueOf(tree, place);
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) =>
    property.type === 'Property'
      ? (dottedName(property.key) ?? [])
      : columnsOf(tree, { ...rest, node: property.argument }),
  );
}

/** Only their own service calls the queries that write orders. */
export function orderQueriesHaveOneCaller(tree: Tree): string[] {
  const otherFiles = productFiles(tree).filter((path) => !path.startsWith('server/features/orders/'));
  const imports = otherFiles
    .flatMap((path) => importsOf(tree, path))
    .filter(({ file }) => orderQueries.test(file ?? ''));
  return imports.map(({ from, line, specifier }) => `${from}:${line} imports ${specifier}`);
}
