import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import { changedBits, type Notches } from './changes.ts'
import { type Codebook, createCodebook } from './codebook.ts'
import { parseFilter } from './filter.ts'
import { type Bounds, createKept, type Kept } from './kept.ts'
import { listAll, type Listing, listMatching } from './listing.ts'
import { compileFilter, type Matches } from './match.ts'
import type { Answer, Order, View } from './protocol.ts'
import { allParts, type Part, reportOf, type Sight } from './report.ts'
import { createTally, type Tally } from './tally.ts'
import { createTransportList, type TransportList } from './transport-list.ts'

/** What the engine reaches for outside of itself: a worker's doors, or a test's. */
export interface Outlets {
  post(answer: Answer): void
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Runs later: after so many ms, or at 0 as soon as orders that wait were heard. */
  after(ms: number, run: () => void): void
  inflate(block: string): Promise<FrameColumns>
}

/** For how long the engine works before it listens again, ms, and frames between two looks at the clock (rule AN5). */
const sliceMs = 12
const sliceFrames = 4_096
/** The same, of frames that are put together to messages. */
const saidFrames = 512
/** At most eight reports a second (rule AN7). */
const reportMs = 125
/** Live, after so long without a frame, what is held back for late ones is shown, ms. */
const quietMs = 250
/** A timer may be early by less than this. */
const timerMs = 10
/** How much around the moment that one looks at is shown, ms to either side (rule AN24). */
const momentMs = 30_000

const startView: View = {
  mode: 'overwrite',
  bus: undefined,
  filter: '',
  isNotched: false,
  selected: undefined,
  span: undefined,
  moment: undefined,
  rows: [0, 100],
  sort: { by: 'id', isDescending: false },
  plotted: [],
}

/** Which parts of a report a part of the view has a say in. */
const partsOf: Readonly<Record<keyof View, readonly Part[]>> = {
  mode: ['overwrite', 'trace', 'transport'],
  bus: allParts,
  filter: ['summary', 'overwrite', 'trace', 'transport'],
  isNotched: ['overwrite', 'trace', 'detail'],
  selected: ['detail', 'plots'],
  span: ['summary', 'overwrite', 'detail', 'plots'],
  moment: ['detail', 'plots'],
  rows: ['trace', 'transport'],
  sort: ['overwrite'],
  plotted: ['plots'],
}

