/** Positive nodes of the Kronrod rule with 15 points, their weights, and those of the Gauss rule with 7 among them. */
const points = [
  [0.9914553711208126, 0.022935322010529224, 0],
  [0.9491079123427585, 0.06309209262997856, 0.1294849661688697],
  [0.8648644233597691, 0.10479001032225019, 0],
  [0.7415311855993945, 0.14065325971552592, 0.27970539148927664],
  [0.5860872354676911, 0.1690047266392679, 0],
  [0.4058451513773972, 0.19035057806478542, 0.3818300505051189],
  [0.20778495500789848, 0.20443294007529889, 0],
] as const
const middle = [0.20948214108472782, 0.4179591836734694] as const

interface Part {
  readonly from: number
  readonly to: number
  readonly value: number
  readonly error: number
}

/** Each part is so much longer than the one before it. */
const growth = 4
const firstParts = 9

/**
 * The integral of a function from 0 to `end`, by halving the part with the largest error until the errors are within
 * `tolerance` of the result (Piessens et al. 1983, QUADPACK, QAG with 15 points). The first parts are the shorter the
 * nearer they are to 0: what begins there and soon settles is not overlooked. Undefined: the function needs more than
 * `mostParts` parts, or has no value somewhere, or `isOver`.
 *
 * @param tolerance Relative to the result.
 */
export function integralUntil(
  end: number,
  of: (x: number) => number,
  { tolerance, mostParts, isOver }: { tolerance: number; mostParts: number; isOver: () => boolean },
): number | undefined {
  const parts: Part[] = []
  for (let i = 0, from = 0; i < firstParts; i++) {
    if (isOver()) return undefined
    const to = end / growth ** (firstParts - 1 - i)
    parts.push(partOf(of, from, to))
    from = to
  }
  for (;;) {
    const value = parts.reduce((sum, part) => sum + part.value, 0)
    const error = parts.reduce((sum, part) => sum + part.error, 0)
    if (!Number.isFinite(value)) return undefined
    if (error <= tolerance * Math.abs(value)) return value
    if (parts.length >= mostParts || isOver()) return undefined
    const worst = parts.reduce((most, part, i) => (part.error > parts[most]!.error ? i : most), 0)
    const { from, to } = parts[worst]!
    parts.splice(worst, 1, partOf(of, from, (from + to) / 2), partOf(of, (from + to) / 2, to))
  }
}

function partOf(of: (x: number) => number, from: number, to: number): Part {
  const center = (from + to) / 2
  const half = (to - from) / 2
  const atCenter = of(center)
  let kronrod = middle[0] * atCenter
  let gauss = middle[1] * atCenter
  for (const [node, own, less] of points) {
    const both = of(center - node * half) + of(center + node * half)
    kronrod += own * both
    gauss += less * both
  }
  return { from, to, value: kronrod * half, error: Math.abs(kronrod - gauss) * half }
}
