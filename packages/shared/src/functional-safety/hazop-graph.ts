import { storedFields } from '../graph/artefacts/artefact-kind.ts'
import type { SafetyLink, SafetyRow } from './asil-graph.ts'
import type { HazopEntry } from './guidewords.ts'
import { failureKind } from './kinds/hazard.kinds.ts'

/** The failures of functions as entries of the HAZOP (rule HAZOP-6). One without a guideword is none. */
export function hazopEntriesOf(
  failures: readonly SafetyRow[],
  links: readonly SafetyLink[],
): (HazopEntry & { readonly failure: string })[] {
  const byUuid = new Map(failures.map((row) => [row.uuid, storedFields(failureKind, row.fields)]))
  return links.flatMap(({ from, to }) => {
    const fields = byUuid.get(to)
    if (!fields || fields.guideword === '') return []
    const { guideword, judgement, reason } = fields
    return [
      {
        failure: to,
        function: from,
        guideword,
        notApplicable: judgement === 'not-applicable' ? reason : null,
        malfunctions: judgement === 'hazardous' ? 1 : 0,
        reason: judgement === 'harmless' ? reason : '',
      },
    ]
  })
}
