import type { ArtefactKind } from '../../graph/artefacts/artefact-kind.ts'
import { threatKind } from '../kinds/tara.kinds.ts'
import type { Assessment } from '../rating/assessment.ts'
import { stakes } from '../methods/method.ts'
import { capital, plain } from '../reports/report-words.ts'

/** A computed column of a table; an import leaves it out. */
export interface ResultColumn {
  readonly title: string
  readonly of: (assessment: Assessment) => string | number | null
}

const word = (text: string | null) => (text === null ? null : capital(plain(text)))

const results: readonly ResultColumn[] = [
  { title: 'Impact', of: ({ overall }) => word(overall) },
  ...stakes.map((stake): ResultColumn => ({ title: `Impact: ${stake}`, of: ({ impact }) => word(impact[stake]) })),
  { title: 'Attack feasibility', of: ({ scenarios }) => word(scenarios.initial.feasibility) },
  { title: 'Risk', of: ({ scenarios }) => scenarios.initial.risk },
  { title: 'Risk today', of: ({ scenarios }) => scenarios.today.risk },
  { title: 'Risk with planned controls', of: ({ scenarios }) => scenarios.target.risk },
  { title: 'CAL', of: ({ cal }) => cal },
]

/** The results of the assessment of artefacts of this kind (rule EXCHANGE-29). */
export function resultColumnsOf({ kind }: Pick<ArtefactKind, 'kind'>): readonly ResultColumn[] {
  return kind === threatKind.kind ? results : []
}