/**
 * The analyzer without its thread: obeys orders, works in slices, and reports what is in sight. Rules AN1.. of
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
  /** Where one stands still; undefined: it goes on. */
  let pausedAt: number | undefined
  let tookAt = -Infinity
  /** Counts the sources: what is still being inflated of an earlier one is not taken. */
  let opening = 0
  let intake = Promise.resolve()
  let questions: Extract<Order, { op: 'find' | 'seek' }>[] = []
  const changed = new Set<Part>(allParts)
  let isDrawn = true
  let mayReportAt = -Infinity
  let [isAwake, isTimed] = [false, false]
  restart()

  return obey

  function obey(order: Order): void {
    switch (order.op) {
      case 'open':
        return open(order)
      case 'frames':
        return enqueue(() => take(order.frames))
      case 'block':
        return enqueue(async () => take(await outlets.inflate(order.block)))
      case 'gap':
        return enqueue(() => kept.gap())
      case 'ended':
        return enqueue(end)
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
        isDrawn = true
        return wake()
      case 'find':
      case 'seek':
        questions.push(order)
        return wake()
    }
  }

  function open(next: Bounds): void {
    opening += 1
    intake = Promise.resolve()
    bounds = next
    isWhole = false
    replace(createKept(bounds))
  }

  /** Other frames under the same view. */
  function replace(next: Kept): void {
    kept = next
    notches = new Map()
    if (pausedAt !== undefined) pausedAt = kept.store.end()
    restart()
    change(allParts)
  }

  /** Counts and lists everything anew. */
  function restart(): void {
    tally = createTally(kept.store, spanOf()[0])
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

  /** What comes is taken in its order, though blocks inflate by themselves. */
  function enqueue(run: () => void | Promise<void>): void {
    const own = opening
    intake = intake
      .then(() => (own === opening ? run() : undefined))
      .catch((problem: unknown) => {
        if (own === opening)
          outlets.post({ op: 'failed', message: problem instanceof Error ? problem.message : String(problem) })
      })
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

  /** Names mean something else now. */
  function reread(): void {
    refilter()
    relist()
    change(allParts)
  }

  function refilter(): void {
    const parsed = parseFilter(view.filter)
    filterFault = parsed.fault
    // while it is being written, what passed before goes on passing
    if (parsed.filter) matches = compileFilter(parsed.filter, book)
  }

  function look(next: Partial<View>): void {
    const keys = (Object.keys(next) as (keyof View)[]).filter(
      (key) => JSON.stringify(next[key]) !== JSON.stringify(view[key]),
    )
    if (keys.length === 0) return
    view = { ...view, ...next }
    // who asks is answered as soon as the last answer is drawn
    mayReportAt = -Infinity
    if (keys.includes('filter')) refilter()
    if (keys.includes('filter') || keys.includes('bus')) relist()
    if (keys.includes('span')) tally = createTally(kept.store, spanOf()[0])
    change(keys.flatMap((key) => partsOf[key]))
  }

  /** The frame after the last that is shown. */
  function limit(): number {
    return pausedAt === undefined ? kept.store.end() : Math.max(pausedAt, kept.store.first())
  }

  /** The frames that count. */
  function spanOf(): [from: number, to: number] {
    const { store } = kept
    if (!view.span) return [store.first(), limit()]
    return [store.at(view.span.from), Math.min(limit(), after(view.span.to))]
  }

  /** The frames that are shown around the moment that one looks at, where nothing else is asked for. */
  function shownSpan(): [from: number, to: number] {
    if (view.span || view.moment === undefined) return spanOf()
    return [kept.store.at(view.moment - momentMs), Math.min(limit(), after(view.moment + momentMs))]
  }

  /** The first frame after a moment. */
  function after(moment: number): number {
    const { store } = kept
    let frame = store.at(moment)
    while (frame < store.end() && store.ts(frame) === moment) frame += 1
    return frame
  }

  function change(parts: readonly Part[]): void {
    for (const part of parts) changed.add(part)
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
    report(isDone)
  }

  /** A slice of what is to be done; answers whether that was all. */
  function step(): boolean {
    const { store } = kept
    const settledTo = store.end()
    const isSettled = kept.settle(sliceFrames, isWhole || outlets.now() - tookAt >= quietMs)
    if (store.end() > settledTo) changed.add('summary')
    forget()
    const [, spanEnd] = spanOf()
    const isTallied = went(tally, spanEnd, ['overwrite', 'detail', 'plots'])
    const isListed = went(listing, limit(), ['trace'])
    return [isSettled, isTallied, isListed, converse()].every(Boolean)
  }

  /** Takes a fold on by a slice, and notes what changes by it. */
  function went(
    fold: { advance(to: number, most: number): boolean; upTo(): number },
    to: number,
    parts: readonly Part[],
    most = sliceFrames,
  ): boolean {
    if (fold.upTo() >= to) return true
    for (const part of parts) changed.add(part)
    return fold.advance(to, most)
  }

  function converse(): boolean {
    if (view.mode !== 'transport') return true
    if (!transport) {
      transport = createTransportList(kept.store, kept.store.first())
      transport.show(view.bus, matches)
    }
    return went(transport, limit(), ['transport'], saidFrames)
  }

  function forget(): void {
    const to = kept.keepFrom(pausedAt !== undefined)
    if (to <= kept.store.first()) return
    tally.forget(to)
    listing.forget(to)
    kept.forget(to)
    if (to < kept.store.end()) transport?.forget(kept.store.ts(to))
    changed.add('summary').add('trace').add('transport')
  }

  function answerQuestions(): void {
    for (const question of questions) {
      const row =
        question.op === 'seek'
          ? Math.min(listing.row(kept.store.at(question.at)), listing.total() - 1)
          : found(question.from, question.isBackward)
      const isThere = row >= 0 && row < listing.total()
      outlets.post({
        op: 'found',
        row: isThere ? row : undefined,
        ts: isThere ? kept.store.ts(listing.frame(row)) : undefined,
      })
    }
    questions = []
  }

  function found(from: number, isBackward: boolean): number {
    return isBackward ? listing.row(kept.store.at(from)) - 1 : listing.row(after(from))
  }

  /** Tells what changed, if the page has drawn what it was told before, and not too soon after it. */
  function report(isDone: boolean): void {
    if (!isDrawn || changed.size === 0) return
    const now = outlets.now()
    if (now < mayReportAt) return later(mayReportAt - now)
    // what is half counted would jump: only how far it has come is told
    const parts = isDone ? allParts : (['summary'] as const)
    const told = parts.filter((part) => changed.has(part))
    if (told.length === 0) return
    isDrawn = false
    outlets.post(reportOf(sight(), told))
    for (const part of told) changed.delete(part)
    // a costly report is made the less often, so that most of the time goes into the work
    mayReportAt = now + Math.max(reportMs, 3 * (outlets.now() - now))
  }

  function later(ms: number): void {
    if (isTimed) return
    isTimed = true
    outlets.after(ms, () => {
      isTimed = false
      wake()
    })
  }

  function sight(): Sight {
    const [from, to] = shownSpan()
    const asOf = view.moment === undefined ? to : after(view.moment)
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
