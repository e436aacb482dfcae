import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import { changedBits, type Notches } from './changes.ts'
import { type Codebook, createCodebook } from './codebook.ts'
import { parseFilter } from './filter.ts'
import { createFolds, type FoldInput, sliceFrames } from './folds.ts'
import { createIntake } from './intake.ts'
import { type Bounds, createKept, type Kept } from './kept.ts'
import { compileFilter, type Matches } from './match.ts'
import type { Outlets } from './outlets.ts'
import type { Order, View } from './protocol.ts'
import { answerOf, type Question } from './questions.ts'
import { allParts, type Part, type Sight } from './report.ts'
import { createReporting } from './reporting.ts'
import { frameAfter, shownSpan } from './spans.ts'

/** How long the engine works before it handles messages again, ms (rule ANALYZER-5). */
const sliceMs = 12
/** Live, frames held back for late ones are shown after this time without a frame, ms. */
const quietMs = 250
/** A timer may be early by less than this. */
const timerMs = 10

const startView: View = {
  mode: 'overwrite',
  bus: undefined,
  filter: '',
  isNotched: false,
  selected: undefined,
  span: undefined,
  focusTime: undefined,
  rows: [0, 100],
  sort: { by: 'id', isDescending: false },
  plotted: [],
}

/** The parts of a report that depend on each part of the view. */
const partsOf: Readonly<Record<keyof View, readonly Part[]>> = {
  mode: ['overwrite', 'trace', 'transport'],
  bus: allParts,
  filter: ['summary', 'overwrite', 'trace', 'transport'],
  isNotched: ['overwrite', 'trace', 'detail'],
  selected: ['detail', 'plots'],
  span: ['summary', 'overwrite', 'detail', 'plots'],
  focusTime: ['detail', 'plots'],
  rows: ['trace', 'transport'],
  sort: ['overwrite'],
  plotted: ['plots'],
}

/**
 * The analyzer without its thread: applies orders, works in slices, and reports the visible rows. Rules ANALYZER-1.. of
 * ../SPEC.md.
 */
export function createEngine(outlets: Outlets): (order: Order) => void {
  const book: Codebook = createCodebook()
  let view: View = startView
  let bounds: Bounds = { keepMs: undefined, keepFrames: Infinity }
  let matches: Matches = () => true
  let filterFault: string | undefined
  let notches: Notches = new Map()
  let kept: Kept = createKept(bounds)
  let isWhole = false
  /** The frame at which the view is paused; undefined if it is not paused. */
  let pausedAt: number | undefined
  let tookAt = -Infinity
  let questions: Question[] = []
  let isAwake = false
  const intake = createIntake((message) => outlets.post({ op: 'failed', message }))
  const reporting = createReporting(outlets, sight, wake)
  const folds = createFolds(input(), (parts) => reporting.note(parts))

  return apply

  function apply(order: Order): void {
    switch (order.op) {
      case 'open':
        return open(order)
      case 'frames':
        return intake.enqueue(() => take(order.frames))
      case 'block':
        return intake.enqueue(async () => take(await outlets.inflate(order.block)))
      case 'gap':
        return intake.enqueue(() => kept.gap())
      case 'ended':
        return intake.enqueue(end)
      case 'dbc':
        outlets.post({ op: 'catalogue', catalogue: book.useDbc(order.bus, order.text) })
        return reread()
      case 'profile':
        book.useProfile(order.bus, order.profile)
        return change(allParts)
      case 'view':
        return look(order.view)
      case 'notch':
        notches = order.isKnown ? changedBits(kept.store, kept.store.first(), limit()) : new Map()
        return change(['overwrite', 'trace', 'detail'])
      case 'pause':
        pausedAt = order.isPaused ? kept.store.end() : undefined
        return change(allParts)
      case 'drawn':
        reporting.drawn()
        return wake()
      case 'find':
      case 'seek':
        questions.push(order)
        return wake()
    }
  }

  function open(next: Bounds): void {
    intake.open()
    bounds = next
    isWhole = false
    replace(createKept(bounds))
  }

  /** Switches to other frames with the same view. */
  function replace(next: Kept): void {
    kept = next
    notches = new Map()
    if (pausedAt !== undefined) pausedAt = kept.store.end()
    folds.restart(input())
    change(allParts)
  }

  function input(): FoldInput {
    return { kept, view, matches, limit: limit() }
  }

  function take(frames: FrameColumns): void {
    kept.take(frames)
    tookAt = outlets.now()
    wake()
    if (bounds.keepMs !== undefined) outlets.after(quietMs + timerMs, wake)
  }

  function end(): void {
    isWhole = true
    kept.settle(Infinity, true)
    const sorted = kept.end()
    if (sorted) replace(sorted)
    change(['summary'])
  }

  /** Evaluates everything again that depends on names. */
  function reread(): void {
    refilter()
    folds.relist(input())
    change(allParts)
  }

  function refilter(): void {
    const parsed = parseFilter(view.filter)
    filterFault = parsed.fault
    // while the filter is being typed, the previous filter stays in effect
    if (parsed.filter) matches = compileFilter(parsed.filter, book)
  }

  function look(next: Partial<View>): void {
    const keys = (Object.keys(next) as (keyof View)[]).filter(
      (key) => JSON.stringify(next[key]) !== JSON.stringify(view[key]),
    )
    if (keys.length === 0) return
    view = { ...view, ...next }
    reporting.skipDelay()
    if (keys.includes('filter')) refilter()
    if (keys.includes('filter') || keys.includes('bus')) folds.relist(input())
    if (keys.includes('span')) folds.recount(input())
    change(keys.flatMap((key) => partsOf[key]))
  }

  /** The frame after the last shown frame. */
  function limit(): number {
    return pausedAt === undefined ? kept.store.end() : Math.max(pausedAt, kept.store.first())
  }

  function change(parts: readonly Part[]): void {
    reporting.note(parts)
    wake()
  }

  function wake(): void {
    if (isAwake) return
    isAwake = true
    outlets.after(0, work)
  }

  function work(): void {
    isAwake = false
    const until = outlets.now() + sliceMs
    let isDone = false
    do isDone = step()
    while (!isDone && outlets.now() < until)
    if (isDone) answerQuestions()
    if (!isDone) wake()
    reporting.report(isDone)
  }

  /** Does one slice of the pending work; returns whether all of it is done. */
  function step(): boolean {
    const { store } = kept
    const settledTo = store.end()
    const isSettled = kept.settle(sliceFrames, isWhole || outlets.now() - tookAt >= quietMs)
    if (store.end() > settledTo) reporting.note(['summary'])
    forget()
    const isFolded = folds.advance(input())
    return isSettled && isFolded
  }

  function forget(): void {
    const to = kept.keepFrom(pausedAt !== undefined)
    if (to <= kept.store.first()) return
    folds.forget(input(), to)
    kept.forget(to)
    reporting.note(['summary', 'trace', 'transport'])
  }

  function answerQuestions(): void {
    for (const question of questions) outlets.post(answerOf(question, folds.listing(), kept.store))
    questions = []
  }

  function sight(): Sight {
    const [from, to] = shownSpan(kept.store, view, limit())
    const asOf = view.focusTime === undefined ? to : frameAfter(kept.store, view.focusTime)
    return {
      kept,
      tally: folds.tally(),
      listing: folds.listing(),
      transport: folds.transport(),
      book,
      matches,
      notches,
      view,
      limit: limit(),
      shown: { from, to, asOf },
      isWhole,
      isPaused: pausedAt !== undefined,
      filterFault,
    }
  }
}
