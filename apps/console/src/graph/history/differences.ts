import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { getArtefactHistory } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { z } from 'zod'
import { partText, partTitle } from '../editing/values.ts'

export type Version = z.output<typeof getArtefactHistory.output>['versions'][number]

/** One part of an artefact that a version changed. */
export interface Difference {
  readonly part: string
  readonly title: string
  readonly before: string
  readonly after: string
}

/** Compares two values of a field that is too long to be shown whole (rule GRAPH-UI-20). */
export type DifferencesOf = (before: unknown, after: unknown) => readonly Difference[]

/**
 * What one version changed compared with the version before it; the very first version changed nothing. `long` has the
 * functions that compare long fields, by `kind.field`.
 */
export function differences(
  kind: string,
  after: Pick<Version, 'title' | 'status' | 'fields'>,
  before: Pick<Version, 'title' | 'status' | 'fields'> | undefined,
  long: Readonly<Record<string, DifferencesOf>> = {},
): readonly Difference[] {
  if (before === undefined) return []
  const own: [string, unknown, unknown][] = [
    ['@title', before.title, after.title],
    ['@status', before.status, after.status],
  ]
  const names = [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])]
  const fields = names.map((name): [string, unknown, unknown] => [name, before.fields[name], after.fields[name]])
  const changed = [...own, ...fields].filter(([, was, is]) => !isSame(was, is))
  return changed.flatMap(
    ([part, was, is]) =>
      long[`${kind}.${part}`]?.(was, is) ?? [
        { part, title: partTitle(kind, part), before: partText(kind, part, was), after: partText(kind, part, is) },
      ],
  )
}
