import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import { changedBits, type Notches } from './changes.ts'
import { type Codebook, createCodebook } from './codebook.ts'
import { parseFilter } from './filter.ts'
import { createIntake } from './intake.ts'
import { type Bounds, createKept, type Kept } from './kept.ts'
import { listAll, type Listing, listMatching } from './listing.ts'
import { compileFilter, type Matches } from './match.ts'
import type { Outlets } from './outlets.ts'
import type { Order, View } from './protocol.ts'
import { answerOf, type Question } from './questions.ts'
import { allParts, type Part, type Sight } from './report.ts'
import { createReporting } from './reporting.ts'
import { countedSpan, frameAfter, shownSpan } from './spans.ts'
import { createTally, type Tally } from './tally.ts'
import { createTransportList, type TransportList } from './transport-list.ts'

/**
 * How long the engine works before it handles messages again, ms, and the number of frames between two readings of the
 * clock (rule ANALYZER-5).
 */
const sliceMs = 12
const sliceFrames = 4_096
/** The same number for frames that are assembled to messages. */
const transportSliceFrames = 512
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
  let tally: Tally
  let listing: Listing
  let transport: TransportList | undefined
  let isWhole = false
  /** The frame at which the view is paused; undefined if it is not paused. */
  let pausedAt: number | undefined
  let tookAt = -Infinity
  let questions: Question[] = []
  let isAwake = false
  const intake = createIntake((message) => outlets.post({ op: 'failed', message }))
  const reporting = createReporting(outlets, sight, wake)
  restart()

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
    restart()
    change(allParts)
  }

  /** Counts and lists everything again. */
  function restart(): void {
    tally = createTally(kept.store, countedSpan(kept.store, view, limit())[0])
    transport = undefined
    relist()
  }

  function relist(): void {
    const from = kept.store.first()
    listing =
      view.filter === '' && view.bus === undefined
        ? listAll(kept.store, from)
        : listMatching(kept.store, from, view.bus, matches)
    transport?.show(view.bus, matches)
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
    relist()
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
    if (keys.includes('filter') || keys.includes('bus')) relist()
    if (keys.includes('span')) tally = createTally(kept.store, countedSpan(kept.store, view, limit())[0])
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
    const [, spanEnd] = countedSpan(store, view, limit())
    const isTallied = went(tally, spanEnd, ['overwrite', 'detail', 'plots'])
    const isListed = went(listing, limit(), ['trace'])
    return [isSettled, isTallied, isListed, converse()].every(Boolean)
  }

  /** Advances a fold by one slice, and notes the parts that change. */
  function went(
    fold: { advance(to: number, most: number): boolean; upTo(): number },
    to: number,
    parts: readonly Part[],
    most = sliceFrames,
  ): boolean {
    if (fold.upTo() >= to) return true
    reporting.note(parts)
    return fold.advance(to, most)
  }

  function converse(): boolean {
    if (view.mode !== 'transport') return true
    if (!transport) {
      transport = createTransportList(kept.store, kept.store.first())
      transport.show(view.bus, matches)
    }
    return went(transport, limit(), ['transport'], transportSliceFrames)
  }

  function forget(): void {
    const to = kept.keepFrom(pausedAt !== undefined)
    if (to <= kept.store.first()) return
    tally.forget(to)
    listing.forget(to)
    kept.forget(to)
    if (to < kept.store.end()) transport?.forget(kept.store.ts(to))
    reporting.note(['summary', 'trace', 'transport'])
  }

  function answerQuestions(): void {
    for (const question of questions) outlets.post(answerOf(question, listing, kept.store))
    questions = []
  }

  function sight(): Sight {
    const [from, to] = shownSpan(kept.store, view, limit())
    const asOf = view.focusTime === undefined ? to : frameAfter(kept.store, view.focusTime)
    return {
      kept,
      tally,
      listing,
      transport,
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
