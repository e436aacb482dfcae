import { idDigits, idOfKey, keyOf } from '@carapace/shared/msoc/can/frame'
import { z } from 'zod'
import { listModes, type View } from './engine/protocol.ts'

/** A text parameter. The router parses `?bus=0` as a number; whatever it made of the text, it is converted back. */
const text = (most: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .transform((value) => String(value).trim().slice(0, most) || undefined)
    .optional()
    .catch(undefined)

/** The latest time that a date can hold, epoch ms. */
const latest = 8.64e15

/**
 * The address parameters of the analyzer's view (rule ANALYZER-UI-1 of ./SPEC.md). A page spreads them into its own
 * search.
 */
export const AnalyzerLook = {
  /** The focused time, epoch ms with microseconds as the fraction. */
  at: z.coerce.number().min(0).max(latest).optional().catch(undefined),
  mode: z.enum(listModes).optional().catch(undefined),
  bus: text(32),
  /** A filter expression. */
  q: text(200),
  /** The id whose detail is shown, as `can0/2C1`; ids of 29 bits with eight digits. */
  id: text(44),
  /** The time span that counts, as `from~to` in epoch ms. */
  span: text(60),
  /** The plotted signals, as `message.signal` separated by commas. */
  plot: text(800),
  /** The version of a CAN database that decodes the frames instead of the assigned one. */
  dbc: z.uuid().optional().catch(undefined),
}

const Look = z.object(AnalyzerLook)
export type AnalyzerLook = z.output<typeof Look>

export interface Selected {
  readonly bus: string
  readonly key: number
}

/** An id as written in the address. */
export const idWord = ({ bus, key }: Selected): string => `${bus}/${idDigits(idOfKey(key))}`

/** The selected id; undefined if the text is invalid (rule ANALYZER-UI-1). */
export function selectedIn({ id }: Pick<AnalyzerLook, 'id'>): Selected | undefined {
  const [, bus, digits] = /^(.{0,32})\/([\da-f]{3}|[\da-f]{8})$/i.exec(id ?? '') ?? []
  if (bus === undefined || digits === undefined) return undefined
  const number = Number.parseInt(digits, 16)
  const isExtended = digits.length === 8
  return number > (isExtended ? 0x1fffffff : 0x7ff) ? undefined : { bus, key: keyOf(number, isExtended) }
}

export interface Span {
  readonly from: number
  readonly to: number
}

/** Minimum length of a span, ms: a shorter one contains no useful frames. */
const leastSpan = 1

export const spanWord = ({ from, to }: Span): string => `${Math.round(from)}~${Math.round(to)}`

export function spanIn({ span }: Pick<AnalyzerLook, 'span'>): Span | undefined {
  const [from, to] = (span ?? '').split('~').map((word) => (word === '' ? Number.NaN : Number(word)))
  if (from === undefined || to === undefined || !Number.isFinite(from) || !Number.isFinite(to)) return undefined
  return to - from >= leastSpan && from >= 0 && to <= latest ? { from, to } : undefined
}

/** Maximum number of plotted signals: each has its own colour. */
const plottedAtOnce = 5

/** The address value for an empty plot; an absent value means the default signals. */
const nothing = '-'

export function plottedIn({ plot }: Pick<AnalyzerLook, 'plot'>): readonly string[] {
  return [
    ...new Set(
      plot
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && name !== nothing),
    ),
  ].slice(0, plottedAtOnce)
}

/** The plot with one signal added or removed; a full plot accepts no more (rule ANALYZER-UI-2). */
export function toggledPlot(plotted: readonly string[], signal: string): string {
  const next = plotted.includes(signal)
    ? plotted.filter((each) => each !== signal)
    : [...plotted, signal].slice(0, plottedAtOnce)
  return next.join(',') || nothing
}

/** The default signals of an id: its first signals that change and have a unit (rule ANALYZER-UI-2). */
export function usualPlot(
  detail: {
    readonly name: string | undefined
    readonly signals: readonly { readonly name: string; readonly unit: string; readonly isConstant: boolean }[]
  } | null,
): string {
  const plottable = detail?.signals.filter(({ unit, isConstant }) => unit !== '' && !isConstant) ?? []
  return plottable
    .slice(0, 2)
    .map(({ name }) => `${detail?.name}.${name}`)
    .join(',')
}

/** The worker's view for an address; `focusTime` is the time around which frames are shown. */
export function viewOf(look: AnalyzerLook, focusTime: number | undefined): Partial<View> {
  return {
    mode: look.mode ?? 'overwrite',
    bus: look.bus,
    filter: look.q ?? '',
    selected: selectedIn(look),
    span: spanIn(look),
    focusTime,
  }
}
