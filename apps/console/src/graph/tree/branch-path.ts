/** The distance above a part at which its branch turns, px. */
const turnAbove = 24

/** A line from a gate down, across, and down to a part, as an SVG path. */
export function branchPath(fromX: number, fromY: number, toX: number, toY: number): string {
  return `M${fromX} ${fromY}V${toY - turnAbove}H${toX}V${toY}`
}
