/**
 * Which members of a keyed state channel's entries become columns. An entry is either `{[entry]: {…}}`, keyed by its
 * member `key`, or `{[gone]: key}`; a snapshot lists entries under `list`. Everything else is passed on unchanged.
 */
export interface ColumnPlan {
  readonly list: string
  readonly entry: string
  readonly gone: string
  readonly key: string
  /**
   * Members that change, in the order of a row's values: a number or null, or a word of a list, which is sent as its
   * index in the list.
   */
  readonly values: readonly (string | { readonly name: string; readonly words: readonly string[] })[]
  /** Texts that are sent once, with a new entry. */
  readonly texts: readonly string[]
  /** A snapshot, or the changes after it, with this many entries continues in the next changes. */
  readonly part: number
}

/**
 * Rows of a channel as typed arrays, which are transferred between threads without a copy. Apply removed entries before
 * new ones, and both before the rows.
 */
export interface ColumnBatch {
  readonly op: 'columns'
  /** Slots of removed entries. */
  readonly gone: Uint32Array<ArrayBuffer>
  /**
   * Slots of entries that are new to the page, with their keys and, in sequence, their texts ('' where there is none).
   */
  readonly entered: {
    readonly slots: Uint32Array<ArrayBuffer>
    readonly keys: readonly string[]
    readonly texts: readonly string[]
  }
  /** One slot per row, and the row's values in the plan's order; NaN is null. */
  readonly slots: Uint32Array<ArrayBuffer>
  readonly values: Float64Array<ArrayBuffer>
  /** With this batch the last snapshot is complete. */
  readonly settled: boolean
}

/** Rows of one batch: as many as the page processes in a few milliseconds. */
export const batchRows = 5_000

/** Messages of a channel that the page has not taken, the latest of each entry: its size is limited by the entries. */
export interface ColumnBook {
  /** Starts again with a snapshot; returns the part of it that is not columns. */
  readonly begin: (data: unknown) => unknown
  /** Takes changes in; returns those that are not columns. */
  readonly apply: (changes: readonly unknown[]) => unknown[]
  readonly isEmpty: () => boolean
  /** The next rows for the page. */
  readonly take: () => ColumnBatch
}

type Entry = Readonly<Record<string, unknown>>

export function columnBook(plan: ColumnPlan): ColumnBook {
  const width = plan.values.length
  const readers = plan.values.map(readerOf)
  let slots = new Map<string, number>()
  let keys: (string | undefined)[] = []
  let texts: (readonly string[])[] = []
  let values = new Float64Array(1_024 * width)
  /** Slots whose entry the page knows, and slots with an entry still to be sent. */
  let known: boolean[] = []
  let waits: boolean[] = []
  let free: number[] = []
  let queue: number[] = []
  let gone: number[] = []
  /** Whether a snapshot is in progress, and whether its last part has arrived. */
  let unsettled = false
  let isWhole = true

  function put(entry: Entry): void {
    const key = String(entry[plan.key])
    const slot = slots.get(key) ?? enter(key, entry)
    readers.forEach((read, at) => (values[slot * width + at] = read(entry)))
    if (waits[slot]) return
    waits[slot] = true
    queue.push(slot)
  }

  function enter(key: string, entry: Entry): number {
    const slot = free.pop() ?? keys.length
    if (values.length < (slot + 1) * width) values = twice(values)
    slots.set(key, slot)
    keys[slot] = key
    texts[slot] = plan.texts.map((name) => String(entry[name] ?? ''))
    known[slot] = false
    waits[slot] ??= false
    return slot
  }

  function leave(slot: number, key: string): void {
    slots.delete(key)
    keys[slot] = undefined
    if (known[slot]) gone.push(slot)
    known[slot] = false
    free.push(slot)
  }

  /** Whether the change belongs to an entry that has columns. */
  function take(change: Entry): boolean {
    const entry = change[plan.entry]
    if (entry !== undefined) put(entry as Entry)
    const left = change[plan.gone]
    const slot = left === undefined ? undefined : slots.get(String(left))
    if (slot !== undefined) leave(slot, String(left))
    return entry !== undefined || slot !== undefined
  }

  function nextRows(): number[] {
    const taken = queue.splice(0, batchRows)
    for (const slot of taken) waits[slot] = false
    return taken.filter((slot) => keys[slot] !== undefined)
  }

  return {
    begin(data) {
      ;[slots, keys, texts, known, waits, free, queue, gone] = [new Map(), [], [], [], [], [], [], []]
      const { [plan.list]: list, ...rest } = data as Entry
      for (const entry of list as readonly Entry[]) put(entry)
      unsettled = true
      isWhole = (list as readonly Entry[]).length < plan.part
      return { ...rest, [plan.list]: [] }
    },
    apply(changes) {
      if (changes.length < plan.part) isWhole = true
      return changes.filter((change) => !take(change as Entry))
    },
    isEmpty: () => queue.length === 0 && gone.length === 0 && !(unsettled && isWhole),
    take() {
      const rows = nextRows()
      const entered = rows.filter((slot) => !known[slot])
      for (const slot of entered) known[slot] = true
      const batch: ColumnBatch = {
        op: 'columns',
        gone: Uint32Array.from(gone),
        entered: {
          slots: Uint32Array.from(entered),
          keys: entered.map((slot) => keys[slot] ?? ''),
          texts: entered.flatMap((slot) => texts[slot] ?? []),
        },
        slots: Uint32Array.from(rows),
        values: rowsOf(rows, values, width),
        settled: unsettled && isWhole && queue.length === 0,
      }
      gone = []
      if (batch.settled) unsettled = false
      return batch
    },
  }
}

/** The array buffers of a batch that are transferred between threads instead of copied. */
export function columnBuffers({ gone, entered, slots, values }: ColumnBatch): ArrayBuffer[] {
  return [gone.buffer, entered.slots.buffer, slots.buffer, values.buffer]
}

function rowsOf(slots: readonly number[], from: Float64Array, width: number): Float64Array<ArrayBuffer> {
  const rows = new Float64Array(slots.length * width)
  slots.forEach((slot, row) => {
    for (let at = 0; at < width; at++) rows[row * width + at] = from[slot * width + at] ?? NaN
  })
  return rows
}

function readerOf(value: ColumnPlan['values'][number]): (entry: Entry) => number {
  if (typeof value === 'string') return (entry) => (entry[value] as number | null | undefined) ?? NaN
  const places = new Map(value.words.map((word, place) => [word, place]))
  return (entry) => places.get(String(entry[value.name])) ?? NaN
}

function twice(from: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const to = new Float64Array(from.length * 2)
  to.set(from)
  return to
}
