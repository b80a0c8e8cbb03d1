import { SaxesParser } from 'saxes';
import { linesOf, statementOf, type Node } from './payouts.camt053.entries.ts';
import { decodeStatement } from './payouts.statement.text.ts';
import {
  lineAt,
  UnreadableStatement,
  type ParsedLine,
  type ParsedStatement,
  type UnreadableReason,
} from './payouts.statement.values.ts';

const maxDepth = 64;
const maxAttributes = 16;

/** Elements that are read as a tree, one after the other, so that a large file is never held as one. */
const treesOf = new Set(['Acct', 'Bal', 'Ntry', 'FrToDt']);

/** Reads camt.053.001.02 to .13 by local names. Throws UnreadableStatement. */
export function parseCamt053(bytes: Uint8Array): ParsedStatement[] {
  const text = decodeStatement(bytes, declaredEncoding(bytes));
  const forbidden = text.search(/<!(DOCTYPE|ENTITY)/i);
  if (forbidden >= 0) throw new UnreadableStatement(lineAt(text, forbidden), 'doctype');
  // An XML declaration is at the very beginning, or saxes refuses it.
  const start = text.search(/\S/);
  const statements: ParsedStatement[] = [];
  let parts: Node[] = [];
  let lines: ParsedLine[] = [];
  readTrees(text.slice(Math.max(0, start)), lineAt(text, start) - 1, (path, tree) => {
    if (path === 'BkToCstmrStmt/Stmt') {
      statements.push(statementOf(parts, lines));
      parts = [];
      lines = [];
    } else if (path === 'BkToCstmrStmt/Stmt/Ntry') {
      for (const line of linesOf(tree)) lines.push(line);
    } else if (path.startsWith('BkToCstmrStmt/Stmt/')) parts.push(tree);
  });
  if (statements.length > 0) return statements;
  const [, root = ''] = /<(?:\w+:)?Document\b[^>]*>\s*<(?:\w+:)?(\w+)/.exec(text) ?? [];
  throw new UnreadableStatement(1, otherMessages[root] ?? 'format', root);
}

/** Other messages of a bank about an account: they list payments on their way, and are no statement. */
const otherMessages: Partial<Record<string, UnreadableReason>> = {
  BkToCstmrAcctRpt: 'interim',
  BkToCstmrDbtCdtNtfctn: 'advice',
};

function declaredEncoding(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8';
}

/**
 * Calls with each element of a statement that matters, and at the end of the statement itself, by its path below
 * `Document`: banks send that in an envelope of their own. `skipped` lines are above the text.
 */
function readTrees(text: string, skipped: number, onTree: (path: string, tree: Node) => void): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const path: string[] = [];
  let root = 0;
  const openNodes: Node[] = [];
  let attributes = 0;
  const unreadableStatement = (reason: 'depth' | 'attributes' | 'xml') =>
    new UnreadableStatement(parser.line + skipped, reason);
  parser.on('error', () => {
    throw unreadableStatement('xml');
  });
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) throw unreadableStatement('attributes');
  });
  parser.on('opentag', (tag) => {
    const name = localName(tag.name);
    path.push(name);
    if (path.length > maxDepth) throw unreadableStatement('depth');
    const parent = openNodes.at(-1);
    if (!parent && name === 'Document') root = path.length;
    if (!parent && !(root > 0 && path.length === root + 3 && treesOf.has(name))) return;
    const currency = tag.attributes['Ccy'];
    const node: Node = { name, text: '', currency: currency ?? '', line: parser.line + skipped, children: [] };
    parent?.children.push(node);
    openNodes.push(node);
  });
  const addText = (piece: string) => {
    const node = openNodes.at(-1);
    if (node) node.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', (tag) => {
    const node = openNodes.pop();
    const where = path.slice(root).join('/');
    path.pop();
    const name = localName(tag.name);
    if (node && openNodes.length === 0) onTree(where, node);
    else if (!node && name === 'Stmt') onTree(where, { name, text: '', currency: '', line: 0, children: [] });
  });
  parser.write(text).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
