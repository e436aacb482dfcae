import {
  type FoldingSettings,
  shippedSteps,
  type StandingKind,
} from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import {
  saveStandingStep,
  type StandingStep,
  tryStandingStep,
} from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { severities, type Severity } from '@carapace/shared/msoc/severity'
import type { z } from 'zod'
import { type MatcherDraft, matcherDraftOf, matchersOf, noMatchers } from './step-draft.ts'

/** The numbers of each kind of step, by their names, as they are typed. */
export const numberFields = {
  folding: [
    ['vehicles', 'Vehicles, at least'],
    ['share', 'Share of the vehicles heard, %'],
    ['seconds', 'Within, s'],
  ],
  risk: [
    ['raise_at', 'Alert from a score of'],
    ['clear_below', 'Clears below'],
    ['half_life_hours', 'Half-life, hours'],
    ...severities.toReversed().map((severity) => [severity, `Weight of ${severity}`] as const),
  ],
  proposal: [
    ['at_least', 'Closed as harmless, at least'],
    ['of_last', 'Of the last'],
    ['days', 'Closings of the last, days'],
    ['silence_days', 'Proposed silence, days'],
  ],
} as const satisfies Record<StandingKind, readonly (readonly [string, string])[]>

/** The fields of the dialog for a step without an end; numbers are typed as texts. */
export interface StandingDraft {
  /** The step that is changed; undefined for a new one. */
  readonly saved: StandingStep | undefined
  readonly kind: StandingKind
  readonly name: string
  readonly order: string
  readonly active: boolean
  readonly matchers: MatcherDraft
  readonly numbers: Readonly<Record<string, string>>
  readonly severity: Severity
}

/** A folding step that is not saved yet. */
export function newFolding(): StandingDraft {
  const { kind, settings } = shippedSteps['same-rule']
  return {
    saved: undefined,
    kind,
    name: '',
    order: '',
    active: true,
    matchers: noMatchers,
    numbers: foldingNumbers(settings),
    severity: settings.severity,
  }
}

export function standingDraftOf(step: StandingStep): StandingDraft {
  return {
    saved: step,
    kind: step.kind,
    name: step.name,
    order: String(step.order),
    active: step.active,
    matchers: step.matchers === null ? noMatchers : matcherDraftOf(step.matchers),
    numbers: numbersOf(step),
    severity: step.folding?.severity ?? step.risk?.severity ?? 'high',
  }
}

function foldingNumbers({ vehicles, share, seconds }: FoldingSettings): Record<string, string> {
  return { vehicles: String(vehicles), share: String(Math.round(share * 10_000) / 100), seconds: String(seconds) }
}

function numbersOf({ folding, risk, proposal }: StandingStep): Record<string, string> {
  if (folding) return foldingNumbers(folding)
  const { weights, severity: _, ...others } = risk ?? { ...proposal, weights: {}, severity: undefined }
  return Object.fromEntries(Object.entries({ ...others, ...weights }).map(([name, value]) => [name, String(value)]))
}

type Input = z.input<typeof saveStandingStep.input>
type Tried = z.input<typeof tryStandingStep.input>

/** What the dialog saves: the contract decides whether it is sound. */
export function standingInput(draft: StandingDraft): Input {
  const { saved, kind, name, order, active } = draft
  return {
    ...(saved?.uuid && { uuid: saved.uuid, revision: saved.revision }),
    ...(saved && !saved.uuid && saved.built_in && { built_in: saved.built_in }),
    kind,
    name: name.trim(),
    ...(order.trim() !== '' && { order: Number(order) }),
    active,
    matchers: matchersIn(draft),
    ...settingsIn(draft),
  }
}

/** What the dialog tries; undefined for a kind that raises nothing. */
export function triedInput(draft: StandingDraft): Tried | undefined {
  return draft.kind === 'proposal' ? undefined : { kind: draft.kind, matchers: matchersIn(draft), ...settingsIn(draft) }
}

function matchersIn({ kind, matchers }: StandingDraft) {
  const selected = matchersOf(matchers)
  return kind === 'folding' && Object.keys(selected).length > 0 ? selected : null
}

function settingsIn({ kind, numbers, severity }: StandingDraft): Pick<Input, StandingKind> {
  const number = (name: string) => (numbers[name]?.trim() ? Number(numbers[name]) : Number.NaN)
  if (kind === 'folding')
    return {
      folding: { vehicles: number('vehicles'), share: number('share') / 100, seconds: number('seconds'), severity },
    }
  if (kind === 'proposal')
    return {
      proposal: {
        at_least: number('at_least'),
        of_last: number('of_last'),
        days: number('days'),
        silence_days: number('silence_days'),
      },
    }
  return {
    risk: {
      weights: {
        critical: number('critical'),
        high: number('high'),
        medium: number('medium'),
        low: number('low'),
        info: number('info'),
      },
      half_life_hours: number('half_life_hours'),
      raise_at: number('raise_at'),
      clear_below: number('clear_below'),
      severity,
    },
  }
}

/** Why a draft cannot be saved yet, as a sentence; undefined if it can. */
export function standingProblem(draft: StandingDraft): string | undefined {
  if (draft.name.trim() === '') return 'Give it a name.'
  if (!/^\d{0,6}$/.test(draft.order.trim())) return 'The order is a number.'
  const title = numberFields[draft.kind].find(([name]) => Number.isNaN(Number(draft.numbers[name]?.trim() || 'none')))
  if (title) return `${title[1]}: give a number.`
  const parsed = saveStandingStep.input.safeParse(standingInput(draft))
  if (parsed.success) return undefined
  const [issue] = parsed.error.issues
  const field = numberFields[draft.kind].find(([name]) => name === issue?.path.at(-1))
  return field ? `${field[1]}: ${issue!.message}` : (issue?.message ?? 'This is not sound.')
}
