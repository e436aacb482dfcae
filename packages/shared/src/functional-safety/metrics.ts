import type { Asil } from './asil.ts'
import {
  type CoverageClaim,
  type ExposureTimes,
  type FailureMode,
  type HardwareElement,
  type MetricProblem,
  metricProblems,
} from './fmeda.ts'

/** Failure rates in FIT, by what becomes of the faults (ISO 26262-5, annex C). */
export interface FaultRates {
  readonly safe: number
  /** No mechanism prevents the violation of the goal. */
  readonly singlePoint: number
  /** What the mechanisms let through. */
  readonly residual: number
  /** Multiple-point faults that nobody notices. */
  readonly latent: number
  /** Multiple-point faults that are detected, or perceived by the driver. */
  readonly detected: number
}

/** The metrics of one failure mode. */
export interface ModeResult extends FaultRates {
  readonly element: string
  readonly mode: string
  /** Its part of the PMHF in FIT; of a pair of failures each has a half. */
  readonly pmhf: number
}

/** A failure of something that a mechanism covers, and a failure that disables the mechanism. */
export interface DualPoint {
  readonly mechanism: string
  readonly fault: ModeName
  readonly disabling: ModeName
  /** In FIT. */
  readonly pmhf: number
}

export interface ModeName {
  readonly element: string
  readonly mode: string
}

export interface HardwareMetrics {
  /** The sum of the failure rates of all safety-related elements, in FIT. */
  readonly total: number
  readonly rates: FaultRates
  /** Single-point fault metric, 0 to 1; null: no safety-related element fails. */
  readonly spfm: number | null
  /** Latent fault metric, 0 to 1; null: all faults are single-point or residual. */
  readonly lfm: number | null
  /** Probabilistic metric for random hardware failures, in FIT: the average rate of violations over the lifetime. */
  readonly pmhf: number
  readonly modes: readonly ModeResult[]
  /** The highest first. */
  readonly dualPoints: readonly DualPoint[]
  /**
   * Modes whose multiple-point faults are part of no pair, since it is not stated what disables their mechanism or
   * which mechanism they disable. The PMHF is too low by their pairs.
   */
  readonly unpaired: readonly ModeName[]
}

export type MetricsResult =
  | { readonly ok: true; readonly value: HardwareMetrics }
  | { readonly ok: false; readonly problems: readonly MetricProblem[] }

/** Of several mechanisms the best one counts: that they cover different faults takes an argument of its own. */
const best = (claims: readonly CoverageClaim[]) =>
  claims.reduce<CoverageClaim | null>((most, one) => (most && most.coverage >= one.coverage ? most : one), null)

/** What becomes of the faults of a failure mode, in FIT (rules METRIC-1 and METRIC-2). */
export function faultRates(fit: number, { share, effect, residual, latent }: FailureMode): FaultRates {
  const rate = fit * share
  const none = { safe: 0, singlePoint: 0, residual: 0, latent: 0, detected: 0 }
  if (effect === 'safe') return { ...none, safe: rate }
  if (effect === 'direct' && residual.length === 0) return { ...none, singlePoint: rate }
  const covered = effect === 'direct' ? rate * best(residual)!.coverage : rate
  const noticed = covered * (best(latent)?.coverage ?? 0)
  return { ...none, residual: rate - covered, latent: covered - noticed, detected: noticed }
}

/**
 * The hardware architectural metrics and the PMHF of the elements that may violate one safety goal (ISO 26262-5,
 * clauses 8 and 9; rules METRIC-1 to METRIC-7), or what is wrong with the elements.
 */
export function metricsOf(elements: readonly HardwareElement[], times: ExposureTimes): MetricsResult {
  const problems = metricProblems(elements, times)
  if (problems.length > 0) return { ok: false, problems }
  const rows = elements
    .filter(({ isSafetyRelated }) => isSafetyRelated)
    .flatMap(({ id, fit, modes }) =>
      modes.map((mode): Row => ({ element: id, mode: mode.id, about: mode, rates: faultRates(fit, mode) })),
    )
  const rates = summed(rows.map((row) => row.rates))
  const total = rates.safe + rates.singlePoint + rates.residual + rates.latent + rates.detected
  const violating = rates.singlePoint + rates.residual
  const dualPoints = dualPointsOf(rows, times)
  return {
    ok: true,
    value: {
      total,
      rates,
      spfm: total === 0 ? null : 1 - violating / total,
      lfm: total - violating <= 0 ? null : 1 - rates.latent / (total - violating),
      pmhf: violating + dualPoints.reduce((sum, one) => sum + one.pmhf, 0),
      modes: rows.map((row) => modeResult(row, dualPoints)),
      dualPoints,
      unpaired: rows.filter((row) => isUnpaired(row, dualPoints)).map(nameOf),
    },
  }
}

interface Row extends ModeName {
  readonly about: FailureMode
  readonly rates: FaultRates
}

