/** A name to place at a point on screen. */
export interface Wish {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A disc that names must not touch: a bubble. */
export interface Disc {
  readonly left: number
  readonly top: number
  readonly radius: number
}

/** A rectangle on screen. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The areas that names must not touch. */
export interface Obstacles {
  readonly bubbles: readonly Disc[]
  /** Rings of alerts around a vehicle: a name beside their centre is placed below them, but they hide no name. */
  readonly rings: readonly Disc[]
  /** Other names that are already placed. */
  readonly names: readonly Box[]
}

const gap = 3

/**
 * Which names are drawn, and where. Earlier names have priority. Each name is centred under its place, or under the
 * disc that covers its place; a name that would touch an earlier name or another bubble is left out (rules MAP-UI-9,
 * MAP-UI-10). Returns a box or undefined for each wish.
 */
export function declutter(wishes: readonly Wish[], { bubbles, rings, names }: Obstacles): (Box | undefined)[] {
  const placed = [...names]
  return wishes.map((wish) => {
    const host = bubbles.find((bubble) => covers(bubble, wish))
    // below a ring a name stays centred on its city: otherwise it would follow the vehicle
    const ring = host ? undefined : rings.find((each) => covers(each, wish))
    const box = host
      ? under(host.left, host.top + host.radius, wish)
      : under(wish.left, wish.top + (ring?.radius ?? 0), wish)
    if (
      placed.some((other) => overlap(box, other)) ||
      bubbles.some((bubble) => bubble !== host && touches(bubble, box))
    )
      return undefined
    placed.push(box)
    return box
  })
}

function covers(disc: Disc, place: Wish): boolean {
  return Math.hypot(disc.left - place.left, disc.top - place.top) <= disc.radius
}

function under(left: number, top: number, { width, height }: Wish): Box {
  return { left: left - width / 2, right: left + width / 2, top: top + gap, bottom: top + gap + height }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom && b.top < a.bottom
}

function touches({ left, top, radius }: Disc, box: Box): boolean {
  const x = Math.max(box.left, Math.min(left, box.right)) - left
  const y = Math.max(box.top, Math.min(top, box.bottom)) - top
  return x * x + y * y < radius * radius
}
