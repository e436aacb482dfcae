/** An item that is due at a time, ms. */
export interface Due {
  due: number
}

/** Moves the first item of a heap, whose `due` has just increased, to its position. */
export function settleFirst<Item extends Due>(heap: Item[]): void {
  const moved = heap[0]!
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && heap[child + 1]!.due < heap[child]!.due) child += 1
    if (heap[child]!.due >= moved.due) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = moved
}

/** A heap, earliest first: a sorted array is one. */
export const heapOf = <Item extends Due>(items: Item[]): Item[] => items.sort((a, b) => a.due - b.due)
