import { isExtendedBus } from '../can/attacks/making.ts'
import { arbitrate } from '../can/arbitrate.ts'
import { createChance } from '../can/chance.ts'
import { inject, stamped } from '../can/inject.ts'
import type { LabelledFrame } from '../can/labelled.ts'
import { type Scored, scoredOf } from './curves.ts'
import { added, noTally, tallyOf, type Tally } from './score.ts'
import { intensities, scenarios, type Intensity, type Kind, type Scenario } from './scenarios.ts'
import type { Stage } from './stages.ts'
import { watched } from './watching.ts'

/** Results of one kind at one intensity. */
export interface Row {
  readonly kind: Kind
  readonly variant: string
  readonly intensity: Intensity
  readonly stage: string
  /** Whether the scenario or the stage is held out: it was never run while the detectors were tuned. */
  readonly isHeldOut: boolean
  readonly tally: Tally
  readonly scored: Scored
}

const bitsPerSecond = 500_000
/** Arbitration cannot be simulated on captures whose clock has coarser ticks than this. */
const fineMs = 1

/** Runs the wanted scenarios at the wanted intensities on every suitable stage. */
export function* campaign(
  stages: readonly Stage[],
  which: (scenario: Scenario, stage: Stage, intensity: Intensity) => boolean,
): Generator<Row> {
  for (const stage of stages) {
    for (const scenario of scenarios.filter((scenario) => canRun(scenario, stage))) {
      for (const intensity of intensities.filter((each) => which(scenario, stage, each))) {
        const { kind, variant } = scenario
        yield {
          kind,
          variant,
          intensity,
          stage: stage.name,
          isHeldOut: scenario.isHeldOut || stage.isHeldOut,
          ...run(scenario, intensity, stage),
        }
      }
    }
  }
}

/**
 * Whether a scenario suits a stage: J1939 needs a bus with extended ids; in a capture of a few seconds one cannot see
 * that a silent bus stays silent.
 */
function canRun({ kind }: Scenario, { survey, spans }: Stage): boolean {
  if (kind === 'j1939') return isExtendedBus(survey)
  if (kind === 'silence') return spans.every(({ from, to }) => to - from >= 5_000)
  return true
}

function run(scenario: Scenario, intensity: Intensity, stage: Stage): Pick<Row, 'tally' | 'scored'> {
  const chance = createChance(stage.seed).fork(
    scenarios.indexOf(scenario) * intensities.length + intensities.indexOf(intensity),
  )
  const attacks = stage.spans.map((span, i) => scenario.make[intensity](stage.survey, span, chance.fork(i)))
  const frames = [...recorded(inject(stage.frames, attacks), stage)]
  const result = watched(frames, {
    profileOf: () => stage.profile,
    // frames are missing while driving: at rest control units may be asleep
    ...(scenario.kind === 'silence' || scenario.kind === 'suppression' ? { isMoving: true } : {}),
  })
  const tally = tallyOf({
    ts: frames.map(({ ts }) => ts),
    truth: frames.map(truthOf),
    blamed: frames.map((_, place) => Number(result.blamed.has(place))),
    intervals: stage.spans,
    raised: result.raised.map(({ ts }) => ts),
    signs: result.signs,
  })
  return { tally, scored: scoredOf(result.reports, stage.spans) }
}

const truthOf = ({ truth }: LabelledFrame) => (truth === 'attack' ? 1 : truth === 'consequence' ? 2 : 0)

/** The frames as the stage's recorder stores them. */
function recorded(frames: Iterable<LabelledFrame>, { tickMs }: Stage): Iterable<LabelledFrame> {
  return tickMs > fineMs ? stamped(frames, tickMs) : arbitrate(frames, bitsPerSecond)
}

/** The sum of all rows. */
export function totalOf(rows: readonly Row[]): Tally {
  return rows.reduce((sum, { tally }) => added(sum, tally), noTally)
}
