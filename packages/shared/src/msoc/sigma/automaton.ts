/** Finds many literals in one pass over a text (Aho and Corasick, 1975). */
export interface Automaton {
  /** Calls `found` with the number of each literal of the text, once for each place where one ends. */
  search(text: string, found: (literal: number) => void): void
  /** Bytes of its tables. */
  readonly bytes: number
}

/** States as a table: of each state and class of characters, the next state. State 0 is the root. */
interface Trie {
  /** Characters of no literal share class 0. */
  readonly classOf: Uint16Array
  readonly classes: number
  readonly next: Int32Array
  /** Of each state, the literal that ends there, counted from 1; 0: none. */
  readonly literalAt: Int32Array
  readonly states: number
}

/** Returns the automaton of different literals, each with at least one character. */
export function createAutomaton(literals: readonly string[]): Automaton {
  const trie = createTrie(literals)
  const { next, classOf, classes, literalAt } = trie
  const shorter = completeWithSuffixes(trie)
  return {
    bytes: next.byteLength + literalAt.byteLength + shorter.byteLength + classOf.byteLength,
    search(text, found) {
      let state = 0
      for (let at = 0; at < text.length; at += 1) {
        state = next[state * classes + classOf[text.charCodeAt(at)]!]!
        if (literalAt[state] !== 0) found(literalAt[state]! - 1)
        for (let end = shorter[state]!; end !== 0; end = shorter[end]!) found(literalAt[end]! - 1)
      }
    },
  }
}

function createTrie(literals: readonly string[]): Trie {
  const { classOf, classes } = classesOf(literals)
  let next = new Int32Array(1_024 * classes)
  const ends: number[] = []
  let states = 1
  literals.forEach((literal, index) => {
    let state = 0
    for (let at = 0; at < literal.length; at += 1) {
      const slot = state * classes + classOf[literal.charCodeAt(at)]!
      if (next[slot] === 0) {
        if ((states + 1) * classes > next.length) next = doubled(next)
        next[slot] = states
        states += 1
      }
      state = next[slot]!
    }
    ends[state] = index + 1
  })
  const literalAt = Int32Array.from({ length: states }, (_, state) => ends[state] ?? 0)
  return { classOf, classes, next: next.slice(0, states * classes), literalAt, states }
}

function doubled(table: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(table.length * 2)
  larger.set(table)
  return larger
}

function classesOf(literals: readonly string[]): { classOf: Uint16Array; classes: number } {
  const classOf = new Uint16Array(65_536)
  let classes = 1
  for (const literal of literals) {
    for (let at = 0; at < literal.length; at += 1) {
      const code = literal.charCodeAt(at)
      if (classOf[code] === 0) {
        classOf[code] = classes
        classes += 1
      }
    }
  }
  return { classOf, classes }
}

/**
 * Fills in where each state goes when no literal continues: to the longest suffix that begins one. Returns of each
 * state the nearest suffix at which a literal ends, 0 where none does.
 */
function completeWithSuffixes({ next, classes, literalAt, states }: Trie): Int32Array {
  const suffix = new Int32Array(states)
  const shorter = new Int32Array(states)
  const queue = [...next.subarray(0, classes)].filter((state) => state !== 0)
  for (const state of queue) {
    const fallback = suffix[state]!
    shorter[state] = literalAt[fallback] === 0 ? shorter[fallback]! : fallback
    for (let cls = 0; cls < classes; cls += 1) {
      const slot = state * classes + cls
      const child = next[slot]!
      const onward = next[fallback * classes + cls]!
      if (child === 0) next[slot] = onward
      else {
        suffix[child] = onward
        queue.push(child)
      }
    }
  }
  return shorter
}