const nameOf = ({ element, mode }: ModeName): ModeName => ({ element, mode })
const isSame = (a: ModeName, b: ModeName) => a.element === b.element && a.mode === b.mode

function summed(all: readonly FaultRates[]): FaultRates {
  const sum = (pick: (rates: FaultRates) => number) => all.reduce((before, rates) => before + pick(rates), 0)
  return {
    safe: sum((rates) => rates.safe),
    singlePoint: sum((rates) => rates.singlePoint),
    residual: sum((rates) => rates.residual),
    latent: sum((rates) => rates.latent),
    detected: sum((rates) => rates.detected),
  }
}

/** The hours for which an element is failed on average, times its failure rate: latent for half of the lifetime. */
const failedHours = ({ latent, detected }: FaultRates, { lifetime, service }: ExposureTimes) =>
  (latent * lifetime) / 2 + detected * service

/**
 * The pairs of a fault that a mechanism prevents from violating the goal, and a fault that disables this mechanism,
 * whichever comes first: FIT x FIT x hours x 1e-9 (rule METRIC-5).
 */
function dualPointsOf(rows: readonly Row[], times: ExposureTimes): DualPoint[] {
  const multiple = ({ latent, detected }: FaultRates) => latent + detected
  return rows
    .flatMap((fault) => {
      const mechanism = fault.about.effect === 'direct' ? best(fault.about.residual)?.mechanism : undefined
      if (mechanism === undefined) return []
      return rows
        .filter((row) => row.about.disables.includes(mechanism) && !isSame(row, fault))
        .map((disabling) => ({
          mechanism,
          fault: nameOf(fault),
          disabling: nameOf(disabling),
          pmhf:
            1e-9 *
            (multiple(fault.rates) * failedHours(disabling.rates, times) +
              multiple(disabling.rates) * failedHours(fault.rates, times)),
        }))
    })
    .filter(({ pmhf }) => pmhf > 0)
    .sort((a, b) => b.pmhf - a.pmhf)
}

function modeResult(row: Row, dualPoints: readonly DualPoint[]): ModeResult {
  const pairs = dualPoints.filter(({ fault, disabling }) => isSame(fault, row) || isSame(disabling, row))
  return {
    ...nameOf(row),
    ...row.rates,
    pmhf: row.rates.singlePoint + row.rates.residual + pairs.reduce((sum, { pmhf }) => sum + pmhf / 2, 0),
  }
}

const isUnpaired = (row: Row, dualPoints: readonly DualPoint[]) =>
  row.rates.latent + row.rates.detected > 0 &&
  !dualPoints.some(({ fault, disabling }) => isSame(fault, row) || isSame(disabling, row))

export const hardwareMetrics = ['spfm', 'lfm', 'pmhf'] as const
export type HardwareMetric = (typeof hardwareMetrics)[number]

/** The failure modes that lower a metric most, those that do not are left out (rule METRIC-7). */
export function worstModes({ modes }: HardwareMetrics, metric: HardwareMetric, most: number): ModeResult[] {
  const harm = {
    spfm: ({ singlePoint, residual }: ModeResult) => singlePoint + residual,
    lfm: ({ latent }: ModeResult) => latent,
    pmhf: ({ pmhf }: ModeResult) => pmhf,
  }[metric]
  return modes
    .filter((mode) => harm(mode) > 0)
    .sort((a, b) => harm(b) - harm(a))
    .slice(0, most)
}

/**
 * Target values by ASIL (ISO 26262-5, 8.4 and 9.4): at least the SPFM and the LFM, and a PMHF below so many FIT. Null:
 * the standard sets none. For B they are recommended, for C and D required.
 */
export const hardwareTargets: Readonly<Record<Asil, Readonly<Record<HardwareMetric, number>> | null>> = {
  QM: null,
  A: null,
  B: { spfm: 0.9, lfm: 0.6, pmhf: 100 },
  C: { spfm: 0.97, lfm: 0.8, pmhf: 100 },
  D: { spfm: 0.99, lfm: 0.9, pmhf: 10 },
}

export interface TargetResult {
  readonly value: number | null
  readonly target: number
  /** Null: the metric has no value. */
  readonly isMet: boolean | null
}

/** The metrics against the targets of an ASIL; null: it has none (rule METRIC-6). */
export function againstTargets(
  metrics: Pick<HardwareMetrics, HardwareMetric>,
  asil: Asil,
): Readonly<Record<HardwareMetric, TargetResult>> | null {
  const targets = hardwareTargets[asil]
  if (!targets) return null
  const result = (metric: HardwareMetric): TargetResult => {
    const value = metrics[metric]
    const target = targets[metric]
    if (value === null) return { value, target, isMet: null }
    // a value is a sum that may be rounded down in its last digit
    return { value, target, isMet: metric === 'pmhf' ? value < target : value >= target - 1e-12 }
  }
  return { spfm: result('spfm'), lfm: result('lfm'), pmhf: result('pmhf') }
}
