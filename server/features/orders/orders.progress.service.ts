import type { Block } from '#server/features/mail/mail.templates.service.ts';
import { textsIn } from '#server/lib/texts.ts';
import { linePoints, lineRow, type LineState } from '#shared/orders/line/line.states.ts';
import type { LanguageCode } from '#shared/reference/languages.ts';

/**
 * The five points of an order's line at the time its mail is written; `arrivalText` is the time by which the last one
 * is reached. Points that were never reached are left out, and so are those after the end of an order that was refused.
 */
export function progressOf(language: LanguageCode, state: LineState, arrivalText = ''): Block {
  const texts = textsIn(language, 'orders.line');
  const { point, back = false, missed = [], ends = false } = lineRow(state);
  const presentIndex = linePoints.findIndex((name) => name === point);
  const points = linePoints.flatMap((name, index) => {
    if (missed.includes(name) || (ends && index > presentIndex)) return [];
    return {
      name: texts.point[back && name === 'transit' ? 'sentBack' : name],
      state: index < presentIndex ? ('done' as const) : index === presentIndex ? ('now' as const) : ('ahead' as const),
      time: name === 'arrived' ? arrivalText : '',
    };
  });
  return { kind: 'progress', label: texts.progress, points };
}
