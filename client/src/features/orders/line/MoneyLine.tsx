import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  Hand,
  LoaderCircle,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateValues } from '#client/lib/i18n/isolated.ts';
import { Slip } from '#client/ui/brand/Slip.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { lineRow } from '#shared/orders/line/line.states.ts';
import type { Line } from '#shared/orders/line/line.ts';
import { depthOf, methodOf, valuesOf, type LineSource } from './line.values.ts';
import { accountWordOf, wordsOf } from './line.words.ts';
import { LineSum } from './LineSum.tsx';
import { Points } from './Points.tsx';
import { CountRing, TimeRing } from './Ring.tsx';
import { Stamp } from './Stamp.tsx';
import { useLineTexts } from './useLineTexts.ts';
import './money-line.css';

interface MoneyLineProps {
  line: Line;
  source: LineSource;
  /** The heading level of the sentence; undefined if the page or dialog around it shows it. */
  heading?: 'h2' | 'h3' | undefined;
  /** Replaces the sum of the state. */
  sum?: ReactNode;
  /** Content between the amount and the clock: rows to choose from. */
  rows?: ReactNode;
  /** Replaces the clock of the state by that of the chosen row; null if it is shown above. */
  clock?: ReactNode;
  /** The button, and optionally a second one. */
  action?: ReactNode;
  /** True if a form that must be in view follows: the points then have no words and times. */
  isBrief?: boolean | undefined;
  /** The reason why the order was refused, in its reviewer's words. */
  reason?: string | null | undefined;
  children?: ReactNode;
}

/** One order as one line of money: its sentence, one amount, one clock, one button, and five points. */
export function MoneyLine(props: MoneyLineProps) {
  const { line, source, heading: Heading, sum, rows, clock, action, isBrief = false, reason, children } = props;
  const { tone, loud = false } = lineRow(line.state);
  const texts = useLineTexts(line, source);
  const { reference } = valuesOf(line, source);
  return (
    <section
      className="line"
      data-tone={tone}
      data-state={line.state}
      aria-label={Heading ? undefined : texts.sentence}
    >
      <Slip
        seed={reference}
        head={
          <>
            <div className="line-top">
              <LineChip line={line} source={source} />
              <Ltr className="font-mono text-sm whitespace-nowrap text-muted">{reference}</Ltr>
            </div>
            {Heading && <Heading className="line-sentence">{texts.sentence}</Heading>}
            {reason && <Reason text={reason} />}
            {texts.detail && <p className="line-detail">{wholeOf(texts.detail, reference)}</p>}
          </>
        }
      >
        {sum ?? <LineSum line={line} source={source} />}
        {rows}
        {clock === undefined ? <StateClock line={line} source={source} /> : clock}
        {action && <div className="line-act no-print">{action}</div>}
        {children}
        <Points points={line.points} now={source.now} isAsked={loud} bare={isBrief} />
      </Slip>
    </section>
  );
}

const icons: Record<string, LucideIcon> = {
  yourTurn: Clock,
  inProgress: LoaderCircle,
  rateExpired: CircleDashed,
  stopped: CircleX,
  transit: LoaderCircle,
  goingBack: Undo2,
  held: CirclePause,
  returned: Undo2,
  late: Clock,
  arrived: CircleCheck,
  sentBack: CircleCheck,
  rejected: CircleX,
  reversed: CircleX,
  canceled: CircleDashed,
};

/** A clock shows a time that is still to come; an order that is over has the icon of its state. */
const isOver = (chip: string) => ['arrived', 'sentBack', 'rejected', 'reversed', 'canceled'].includes(chip);

/** The word of a state with its icon and colour; solid if money waits for the reader. */
export function LineChip({ line: { state }, source }: Pick<MoneyLineProps, 'line' | 'source'>) {
  const { t } = useTranslation('orders.line');
  const { chip, loud = false } = lineRow(state);
  const Icon = icons[chip] ?? Hand;
  const chipWord = chip === 'account' ? accountWordOf(methodOf(source)) : chip;
  return (
    <span className="line-chip" data-loud={loud}>
      <Icon className="size-4 shrink-0" strokeWidth={2} />
      {t(`chip.${chipWord}`)}
    </span>
  );
}

/** Shows why an order was refused, in the words of its reviewer. */
export function Reason({ text }: { text: string }) {
  const { t } = useTranslation('orders.line');
  return (
    <p className="line-detail">
      {t('reason')} <bdi className="whitespace-pre-line text-ink wrap-anywhere">{text}</bdi>
    </p>
  );
}

