import type { Node } from 'oxc-parser';
import { dottedName, isTest, parse, walk, type Tree } from './source.ts';

/** Where sentences stand that a person may be told: refusals of the server, what schemas and forms say of a field. */
const speaking = /^(shared|server\/(http|sockets|features|pdf|adapters|lib)|client\/src\/features)\/.*\.tsx?$/;
/** Files whose texts have catalogues of their own, are data, or speak to programs. */
const speakingElsewhere =
  /\/(locales|mail|jobs|reference)\/|\.(queries|tables|seeds|samples|routes|present)\.ts$|\/blog\.(articles|variables)|\/payment-methods\.draft\.ts$|^server\/(http|sockets)\/(openapi|docs|metrics|static|body|idempotency|request|socket)\.ts$|^server\/adapters\/(mail|prices|fx)/;

/** Sentences for whoever writes a program against the API: the product's own screens never meet them. */
const forPrograms = new Set([
  'Please choose one of: {{choices}}',
  'Please send the body as plain UTF-8 JSON.',
  'Please send the form as multipart/form-data.',
  'The body is not valid JSON.',
  'The order is missing',
  'The order is not valid JSON',
  'The order is too long',
  'This address answers {{list}} only.',
  'Your request has been received.',
  'This kind of message is not known.',
  'This message is not valid JSON.',
]);

/** Begins as sentences do and goes on in small letters, which names and codes do not; or is one of the specified calls. */
function isSentence(text: string): boolean {
  const words = text.replace(/\{\{\w+\}\}/g, '');
  const begins = /^[A-Z]|^\{\{\w+\}\} (is|has) /.test(text);
  return (
    (begins && / [a-z]{2,}\b/.test(words) && !/[<>=\n]/.test(words)) ||
    /^(Document|Email|Upload) Required$|^Admin Agent$/.test(text)
  );
}

/** Every sentence of shared and server that a person may be told, as `{{name}}` templates, with where it stands. */
export function messagesOf(tree: Tree): Map<string, string> {
  const found = new Map<string, string>();
  const files = [...tree.keys()].filter(
    (path) => speaking.test(path) && !speakingElsewhere.test(path) && !isTest(path),
  );
  for (const path of files) {
    const { program, lineOf } = parse(tree, path);
    const silent = new Set<Node>();
    const isCopy = path.endsWith('/landing/landing.content.ts');
    walk(program, (node) => {
      for (const unheard of unheardIn(node)) silent.add(unheard);
      const text = silent.has(node) ? undefined : isCopy ? copyIn(node) : messageIn(node);
      if (text !== undefined && !forPrograms.has(text)) found.set(text, `${path}:${lineOf(node)}`);
    });
  }
  return found;
}

/** Children of a node that speak to engineers: summaries of endpoints, thrown bugs, the log, parts of SQL. */
function unheardIn(node: Node): Node[] {
  if (node.type === 'Property') {
    return /^(summary|description)$/.test(dottedName(node.key) ?? '') ? [node.value] : [];
  }
  if (node.type === 'NewExpression') {
    return /Error$|^NotFound$/.test(dottedName(node.callee) ?? '') ? node.arguments : [];
  }
  if (node.type === 'CallExpression') {
    const name = dottedName(node.callee) ?? '';
    return /(^|\.)(log|console)\.\w+$/.test(name) ? node.arguments : [];
  }
  return node.type === 'TaggedTemplateExpression' ? [node.quasi] : [];
}

function messageIn(node: Node): string | undefined {
  if (node.type === 'NewExpression' && dottedName(node.callee) === 'NotFound') {
    const [what] = node.arguments;
    return what?.type === 'Literal' ? `This ${String(what.value)} does not exist.` : undefined;
  }
  const text = textOf(node);
  const isNotFound = text === 'This {{what}} does not exist.';
  return text !== undefined && !isNotFound && isSentence(text) ? text : undefined;
}

/** Words of the landing page that an operator replaces by their own: until then they are translated. */
function copyIn(node: Node): string | undefined {
  return node.type === 'Property' && dottedName(node.key) === 'text' ? textOf(node.value) : undefined;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return node.quasis
    .map(({ value }, index) => {
      const blank = node.expressions[index];
      return (value.cooked ?? '') + (blank ? `{{${blankName(blank)}}}` : '');
    })
    .join('');
}

/** What a translator reads in the place of a value: the last name that is not a function. */
function blankName(node: Node): string {
  const called = node.type === 'CallExpression' && node.callee.type === 'MemberExpression' ? node.callee.object : node;
  return dottedName(called)?.split('.').at(-1) ?? 'unnamed';
}
