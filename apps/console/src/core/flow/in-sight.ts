interface Size {
  readonly width: number
  readonly height: number
}

/** The visible part of a canvas: its offset in px of the screen, and its zoom. */
interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** The distance from the edge for a box that is brought into view, px of the screen. */
const margin = 12

/**
 * The view, moved just enough to bring a box of the canvas into a room of the screen. A box that is larger than the
 * room is centred when no part of it is in view.
 */
export function broughtInto(view: View, box: Size & { readonly x: number; readonly y: number }, room: Size): View {
  const { x, y, zoom } = view
  return {
    zoom,
    x: x + shift(box.x * zoom + x, box.width * zoom, room.width),
    y: y + shift(box.y * zoom + y, box.height * zoom, room.height),
  }
}

function shift(begin: number, length: number, room: number): number {
  if (length + 2 * margin > room) return begin < room && begin + length > 0 ? 0 : (room - length) / 2 - begin
  if (begin < margin) return margin - begin
  return Math.min(0, room - margin - begin - length)
}
