import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { getArtefactHistory } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { z } from 'zod'
import { partText, partTitle } from '../editing/values.ts'
import { type Difference, longDifferences } from './long-differences.ts'

export type Version = z.output<typeof getArtefactHistory.output>['versions'][number]

/** What one version says differently from the one before it; the first of all differs from nothing. */
export function differences(
  kind: string,
  after: Pick<Version, 'title' | 'status' | 'fields'>,
  before: Pick<Version, 'title' | 'status' | 'fields'> | undefined,
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
      longDifferences[`${kind}.${part}`]?.(was, is) ?? [
        { part, title: partTitle(kind, part), before: partText(kind, part, was), after: partText(kind, part, is) },
      ],
  )
}
