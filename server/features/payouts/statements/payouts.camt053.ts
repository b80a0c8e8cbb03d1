import { SaxesParser } from 'saxes';
import { statementOf, type Node } from './payouts.camt053.entries.ts';
import { decodeStatement, lineAt, UnreadableStatement, type ParsedStatement } from './payouts.statement.values.ts';

const maxDepth = 64;
const maxAttributes = 16;

/** Elements that are read as a tree, one after the other, so that a large file is never held as one. */
const treesOf = new Set(['Acct', 'Bal', 'Ntry', 'FrToDt']);

/** Reads camt.053.001.02 to .13 by local names. Throws UnreadableStatement. */
export function parseCamt053(bytes: Uint8Array): ParsedStatement[] {
  const text = decodeStatement(bytes, declaredEncoding(bytes));
  const forbidden = text.search(/<!(DOCTYPE|ENTITY)/i);
  if (forbidden >= 0) throw new UnreadableStatement(lineAt(text, forbidden), 'doctype');
  const statements: ParsedStatement[] = [];
  let parts: Node[] = [];
  readTrees(text, (path, tree) => {
    if (path === 'Document/BkToCstmrStmt/Stmt') {
      statements.push(statementOf(parts));
      parts = [];
    } else if (path.startsWith('Document/BkToCstmrStmt/Stmt/')) parts.push(tree);
  });
  if (statements.length === 0) throw new UnreadableStatement(1, 'format');
  return statements;
}

function declaredEncoding(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}

/** Calls with each element of a statement that matters, and at the end of the statement itself. */
function readTrees(text: string, onTree: (path: string, tree: Node) => void): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const path: string[] = [];
  const open: Node[] = [];
  let attributes = 0;
  const unreadable = (why: 'depth' | 'attributes' | 'xml') => new UnreadableStatement(parser.line, why);
  parser.on('error', () => {
    throw unreadable('xml');
  });
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) throw unreadable('attributes');
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    path.push(name);
    if (path.length > maxDepth) throw unreadable('depth');
    const parent = open.at(-1);
    if (!parent && !(path.length === 4 && treesOf.has(name))) return;
    const currency = tag.attributes['Ccy'];
    const node: Node = { name, text: '', currency: currency ?? '', line: parser.line, children: [] };
    parent?.children.push(node);
    open.push(node);
  });
  const addText = (piece: string) => {
    const node = open.at(-1);
    if (node) node.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', (tag) => {
    const node = open.pop();
    const where = path.join('/');
    path.pop();
    const name = localName(tag.name);
    if (node && open.length === 0) onTree(where, node);
    else if (!node && name === 'Stmt') onTree(where, { name, text: '', currency: '', line: 0, children: [] });
  });
  parser.write(text).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
