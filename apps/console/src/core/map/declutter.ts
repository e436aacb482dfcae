/** A name that would like to stand at a place on screen. */
export interface Wish {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A disc that names keep clear of: a bubble. */
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

/** What a name keeps clear of. */
export interface Obstacles {
  readonly bubbles: readonly Disc[]
  /** Alerts that ring a vehicle: a name beside their middle stands below them, but they hide none. */
  readonly rings: readonly Disc[]
  /** Other names that stand already. */
  readonly names: readonly Box[]
}

const gap = 3

/**
 * Which names are drawn, and where: the first come first, each centred under its place, or under what covers its place;
 * a name that would touch an earlier one or another bubble is left out (rules MAP-UI-9, MAP-UI-10). Answers a box or
 * nothing for each wish.
 */
export function declutter(wishes: readonly Wish[], { bubbles, rings, names }: Obstacles): (Box | undefined)[] {
  const placed = [...names]
  return wishes.map((wish) => {
    const host = bubbles.find((bubble) => covers(bubble, wish))
    // below a ring a name keeps to its city: it would follow the vehicle else
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
