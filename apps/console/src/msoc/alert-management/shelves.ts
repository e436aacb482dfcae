/** Many values by uuid. Copying one costs as little as what is then written to it, however much it holds. */
export interface Shelves<Value> {
  readonly size: number
  readonly get: (uuid: string) => Value | undefined
  readonly has: (uuid: string) => boolean
  readonly [Symbol.iterator]: () => Iterator<[string, Value]>
}

/** Shelves that are still being written to: by whoever made the copy, and by nobody else. */
export interface OpenShelves<Value> extends Shelves<Value> {
  readonly set: (uuid: string, value: Value) => void
  readonly delete: (uuid: string) => boolean
}

/** A copy of 100,000 entries would take longer than a frame; of these, only the shelves that are written to are copied. */
const shelfCount = 1_024

/** The boards of each copy, which the next copy begins with. */
const boards = new WeakMap<object, readonly (ReadonlyMap<string, unknown> | undefined)[]>()

/** A copy of shelves, or of any entries, to write to (rule AQ73). */
export function openShelves<Value>(from: Shelves<Value> | Iterable<readonly [string, Value]> = []): OpenShelves<Value> {
  const known = boards.get(from) as readonly (ReadonlyMap<string, Value> | undefined)[] | undefined
  const shelves = known === undefined ? new Array<ReadonlyMap<string, Value> | undefined>(shelfCount) : [...known]
  /** Which shelves are this copy's own already. */
  const own = new Set<number>()
  let size = known === undefined ? 0 : (from as Shelves<Value>).size

  const copy: OpenShelves<Value> = {
    get size() {
      return size
    },
    get: (uuid) => shelves[shelfOf(uuid)]?.get(uuid),
    has: (uuid) => shelves[shelfOf(uuid)]?.has(uuid) ?? false,
    set: (uuid, value) => {
      const shelf = ownShelf(shelfOf(uuid))
      size += shelf.has(uuid) ? 0 : 1
      shelf.set(uuid, value)
    },
    delete: (uuid) => {
      if (!copy.has(uuid)) return false
      size -= 1
      return ownShelf(shelfOf(uuid)).delete(uuid)
    },
    *[Symbol.iterator]() {
      for (const shelf of shelves) if (shelf !== undefined) yield* shelf
    },
  }
  boards.set(copy, shelves)
  if (known === undefined) for (const [uuid, value] of from as Iterable<readonly [string, Value]>) copy.set(uuid, value)
  return copy

  function ownShelf(at: number): Map<string, Value> {
    if (own.has(at)) return shelves[at] as Map<string, Value>
    const shelf = new Map(shelves[at])
    own.add(at)
    shelves[at] = shelf
    return shelf
  }
}

/** By the last digits of the uuid, which are random. */
function shelfOf(uuid: string): number {
  return Number.parseInt(uuid.slice(-6), 16) % shelfCount || 0
}
