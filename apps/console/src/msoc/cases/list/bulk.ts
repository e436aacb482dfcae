import type { bulkUpdateCases } from '@carapace/shared/msoc/cases/case-actions.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import type { z } from 'zod'
import { number, sentenceCase } from '../../../core/format/format.ts'

export type BulkChange = z.input<typeof bulkUpdateCases.input>['change']
export type Outcomes = z.output<typeof bulkUpdateCases.output>['outcomes']

/** A change of some cases. */
export interface BulkStep {
  readonly uuids: readonly string[]
  readonly change: BulkChange
}

/**
 * What gives the changed cases back what they had: one step for all that had the same (rule CASE-UI-41 of ../SPEC.md).
 * `before` are the cases as they were shown.
 */
export function undoOf(before: readonly Case[], change: BulkChange): BulkStep[] {
  const steps = before.flatMap((row) => {
    const back = backOf(row, change)
    return Object.keys(back).length === 0 ? [] : [{ uuid: row.uuid, back }]
  })
  return [...Map.groupBy(steps, ({ back }) => JSON.stringify(back)).values()].map((some) => ({
    uuids: some.map(({ uuid }) => uuid),
    change: some[0]!.back,
  }))
}

function backOf(row: Case, change: BulkChange): BulkChange {
  const moves = change.stage !== undefined || change.status !== undefined
  const added = change.add_tags?.filter((tag) => !row.tags.includes(tag)) ?? []
  const removed = change.remove_tags?.filter((tag) => row.tags.includes(tag)) ?? []
  return {
    // a status brings its stage; without one the stage alone is set
    ...(moves && (row.status === null ? { stage: row.stage, status: null } : { status: row.status.uuid })),
    ...(change.owner !== undefined && { owner: row.owner?.uuid ?? null }),
    ...(change.severity !== undefined && { severity: row.severity }),
    ...(added.length > 0 && { remove_tags: added }),
    ...(removed.length > 0 && { add_tags: removed }),
  }
}

/** The result of a change of several cases as a sentence: "3 cases closed, 1 unchanged." */
export function outcomeText(outcomes: Outcomes, done: string): string {
  const count = (word: Outcomes[number]['outcome']) => outcomes.filter(({ outcome }) => outcome === word).length
  const [changed, unchanged, refused] = [count('changed'), count('unchanged'), count('refused')]
  const parts = [
    `${casesText(changed)} ${done}`,
    ...(unchanged > 0 ? [`${number(unchanged)} unchanged`] : []),
    ...(refused > 0 ? [`${number(refused)} refused: ${refusalIn(outcomes)}`] : []),
  ]
  return `${parts.join(', ').replace(/\.$/, '')}.`
}

const refusalIn = (outcomes: Outcomes) => outcomes.find(({ message }) => message !== null)?.message ?? 'not possible'

export const casesText = (count: number): string => (count === 1 ? '1 case' : `${number(count)} cases`)

export const movedText = (stage: Case['stage']): string => `moved to ${sentenceCase(stage)}`
