import type { Notches } from './changes.ts'
import type { Codebook } from './codebook.ts'
import { detailOf, type DetailSpan } from './detail.ts'
import type { Kept } from './kept.ts'
import type { Listing } from './listing.ts'
import type { Matches } from './match.ts'
import { overwriteRows } from './overwrite.ts'
import { plotOf } from './plots.ts'
import type { Report, Summary, View } from './protocol.ts'
import type { Tally } from './tally.ts'
import { traceRows } from './trace.ts'
import type { TransportList } from './transport-list.ts'

export type Part = Exclude<keyof Report, 'op'>
export const allParts: readonly Part[] = ['summary', 'overwrite', 'trace', 'transport', 'detail', 'plots']

/** The data and the view that a report is made from. */
export interface Sight {
  readonly kept: Kept
  readonly tally: Tally
  readonly listing: Listing
  /** Undefined while the transport list is not shown. */
  readonly transport: TransportList | undefined
  readonly book: Codebook
  readonly matches: Matches
  readonly notches: Notches
  readonly view: View
  /** The frame after the last shown frame. */
  readonly limit: number
  /** The frames that detail and plots show. */
  readonly shown: DetailSpan
  readonly isWhole: boolean
  readonly isPaused: boolean
  readonly filterFault: string | undefined
}

/** The current state of these parts of a report; a list only if it is shown. */
export function reportOf(sight: Sight, parts: readonly Part[]): Report {
  const {
    kept: { store },
    tally,
    listing,
    transport,
    book,
    matches,
    notches,
    view,
  } = sight
  const has = (part: Part) => parts.includes(part)
  const overwritten =
    has('overwrite') || has('summary') ? overwriteRows({ store, tally, book, matches, notches, view }) : undefined
  const trace = () => traceRows({ store, listing, book, notches: view.isNotched ? notches : undefined }, ...view.rows)
  return {
    op: 'report',
    ...(overwritten && has('summary') && { summary: summaryOf(sight, overwritten) }),
    ...(overwritten && has('overwrite') && view.mode === 'overwrite' && { overwrite: overwritten.rows }),
    ...(has('trace') &&
      view.mode === 'trace' && { trace: { total: listing.total(), forgotten: listing.forgotten(), rows: trace() } }),
    ...(has('transport') && transport && view.mode === 'transport' && { transport: transport.rows(...view.rows) }),
    ...(has('detail') && { detail: selectedDetail(sight) }),
    ...(has('plots') && { plots: plotsOf(sight) }),
  }
}

function summaryOf(
  { kept, limit, view, isWhole, isPaused, filterFault }: Sight,
  { shown, inDbc, unknown }: ReturnType<typeof overwriteRows>,
): Summary {
  const { store, load } = kept
  const first = store.first()
  const buses = busesOf(kept)
  return {
    frames: limit - first,
    from: limit > first ? store.ts(first) : undefined,
    to: limit > first ? store.ts(limit - 1) : undefined,
    buses,
    ids: buses.reduce((sum, { ids }) => sum + ids, 0),
    idsShown: shown,
    idsInDbc: inDbc,
    idsUnknown: unknown,
    forgotten: kept.forgotten,
    unread: kept.unread,
    load: load.shares(view.bus === undefined ? undefined : store.buses.indexOf(view.bus)),
    isWhole,
    isPaused,
    filterFault,
  }
}

/** The number of frames and ids of each bus, from the ids that have statistics. */
function busesOf({ store }: Kept): Summary['buses'] {
  const buses = store.buses.map((bus) => ({ bus, frames: 0, ids: 0 }))
  for (const { bus, kept: frames } of store.slots) {
    if (frames === 0) continue
    buses[bus]!.frames += frames
    buses[bus]!.ids += 1
  }
  return buses
}

function selectedDetail({ kept: { store }, book, notches, view, shown }: Sight): NonNullable<Report['detail']> | null {
  const slot = view.selected && store.slotOf(store.buses.indexOf(view.selected.bus), view.selected.key)
  return slot === undefined ? null : detailOf(store, book, slot, view.isNotched ? notches.get(slot) : undefined, shown)
}

function plotsOf({ kept: { store }, book, view, shown }: Sight): NonNullable<Report['plots']> {
  const first = [view.selected?.bus, view.bus].filter((bus) => bus !== undefined)
  const buses = [...new Set([...first, ...store.buses])]
  return view.plotted.map((signal) => plotOf(store, book, buses, signal, shown.from, shown.to))
}
