/** An action against a cause; without `taken` it is still open. */
export interface Action {
  readonly title: string
  readonly type: 'prevention' | 'detection'
  readonly owner: string
  /** In days from now; below 0: overdue, or already done. */
  readonly dueInDays: number
  readonly taken?: string
  readonly evidence?: string
  /** Occurrence and detection after it; the severity stays. */
  readonly after?: readonly [occurrence: number, detection: number]
}

interface More {
  /** The name by which fault trees refer to it. */
  readonly key?: string
  readonly action?: Action
  readonly noAction?: string
  readonly special?: string
  readonly remark?: string
}

/** A cause of a failure mode: what prevents it, what finds it before the release, and its ratings. */
export type Cause = readonly [
  title: string,
  prevention: string,
  detection: string,
  ratings: readonly [occurrence: number, detection: number],
  more?: More,
]

export interface Mode {
  readonly title: string
  /** Codes of the elements that fail so. */
  readonly elements: string
  /** The malfunction of the item that follows: a cell of the HAZOP, `FN-21 no`. */
  readonly effect: string
  readonly severity: number
  readonly causes: readonly Cause[]
}

export type Modes = Readonly<Record<string, Mode>>
