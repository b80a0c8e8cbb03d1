import { interpolate } from '#server/lib/texts.ts';
import * as contract from '#shared/mail/mail.texts.contract.ts';
import type { MailData } from './mail.service.ts';
import type { Block, MailContent } from './mail.templates.service.ts';

/** An invented customer's data for every mail whose text the operator may change. */
export type MailExamples = { [Name in contract.CustomerMail]: MailData[Name] };

/** The texts of a mail as the operator edits them: placeholders in double braces, also for whole blocks. */
export function editableText({ subject, heading, blocks }: MailContent): contract.MailText {
  const blocksByName = namedBlocks(blocks);
  const body = blocks.map((block) => (block.kind === 'text' ? block.text : `{{${nameIn(blocksByName, block)}}}`));
  return { subject, heading, body: body.join('\n\n') };
}

/** The mail with its values, in the operator's own wording if that still fits the placeholders of this version. */
export function finishedContent(content: MailContent, ownText?: contract.MailText): MailContent {
  const { values = {} } = content;
  if (ownText) {
    // A subject is one line. The marks that isolate a reference among Arabic letters stay.
    const fill = (text: string) => interpolate(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), values);
    return {
      ...content,
      subject: fill(ownText.subject),
      heading: fill(ownText.heading),
      blocks: blocksOf(content, ownText.body),
    };
  }
  return {
    ...content,
    subject: interpolate(content.subject, values).trim(),
    heading: interpolate(content.heading, values),
    blocks: content.blocks.map((block) =>
      block.kind === 'text' ? { ...block, text: interpolate(block.text, values) } : block,
    ),
  };
}

/**
 * The operator's text of a mail, undefined if it lacks a placeholder that this version requires: a code must not be
 * left out.
 */
export function validOwnText(
  template: string,
  language: string,
  ownText: contract.MailText | undefined,
): contract.MailText | undefined {
  return contract.mailTextInput.safeParse({ template, language, ...ownText }).success ? ownText : undefined;
}

/** Returns an example value for each placeholder of a mail's text. */
export function exampleOf(
  template: contract.CustomerMail,
  { blocks, values = {} }: MailContent,
): Record<string, string> {
  const placeholders = contract.mailPlaceholders(template, 'body');
  const plainValues = placeholders.flatMap((name) => (name in values ? [[name, String(values[name])] as const] : []));
  const plainBlocks = [...namedBlocks(blocks)].map(([name, block]) => [name, plainBlock(block)] as const);
  return Object.fromEntries([...plainValues, ...plainBlocks]);
}

function blocksOf({ blocks, values = {} }: MailContent, body: string): Block[] {
  const blocksByName = namedBlocks(blocks);
  const isBlock = new RegExp(`\\{\\{\\s*(${contract.mailBlocks.join('|')})\\s*\\}\\}`);
  return body.split(isBlock).flatMap((part, index): Block[] => {
    // Every second part is the name of a block. One that this mail does not have, a message for example, is left out.
    if (index % 2 === 1) return [blocksByName.get(part as contract.MailBlock)].flatMap((block) => block ?? []);
    const paragraphs = part
      .replace(/\r\n?/g, '\n')
      .trim()
      .split(/\n\s*\n/);
    return paragraphs.filter(Boolean).map((text) => ({ kind: 'text', text: interpolate(text, values) }));
  });
}

type Named = ReadonlyMap<contract.MailBlock, Block>;

/** The blocks of a mail that are not text, by the names of their placeholders. */
function namedBlocks(blocks: readonly Block[]): Named {
  const blocksByName = new Map<contract.MailBlock, Block>();
  for (const block of blocks) {
    if (block.kind === 'code') blocksByName.set('code', block);
    if (block.kind === 'details') blocksByName.set('order', block);
    if (block.kind === 'quote') blocksByName.set('message', block);
    if (block.kind === 'progress') blocksByName.set('progress', block);
    if (block.kind === 'button') blocksByName.set(blocksByName.has('link') ? 'link2' : 'link', block);
  }
  return blocksByName;
}

const nameIn = (blocksByName: Named, block: Block): string =>
  [...blocksByName].find(([, item]) => item === block)?.[0] ?? '';

function plainBlock(block: Block): string {
  if (block.kind === 'text') return block.text;
  if (block.kind === 'code') return block.code;
  if (block.kind === 'details') return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  if (block.kind === 'progress')
    return block.points.map(({ name, time }) => [name, time].filter(Boolean).join(' ')).join('\n');
  return block.kind === 'quote' ? `${block.label}:\n${block.text}` : `[ ${block.label} ]`;
}
