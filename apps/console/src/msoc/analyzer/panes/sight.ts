/** A box over a list: how far it is scrolled and how high it is, px. */
export interface Sight {
  readonly top: number
  readonly height: number
}

/** Rows drawn beyond the edges, so that a step of the wheel finds them there. */
const beyond = 6

/** Which rows are drawn: from (inclusive) to (exclusive). */
export function drawnIn({ top, height }: Sight, count: number, rowHeight: number): readonly [number, number] {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - beyond)
  return [first, Math.min(count, Math.ceil((top + height) / rowHeight) + beyond)]
}

/** Whether the last row is in sight, or nearly. */
export const isAtEnd = ({ top, height }: Sight, count: number, rowHeight: number): boolean =>
  top + height >= (count - 1) * rowHeight

/** How far to scroll so that a row lies in the middle. */
export const centred = (index: number, { height }: Pick<Sight, 'height'>, rowHeight: number): number =>
  Math.max(0, (index + 0.5) * rowHeight - height / 2)

/** How far to scroll so that a row is in sight; where it is already, no further. */
export function reached(index: number, { top, height }: Sight, rowHeight: number): number {
  return Math.max(Math.min(top, index * rowHeight), (index + 1) * rowHeight - height)
}
