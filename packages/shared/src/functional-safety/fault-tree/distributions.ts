import type { Random } from './random.ts'

/**
 * What is known of an uncertain number (Open-PSA MEF 2.0d, 5.4; rules FTA-17 and FTA-18): its mean is its value, and a
 * draw is one number of it.
 */
export interface Distribution {
  readonly mean: number
  readonly draw: (random: Random) => number
}

export const uniform = (low: number, high: number): Distribution => ({
  mean: (low + high) / 2,
  draw: (random) => low + (high - low) * random(),
})

export const normal = (mean: number, deviation: number): Distribution => ({
  mean,
  draw: (random) => mean + deviation * normalQuantile(random()),
})

/** The logarithm is normal with mean `mu` and standard deviation `sigma`; the median is exp(`mu`). */
export const lognormal = (mu: number, sigma: number): Distribution => ({
  mean: Math.exp(mu + (sigma * sigma) / 2),
  draw: (random) => Math.exp(mu + sigma * normalQuantile(random())),
})

/**
 * The parameters of a lognormal distribution from its mean or its median, and its error factor: the quantile at `level`
 * (0.95 or 0.9) divided by the median.
 */
export function lognormalParameters(
  center: { readonly mean: number } | { readonly median: number },
  errorFactor: number,
  level: number,
): { readonly mu: number; readonly sigma: number } {
  const sigma = Math.log(errorFactor) / normalQuantile(level)
  return { sigma, mu: 'median' in center ? Math.log(center.median) : Math.log(center.mean) - (sigma * sigma) / 2 }
}

export const gamma = (shape: number, scale: number): Distribution => ({
  mean: shape * scale,
  draw: (random) => scale * standardGamma(shape, random),
})

export const beta = (alpha: number, beta: number): Distribution => ({
  mean: alpha / (alpha + beta),
  draw: (random) => {
    const first = standardGamma(alpha, random)
    return first / (first + standardGamma(beta, random))
  },
})

/**
 * An interval is chosen by its width, among those between `bounds`; its value is the result (Open-PSA MEF 2.0d, 5.4:
 * the values may be uncertain themselves).
 */
export function histogram(bounds: readonly number[], values: readonly number[]): Distribution {
  const width = bounds.at(-1)! - bounds[0]!
  return {
    mean: values.reduce((sum, value, i) => sum + value * (bounds[i + 1]! - bounds[i]!), 0) / width,
    draw: (random) => {
      const at = bounds[0]! + width * random()
      return values[bounds.findIndex((bound, i) => i > 0 && at <= bound) - 1]!
    },
  }
}

/** Marsaglia and Tsang, "A simple method for generating gamma variables", ACM TOMS 26(3), 2000. */
function standardGamma(shape: number, random: Random): number {
  if (shape < 1) return standardGamma(shape + 1, random) * random() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normalQuantile(random())
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(random()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

/**
 * The quantile of the standard normal distribution at a probability above 0 and below 1, to some 16 digits: Wichura,
 * algorithm AS 241 (PPND16), Applied Statistics 37(3), 1988.
 */
export function normalQuantile(probability: number): number {
  const q = probability - 0.5
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q
    return (q * polynomial(central[0], r)) / polynomial(central[1], r)
  }
  const r = Math.sqrt(-Math.log(Math.min(probability, 1 - probability)))
  const [[above, below], shift] = r <= 5 ? [middle, 1.6] : [tail, 5]
  return (Math.sign(q) * polynomial(above, r - shift)) / polynomial(below, r - shift)
}

/** Coefficients from the highest power down. */
function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0
  for (const each of coefficients) sum = sum * x + each
  return sum
}

type Ratio = readonly [readonly number[], readonly number[]]

const central: Ratio = [
  [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
]
const middle: Ratio = [
  [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
]
const tail: Ratio = [
  [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
]