/** Returns a reference that a sentence keeps on one line. */
export function wholeOf(text: string | undefined, part: string): ReactNode {
  if (!text || part === '') return text;
  return text.split(part).flatMap((segment, index) => [
    index > 0 && (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
    segment,
  ]);
}

const lastQuarter = 0.25;

/** The remaining time of the lock, relative to its whole duration. */
function shareOf({ lock, now }: LineSource): number {
  if (!lock) return 0;
  const [from, until] = [Date.parse(lock.createdAt), Date.parse(lock.lockedUntil)];
  return until > from ? Math.max(0, (until - now) / (until - from)) : 0;
}

/** The times that a text beside the clock needs: without one of them the text is left out. */
const neededValues: Partial<Record<string, readonly (keyof ReturnType<typeof valuesOf>)[]>> = {
  arrives: ['by'],
  weekend: ['byAfterWeekend'],
  refundBy: ['by'],
  refundWithin: ['count'],
  ownWallet: ['count'],
  chooseAccount: ['againBy'],
  chooseNumber: ['againBy'],
  emailBy: ['emailBy'],
  overdue: ['dueBy'],
  refundMinutes: ['count'],
  network: ['by', 'count'],
  minutes: ['count'],
  minedBy: ['minedBy'],
  minedLate: ['minedBy'],
  choice: ['choiceUntil'],
  upload: ['proofBy'],
};

/** The next time that matters to the reader in this state. */
export function StateClock({ line, source }: Pick<MoneyLineProps, 'line' | 'source'>) {
  const { t, i18n } = useTranslation('orders.line');
  const all = valuesOf(line, source);
  const values = isolateValues(all, i18n.dir());
  const { clock, under } = wordsOf(line.state, methodOf(source));
  const { chip } = lineRow(line.state);
  const isTimed = line.state === 'waiting' || line.state === 'waiting_photo';
  const share = shareOf(source);
  // Without a time nothing is promised: a sentence must not name an empty time.
  const keyIfKnown = <Key extends string>(key: Key | undefined): Key | undefined => {
    const isKnown = (name: keyof typeof all) => all[name] !== '' && all[name] !== 0;
    return key && (neededValues[key] ?? []).every(isKnown) ? key : undefined;
  };
  const [main, underKey] = [keyIfKnown(clock), keyIfKnown(under)];
  const isLate = line.state === 'confirming' && source.deposit !== null && source.deposit.state !== 'confirming';
  if (!main && !underKey) return null;
  return (
    <ClockLine
      depth={depthOf(line, source)}
      icon={isOver(chip) ? icons[chip] : undefined}
      stamped={line.state === 'arrived' ? line.points.at(-1)?.at : undefined}
      share={isTimed ? share : undefined}
      left={
        isTimed && share < lastQuarter && source.lock ? Date.parse(source.lock.lockedUntil) - source.now : undefined
      }
      main={main && t(`clock.${main}`, values)}
      under={underKey && !isLate ? wholeOf(t(`under.${underKey}`, values), all.endToEndId) : undefined}
    />
  );
}

/** The clock of a state outside its line, if the line would begin below the fold. */
export function LineClock({ line, source }: Pick<MoneyLineProps, 'line' | 'source'>) {
  return (
    <div className="line" data-tone={lineRow(line.state).tone}>
      <StateClock line={line} source={source} />
    </div>
  );
}

interface ClockLineProps {
  main: string | undefined;
  under?: ReactNode;
  /** Replaces the clock. */
  icon?: LucideIcon | undefined;
  /** The day on the stamp, which replaces the clock and the note. */
  stamped?: Date | undefined;
  /** Confirmations as a ring. */
  depth?: { confirmations: number; required: number } | undefined;
  /** The remaining time as a ring. */
  share?: number | undefined;
  /** Milliseconds to count down. */
  left?: number | undefined;
}

/** The next time that matters to the reader, and one line about it. */
export function ClockLine({ main, under, icon: Icon = Clock, stamped, depth, share, left }: ClockLineProps) {
  const seconds = left === undefined ? undefined : Math.max(0, Math.ceil(left / 1000));
  return (
    <div className="line-clock">
      {stamped ? (
        <Stamp at={stamped} />
      ) : depth ? (
        <CountRing count={depth.confirmations} total={depth.required} />
      ) : share === undefined ? (
        <span className="line-glyph">
          <Icon className="size-5" />
        </span>
      ) : (
        <TimeRing share={share} />
      )}
      <div className="min-w-0">
        {main && (
          <b>
            {main}
            {seconds !== undefined && (
              <Ltr className="ms-2 text-pending figures">
                {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
              </Ltr>
            )}
          </b>
        )}
        {under && <span>{under}</span>}
      </div>
    </div>
  );
}
