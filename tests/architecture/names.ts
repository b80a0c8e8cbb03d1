import { isCode, parse, walk, type Tree } from './source.ts';

/** Words of an old private dialect, in names: what the field says instead is in the comment of each group. */
const bannedInNames = new Set([
  // render, server-rendered
  'undrawn',
  'drawer',
  'redrawn',
  // hydrate, debounce
  'asleep',
  'awake',
  'stir',
  'stirred',
  'fillings',
  // compute, again, invalid, violation, request, preference
  'reckon',
  'reckoned',
  'anew',
  'breach',
  'wish',
  'taste',
  // duplicate, personal data, erasure, export
  'twin',
  'particulars',
  'parting',
  'telling',
  // connection registry, subscription
  'roster',
  'seat',
  'seats',
  // admin (side, console), action, detail, user or customer, stored, notified, messages
  'desk',
  'desks',
  'deed',
  'deeds',
  'fact',
  'facts',
  'person',
  'nobody',
  'kept',
  'told',
  'said',
  // correct, fix
  'mend',
  'mended',
  // HeroArt, SkeletonLine, DottedRow, PerforatedEdge
  'coast',
  'bone',
  'leader',
  'leaders',
  'tear',
]);

/** Names that the wire fixes: what a request for a second member is about, and that it has changed. */
const wireNames = new Set(['facts', 'facts_changed']);

/** The same in comments, where the plain sense of a word decides more often. */
const bannedInComments =
  /\b(desks?|undrawn|redrawn|drawn|asleep|stirred|reckon(?:s|ed)?|anew|mend(?:s|ed)?|breach(?:es)?|wish(?:es|ed)?|twins?|particulars|partings?|tellings?|roster|deeds?|shut|odd|the house|hand(?:s|ed)? in|seal(?:s|ed|ing)?|drew|drawing|forgets|forgotten|sits?|wakes?|woken|strange|upon|lends?|afresh|oftener|the own|the one who|as good as|be had|slip of the pen)\b/i;

/** Names, file names and comments use the words of the field, so that a newcomer finds a thing by its usual name. */
export function namesAreStandard(tree: Tree): string[] {
  const files = [...tree.keys()].filter((path) => isCode(path) && !path.includes('/locales/'));
  return files.flatMap((path) => {
    const banned = wordsIn(path.replace(/\.\w+$/, '')).find((word) => bannedInNames.has(word));
    return [...(banned ? [`${path} is named ${banned}`] : []), ...namesIn(tree, path), ...commentsIn(tree, path)];
  });
}

function namesIn(tree: Tree, path: string): string[] {
  const { program, lineOf } = parse(tree, path);
  const found = new Map<string, string>();
  walk(program, (node) => {
    if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') return;
    if (wireNames.has(node.name)) return;
    const banned = wordsIn(node.name).find((word) => bannedInNames.has(word));
    if (banned && !found.has(node.name)) found.set(node.name, `${path}:${lineOf(node)} names ${node.name}`);
  });
  return [...found.values()];
}

function commentsIn(tree: Tree, path: string): string[] {
  const { comments, lineOf } = parse(tree, path);
  return comments.flatMap((comment) => {
    const banned = bannedInComments.exec(comment.value)?.[0];
    return banned ? [`${path}:${lineOf(comment)} says ${banned}`] : [];
  });
}

/** The words that a name in camel case, kebab case or with dots is made of, in lower case. */
function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}
