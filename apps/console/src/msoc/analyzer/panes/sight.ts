/** The viewport of a list: its scroll position and its height, px. */
export interface Sight {
  readonly top: number
  readonly height: number
}

/** Number of rows rendered beyond the edges, so that a step of the mouse wheel finds them there. */
const beyond = 6

/** The rows to render: from (inclusive) to (exclusive). */
export function drawnIn({ top, height }: Sight, count: number, rowHeight: number): readonly [number, number] {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - beyond)
  return [first, Math.min(count, Math.ceil((top + height) / rowHeight) + beyond)]
}

/** Whether the last row is visible, or nearly. */
export const isAtEnd = ({ top, height }: Sight, count: number, rowHeight: number): boolean =>
  top + height >= (count - 1) * rowHeight

/** The scroll position at which a row is in the middle. */
export const centred = (index: number, { height }: Pick<Sight, 'height'>, rowHeight: number): number =>
  Math.max(0, (index + 0.5) * rowHeight - height / 2)

/** The scroll position at which a row is visible; unchanged if it is visible already. */
export function reached(index: number, { top, height }: Sight, rowHeight: number): number {
  return Math.max(Math.min(top, index * rowHeight), (index + 1) * rowHeight - height)
}
