/**
 * What a failure mode of a safety-related element does to the safety goal (ISO 26262-5, annex B). Safe: nothing, also
 * together with another failure. Direct: it violates the goal unless a safety mechanism prevents it. Combined: it
 * violates the goal only together with another independent failure, such as one of what a mechanism should catch.
 */
export const faultEffects = ['safe', 'direct', 'combined'] as const
export type FaultEffect = (typeof faultEffects)[number]

/** The share of a failure mode that a safety mechanism covers, 0 to 1. */
export interface CoverageClaim {
  readonly mechanism: string
  readonly coverage: number
}

export interface FailureMode {
  readonly id: string
  /** Its share in the failure rate of its element, 0 to 1; the shares of an element add up to 1. */
  readonly share: number
  readonly effect: FaultEffect
  /** For a direct mode: the mechanisms that prevent the violation of the goal. */
  readonly residual: readonly CoverageClaim[]
  /** The mechanisms, or the driver, by which the fault does not stay latent. */
  readonly latent: readonly CoverageClaim[]
  /** The mechanisms that no longer work in this mode. */
  readonly disables: readonly string[]
}

/** A hardware element of an FMEDA. */
export interface HardwareElement {
  readonly id: string
  /** Its failure rate in FIT: failures in 1e9 hours. */
  readonly fit: number
  /** Elements that are not are left out of all metrics (ISO 26262-5, 8.4). */
  readonly isSafetyRelated: boolean
  readonly modes: readonly FailureMode[]
}

export interface ExposureTimes {
  /** Operating hours in the life of the vehicle. */
  readonly lifetime: number
  /** Hours from the detection of a fault to its repair, or to the end of driving. */
  readonly service: number
}

export interface MetricProblem {
  readonly element: string | null
  readonly mode: string | null
  readonly message: string
}

/** Shares in percent with one decimal may add up to this much more or less than 1. */
const tolerance = 0.0015

/** The sum of the shares of failure modes. */
export const shareSum = (modes: readonly Pick<FailureMode, 'share'>[]) =>
  modes.reduce((before, { share }) => before + share, 0)

/** Whether the shares add up to 100 %, but for rounding (rule METRIC-8). */
export const areSharesComplete = (modes: readonly Pick<FailureMode, 'share'>[]) =>
  Math.abs(shareSum(modes) - 1) <= tolerance

/** Why elements have no metrics (rule METRIC-8); empty: they have. */
export function metricProblems(elements: readonly HardwareElement[], times: ExposureTimes): MetricProblem[] {
  const problems = elements.flatMap((element) => [
    ...elementProblems(element),
    ...element.modes.flatMap((mode) => modeProblems(element, mode)),
  ])
  if (!(times.lifetime > 0) || !(times.service >= 0) || times.service > times.lifetime)
    problems.push(problem(null, null, 'The lifetime is above 0 hours, and the time to repair 0 hours to the lifetime.'))
  for (const id of twice(elements.map((element) => element.id)))
    problems.push(problem(id, null, 'Its name is used twice.'))
  return problems
}

const problem = (element: string | null, mode: string | null, message: string): MetricProblem => ({
  element,
  mode,
  message,
})

const twice = (names: readonly string[]) => new Set(names.filter((name, i) => names.indexOf(name) !== i))
const isShare = (value: number) => value >= 0 && value <= 1

function elementProblems({ id, fit, modes, isSafetyRelated }: HardwareElement): MetricProblem[] {
  const problems: MetricProblem[] = []
  if (!(fit >= 0 && Number.isFinite(fit))) problems.push(problem(id, null, 'Its failure rate is 0 FIT or more.'))
  if (isSafetyRelated && !areSharesComplete(modes)) {
    const sum = percent(shareSum(modes))
    problems.push(problem(id, null, `The shares of its failure modes add up to ${sum} instead of 100 %.`))
  }
  for (const mode of twice(modes.map((one) => one.id))) problems.push(problem(id, mode, 'Its name is used twice.'))
  return problems
}

const percent = (share: number) => `${Number((share * 100).toFixed(2))} %`

function modeProblems({ id }: HardwareElement, mode: FailureMode): MetricProblem[] {
  const { share, effect, residual, latent, disables } = mode
  const wrong: string[] = []
  if (!isShare(share)) wrong.push('Its share is between 0 and 100 %.')
  if (![...residual, ...latent].every(({ coverage }) => isShare(coverage)))
    wrong.push('A diagnostic coverage is between 0 and 100 %.')
  if (effect !== 'direct' && residual.length > 0)
    wrong.push('Only a failure that violates the goal by itself has residual faults.')
  if (effect === 'safe' && disables.length > 0) wrong.push('A failure that disables a safety mechanism is not safe.')
  if (latent.length > 0 && (effect === 'safe' || (effect === 'direct' && residual.length === 0)))
    wrong.push('It has no multiple-point faults that could be latent.')
  return wrong.map((message) => problem(id, mode.id, message))
}
