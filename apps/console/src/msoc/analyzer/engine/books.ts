import type { StoreApi } from 'zustand/vanilla'
import type { BusDbc } from '../sources/feed.ts'
import type { Order } from './protocol.ts'

/** A database that decodes a bus, with its text. */
interface Book {
  readonly dbc: BusDbc
  readonly text: string
}

/** The databases of the buses: those of the source, unless others were selected by hand (rule ANALYZER-52). */
export interface Books {
  assign(book: Book): void
  choose(book: Book): void
  /** Decodes the bus with the source's database again. */
  unchoose(bus: string): void
}

export function createBooks(
  state: Pick<StoreApi<{ readonly dbcs: readonly BusDbc[] }>, 'setState'>,
  order: (order: Order) => void,
): Books {
  const assigned = new Map<string, Book>()
  const chosen = new Map<string, Book>()

  function use(bus: string): void {
    const book = chosen.get(bus) ?? assigned.get(bus)
    state.setState(({ dbcs }) => ({ dbcs: [...dbcs.filter((each) => each.bus !== bus), ...(book ? [book.dbc] : [])] }))
    order({ op: 'dbc', bus, text: book?.text })
  }

  return {
    assign(book) {
      const { bus } = book.dbc
      assigned.set(bus, book)
      if (!chosen.has(bus)) use(bus)
    },
    choose(book) {
      chosen.set(book.dbc.bus, book)
      use(book.dbc.bus)
    },
    unchoose(bus) {
      if (chosen.delete(bus)) use(bus)
    },
  }
}
