import { phaseLabels, phases } from '@carapace/shared/graph/programs/phases'
import {
  designTypes,
  propulsionTypes,
  ratingTypes,
  regulationTypes,
} from '@carapace/shared/lifecycle/program/program-choices'
import { calendarDay, sentenceCase } from '../../core/format/format.ts'
import type { getProgramHistory } from '@carapace/shared/graph/programs/projects.contract'
import type { z } from 'zod'

/** One entry of a program's history. */
export type Entry = z.output<typeof getProgramHistory.output>['entries'][number]

interface Change {
  readonly what: string
  /** Undefined: there was nothing, or it is not shown. */
  readonly before: string | undefined
  readonly after: string | undefined
}

type Values = Readonly<Record<string, unknown>>

/** Fields that users do not read. */
const hidden = ['leadUuid', 'user', 'methodUuid', 'reviewer', 'seq']

/** Free texts of users, which are shown unchanged. */
const free = ['name', 'description', 'note', 'reason', 'artefact', 'milestone']

/** The labels of a program's lists. */
const labels: Readonly<Record<string, string>> = {
  ...phaseLabels,
  ...propulsionTypes,
  ...designTypes,
  ...regulationTypes,
  ...ratingTypes,
}

/** The changes of a history entry as text: phases by name, statuses as in badges. */
export function changesIn({ before, after }: Pick<Entry, 'before' | 'after'>): Change[] {
  const [was, is] = [valuesOf(before), valuesOf(after)]
  const changes = [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !hidden.includes(key))
    .flatMap((key) => changesOf(key, was[key], is[key]))
  return changes.filter((change) => change.before !== change.after && (change.before ?? change.after ?? '') !== '')
}

function valuesOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {}
}

function changesOf(key: string, before: unknown, after: unknown): Change[] {
  if (key === 'phaseStatuses')
    return phases.map((phase) => ({
      what: phaseLabels[phase],
      before: wordOf(valuesOf(before)[phase]),
      after: wordOf(valuesOf(after)[phase]),
    }))
  const isFree = free.includes(key)
  return [
    {
      what: sentenceCase(key.replaceAll(/([a-z])([A-Z])/g, '$1 $2')),
      before: wordOf(before, isFree),
      after: wordOf(after, isFree),
    },
  ]
}

function wordOf(value: unknown, isFree = false): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value.map((each) => wordOf(each, isFree)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const word = String(value)
  if (isFree) return word
  if (/^\d{4}-\d\d-\d\d$/.test(word)) return calendarDay(word)
  if (Object.hasOwn(labels, word)) return labels[word]
  return /^([A-Z]+(_[A-Z]+)*|[a-z]+)$/.test(word) ? sentenceCase(word) : word
}
