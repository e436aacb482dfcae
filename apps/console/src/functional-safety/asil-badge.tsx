import { type Asil, type AsilTag, asils, tagText, wholeAsil } from '@carapace/shared/functional-safety/asil'
import type { Severity } from '@carapace/shared/msoc/severity'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { ArtefactColumn } from '../graph/table/rows.ts'
import './safety.css'

const tones: Readonly<Record<Asil, Severity>> = { QM: 'info', A: 'low', B: 'medium', C: 'high', D: 'critical' }

interface AsilBadgeProps {
  readonly asil: Asil | AsilTag | null
  /** The text where there is none; a dash by default. */
  readonly none?: string
}

/** An ASIL as text, `QM`, `D` or `B(D)`, in the colour of its level. */
export function AsilBadge({ asil, none = '–' }: AsilBadgeProps) {
  const tag = typeof asil === 'string' ? wholeAsil(asil) : asil
  if (tag === null)
    return (
      <span className="gr-none" title="No ASIL">
        {none}
      </span>
    )
  return (
    <span className={`fs-asil c-sev-${tones[tag.level]}`} title={asilText(tag)}>
      {tagText(tag)}
    </span>
  )
}

/** In a sentence: `ASIL B(D)`, `QM`. */
export const asilText = (tag: AsilTag | null) =>
  tag === null ? 'No ASIL' : tag.level === 'QM' && tag.of === null ? 'QM' : `ASIL ${tagText(tag)}`

/** Sorts by level, then by what is in the brackets. */
export const asilRank = (tag: AsilTag | null) =>
  tag === null ? -Infinity : asils.indexOf(tag.level) * 10 + asils.indexOf(tag.of ?? tag.level)

/** The filter for what has no ASIL. */
export const noAsil = 'none'

/** The column of an ASIL, which is filtered by its level. */
export function asilColumn(
  tagOf: (row: Artefact) => AsilTag | null,
  look: Partial<ArtefactColumn> = {},
): ArtefactColumn {
  return {
    key: 'asil-level',
    title: 'ASIL',
    width: 64,
    isMute: true,
    sortable: true,
    render: (row) => <AsilBadge asil={tagOf(row)} />,
    text: (row) => asilText(tagOf(row)),
    rank: (row) => asilRank(tagOf(row)),
    choices: [...asils.toReversed(), noAsil].map((word) => ({ word, text: word === noAsil ? 'None' : word })),
    has: (row) => [tagOf(row)?.level ?? noAsil],
    ...look,
  }
}
