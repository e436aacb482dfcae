interface Size {
  readonly width: number
  readonly height: number
}

/** Which part of a canvas is shown: how far it is moved, px of the screen, and how near it is. */
interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** px of the screen: so far from the rim stands what is brought into sight. */
const margin = 12

/**
 * The view, moved no farther than brings a box of the canvas into a room of the screen; what is larger than the room
 * comes to its middle, where nothing of it is in sight.
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
