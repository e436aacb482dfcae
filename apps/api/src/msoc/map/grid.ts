/** A vehicle's place in a grid: its cell, and its neighbours there in the order of their latest change. */
export interface Spot<E> {
  readonly entry: E
  cell: Cell<E> | undefined
  newer: Spot<E> | undefined
  older: Spot<E> | undefined
}

/**
 * A square of the map. Its vehicles are a linked list, the last changed one first, so that a request for the changes
 * since a version reads only these and one more, however many vehicles are in the square.
 */
export interface Cell<E> {
  readonly key: number
  newest: Spot<E> | undefined
  /** The version of the view when a vehicle last left the cell. */
  leftAt: number
}

/** West, south, east and north, in degrees. */
export type Bbox = readonly [west: number, south: number, east: number, north: number]

/** Vehicles by the squares of the map that contain them. */
export interface Grid<E> {
  /** Changes when a cell is added or removed: only cells with vehicles exist. */
  readonly layout: () => number
  /** The cell of a place. */
  readonly cellAt: (lat: number, lon: number) => Cell<E> | undefined
  /** The cells that overlap a window; undefined: more squares than are worth looking at. */
  readonly cellsIn: (bbox: Bbox) => Cell<E>[] | undefined
  /** Moves the vehicle to the cell of its place; `version`: of the change that the next `putFirst` is part of. */
  readonly move: (spot: Spot<E>, lat: number, lon: number, version: number) => void
  /** Makes the vehicle the last changed one of its cell. */
  readonly putFirst: (spot: Spot<E>) => void
}

/** More than there are columns in the finest grid. */
const rowStride = 40_000

/** A grid of squares; a window over more than `most` of them is not looked up in it. */
export function createGrid<E>(cellsPerDegree: number, most: number): Grid<E> {
  const cells = new Map<number, Cell<E>>()
  let layout = 0
  const row = (lat: number) => Math.floor((lat + 90) * cellsPerDegree)
  const column = (lon: number) => Math.floor((lon + 180) * cellsPerDegree)
  const keyOf = (lat: number, lon: number) => row(lat) * rowStride + column(lon)

  function open(key: number): Cell<E> {
    const cell = { key, newest: undefined, leftAt: 0 }
    cells.set(key, cell)
    layout += 1
    return cell
  }

  return {
    layout: () => layout,
    cellAt: (lat, lon) => cells.get(keyOf(lat, lon)),
    cellsIn([west, south, east, north]) {
      if (west > east) return undefined
      const [firstRow, lastRow, firstColumn, lastColumn] = [row(south), row(north), column(west), column(east)]
      if ((lastRow - firstRow + 1) * (lastColumn - firstColumn + 1) > most) return undefined
      const found = []
      for (let at = firstRow; at <= lastRow; at++) {
        for (let key = at * rowStride + firstColumn; key <= at * rowStride + lastColumn; key++) {
          const cell = cells.get(key)
          if (cell) found.push(cell)
        }
      }
      return found
    },
    move(spot, lat, lon, version) {
      const key = keyOf(lat, lon)
      const { cell } = spot
      if (cell?.key === key) return
      takeOut(spot)
      // viewers of the cell that it left must get this change, too
      if (cell) cell.leftAt = version
      if (cell && !cell.newest) {
        cells.delete(cell.key)
        layout += 1
      }
      spot.cell = cells.get(key) ?? open(key)
    },
    putFirst(spot) {
      takeOut(spot)
      const { cell } = spot
      if (!cell) return
      spot.older = cell.newest
      if (cell.newest) cell.newest.newer = spot
      cell.newest = spot
    },
  }
}

function takeOut<E>(spot: Spot<E>): void {
  const { cell, newer, older } = spot
  if (newer) newer.older = older
  else if (cell?.newest === spot) cell.newest = older
  if (older) older.newer = newer
  spot.newer = spot.older = undefined
}
