import type { Kept } from './kept.ts'
import { listAll, type Listing, listMatching } from './listing.ts'
import type { Matches } from './match.ts'
import type { View } from './protocol.ts'
import type { Part } from './report.ts'
import { countedSpan } from './spans.ts'
import { createTally, type Tally } from './tally.ts'
import { createTransportList, type TransportList } from './transport-list.ts'

/** The number of frames between two readings of the clock (rule ANALYZER-5). */
export const sliceFrames = 4_096
/** The same number for frames that are assembled to messages. */
const transportSliceFrames = 512

/** What the folds are computed from. */
export interface FoldInput {
  readonly kept: Kept
  readonly view: View
  readonly matches: Matches
  /** The frame after the last shown frame. */
  readonly limit: number
}

/** The counts, the list and the messages of the kept frames, which advance slice by slice. */
export interface Folds {
  readonly tally: () => Tally
  readonly listing: () => Listing
  readonly transport: () => TransportList | undefined
  /** Counts and lists everything again. */
  readonly restart: (input: FoldInput) => void
  /** Counts the frames of the view's span again. */
  readonly recount: (input: FoldInput) => void
  /** Lists the frames that match the view again. */
  readonly relist: (input: FoldInput) => void
  /** Advances by one slice; returns whether everything is done. */
  readonly advance: (input: FoldInput) => boolean
  /** Drops what is before the frame `to`. */
  readonly forget: (input: FoldInput, to: number) => void
}

/** `note` is called with the parts of the report that a slice changes. */
export function createFolds(first: FoldInput, note: (parts: readonly Part[]) => void): Folds {
  let tally = tallyOf(first)
  let listing = listingOf(first)
  let transport: TransportList | undefined

  function relist(input: FoldInput): void {
    listing = listingOf(input)
    transport?.show(input.view.bus, input.matches)
  }

  /** Advances one fold; returns whether it is done. */
  function went(
    fold: { advance(to: number, most: number): boolean; upTo(): number },
    to: number,
    parts: readonly Part[],
    most = sliceFrames,
  ): boolean {
    if (fold.upTo() >= to) return true
    note(parts)
    return fold.advance(to, most)
  }

  function advanceTransport({ kept, view, matches, limit }: FoldInput): boolean {
    if (view.mode !== 'transport') return true
    if (!transport) {
      transport = createTransportList(kept.store, kept.store.first())
      transport.show(view.bus, matches)
    }
    return went(transport, limit, ['transport'], transportSliceFrames)
  }

  return {
    tally: () => tally,
    listing: () => listing,
    transport: () => transport,
    restart(input) {
      tally = tallyOf(input)
      transport = undefined
      relist(input)
    },
    recount: (input) => void (tally = tallyOf(input)),
    relist,
    advance(input) {
      const [, spanEnd] = countedSpan(input.kept.store, input.view, input.limit)
      const isTallied = went(tally, spanEnd, ['overwrite', 'detail', 'plots'])
      const isListed = went(listing, input.limit, ['trace'])
      return [isTallied, isListed, advanceTransport(input)].every(Boolean)
    },
    forget({ kept }, to) {
      tally.forget(to)
      listing.forget(to)
      if (to < kept.store.end()) transport?.forget(kept.store.ts(to))
    },
  }
}

const tallyOf = ({ kept, view, limit }: FoldInput) => createTally(kept.store, countedSpan(kept.store, view, limit)[0])

function listingOf({ kept, view, matches }: FoldInput): Listing {
  const from = kept.store.first()
  return view.filter === '' && view.bus === undefined
    ? listAll(kept.store, from)
    : listMatching(kept.store, from, view.bus, matches)
}
