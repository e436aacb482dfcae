import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import { sentenceCase } from '../../core/format/format.ts'
import type { getBaselines, getDifference } from '@carapace/shared/graph/collaboration/baselines.contract'
import type { z } from 'zod'

export type Baseline = z.output<typeof getBaselines.output>['baselines'][number]
/** The difference of one artefact between two graph versions. */
export type Difference = z.output<typeof getDifference.output>['artefacts'][number]

interface Sides {
  readonly field: string
  readonly was: string
  readonly is: string
}

/** The fields that differ between two states of an artefact, with the labels of its kind. */
export function sidesOf({ kind, before, after }: Pick<Difference, 'kind' | 'before' | 'after'>): Sides[] {
  if (before === null || after === null) return []
  const known = artefactKindNamed(kind)
  const fields = Object.keys({ ...before.fields, ...after.fields }).filter(
    (name) => !isSame(before.fields[name], after.fields[name]),
  )
  return [
    ...(before.title === after.title ? [] : [{ field: 'Title', was: before.title, is: after.title }]),
    ...(before.status === after.status
      ? []
      : [{ field: 'Status', was: sentenceCase(before.status), is: sentenceCase(after.status) }]),
    ...fields.map((name) => ({
      field: known?.fields[name]?.title ?? name,
      was: wordsOf(before.fields[name], known?.fields[name]?.choices),
      is: wordsOf(after.fields[name], known?.fields[name]?.choices),
    })),
  ]
}

/** Maximum length of a value in characters. A longer one is cut; the artefact's own page shows all of it. */
const mostLetters = 600

function wordsOf(value: unknown, choices: Readonly<Record<string, string>> | undefined): string {
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.length === 0 ? '–' : value.map((each) => choices?.[each] ?? each).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const word = choices?.[text] ?? text
  return word.length > mostLetters ? `${word.slice(0, mostLetters)}…` : word
}
