import type { StoredTree } from './tree.ts'

/** A fault tree that was read from a file. */
export interface ImportedTree {
  readonly tree: StoredTree
  /** What the file calls it; empty: nothing. */
  readonly title: string
  /** The gates that no other gate has as an input. */
  readonly tops: readonly string[]
  /** What was assumed, and what is not kept, in sentences. */
  readonly notes: readonly string[]
}

export interface ImportOptions {
  /** The id of the node to take as the top event; absent: what the file states, else the first one that is no input. */
  readonly top?: string
}

/** The maximum length of what is read, in characters. */
export const mostText = 5_000_000

/** In hours, where a file does not state it: a year. */
export const usualMissionTime = 8_760
