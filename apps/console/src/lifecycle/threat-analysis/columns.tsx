import { annex5Items } from '@carapace/shared/catalogues/annex5'
import { properties, propertyLetters } from '@carapace/shared/catalogues/words'
import { feasibilities, impactLevels, type Stake, stakes } from '@carapace/shared/lifecycle/methods/method'
import { type TreatmentGap, treatmentGaps } from '@carapace/shared/lifecycle/rating/risk'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { sentenceCase } from '../../core/format/format.ts'
import {
  changedColumn,
  codeColumn,
  countColumn,
  fieldColumn,
  linksColumn,
  originColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import { decidingRating, feasibilityRank } from '../rating/deciding.ts'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import type { GraphState } from '../../graph/store/graph-state.ts'
import { ImpactChip, RiskChip } from '../rating/risk-chip.tsx'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { impactNumber } from '../rating/tones.ts'
import { ContradictionBadge } from '../sightings/contradiction.tsx'
import { gapsOf } from './gaps.ts'
import { type Assessed, assessmentOf, methodOf } from '../rating/assessments.ts'

const kind = 'threat-scenario'

/** The columns of a threat analysis, in the order in which engineers read it (mockup 07). */
export function threatColumns(graph: GraphState): readonly ArtefactColumn[] {
  const assessed = (row: Artefact) => assessmentOf(graph, row.uuid)
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Threat scenario', width: 220, grow: 4 }),
    fieldColumn(kind, 'properties', {
      title: 'Property',
      width: 66,
      priority: 8,
      render: (value) => <LetterCell words={value as (keyof typeof properties)[]} />,
    }),
    linksColumn(graph, kind, ['leads-to'], 'upstream', { title: 'Damage scenario', width: 150, grow: 1, priority: 5 }),
    ...stakes.map((stake) => impactColumn(stake, assessed)),
    countColumn('paths', 'Paths', (row) => assessed(row)?.paths ?? 0, { width: 56, priority: 9 }),
    feasibilityColumn(graph, 'initial', assessed, { key: 'feasibility', title: 'Feasibility' }),
    riskColumn('risk', 'Risk', 'initial', assessed),
    fieldColumn(kind, 'treatment', { width: 84 }),
    linksColumn(graph, kind, ['answered-by'], 'downstream', {
      title: 'Goal, claim',
      width: 84,
      isShort: true,
      priority: 4,
    }),
    riskColumn('target', 'Target', 'target', assessed),
    calColumn(assessed),
    statusColumn(kind, { width: 108 }),
    alertsColumn(assessed),
    fieldSignColumn(assessed),
    riskColumn('today', 'Today', 'today', assessed, { extra: true }),
    impactLevelColumn(assessed),
    feasibilityColumn(graph, 'target', assessed, {
      key: 'target-feasibility',
      title: 'Target feasibility',
      extra: true,
    }),
    fieldColumn(kind, 'stride', { extra: true }),
    annex5Column(),
    linksColumn(graph, kind, ['targets'], 'upstream', { title: 'Asset', extra: true }),
    gapColumn(graph),
    changedColumn(),
    originColumn(),
  ]
}

/** The items of UN R155 Annex 5 that the scenario is about. */
function annex5Column(): ArtefactColumn {
  return {
    ...fieldColumn(kind, 'annex5', { title: 'R155 Annex 5', width: 110, extra: true }),
    choices: annex5Items.map((word) => ({ word, text: word })),
    has: ({ fields }) => (fields.annex5 as string[] | undefined) ?? [],
  }
}

type Look = (row: Artefact) => Assessed | undefined

function LetterCell({ words }: { readonly words: readonly (keyof typeof properties)[] }) {
  return words.length === 0 ? <span className="gr-none">–</span> : words.map((word) => propertyLetters[word]).join(', ')
}

function impactColumn(stake: Stake, assessed: Look): ArtefactColumn {
  const level = (row: Artefact) => assessed(row)?.impact[stake] ?? null
  return {
    key: stake,
    title: stake[0]!.toUpperCase(),
    width: 28,
    isMute: true,
    render: (row) => <ImpactChip stake={stake} level={level(row)} />,
    text: (row) => `${sentenceCase(stake)}: ${level(row) ?? 'not rated'}`,
  }
}

function impactLevelColumn(assessed: Look): ArtefactColumn {
  const level = (row: Artefact) => assessed(row)?.overall ?? null
  return {
    key: 'impact',
    title: 'Impact',
    width: 92,
    extra: true,
    sortable: true,
    isMute: true,
    render: (row) => sentenceCase(level(row) ?? '') || <span className="gr-none">–</span>,
    text: (row) => sentenceCase(level(row) ?? ''),
    rank: (row) => (level(row) === null ? -Infinity : impactNumber(level(row)!)),
    choices: impactLevels.map((word) => ({ word, text: sentenceCase(word) })),
    has: (row) => [level(row) ?? ''],
  }
}

/** Feasibility by the deciding method: its level, its number, and its order (rule TARA-3). */
function feasibilityColumn(
  graph: GraphState,
  scenario: 'initial' | 'target',
  assessed: Look,
  look: Pick<ArtefactColumn, 'key' | 'title' | 'extra'>,
): ArtefactColumn {
  const content = methodOf(graph)
  const deciding = (row: Artefact) => decidingRating(content, assessed(row)?.scenarios[scenario].ratings)
  return {
    ...look,
    width: 152,
    isMute: true,
    sortable: true,
    priority: 3,
    render: (row) => <FeasibilityBars {...deciding(row)} />,
    text: (row) =>
      [
        sentenceCase(deciding(row)?.feasibility ?? 'not rated'),
        scenario === 'initial' && assessed(row)?.methodsDisagree ? 'the methods disagree' : '',
        assessed(row)?.trouble ?? '',
      ]
        .filter(Boolean)
        .join('; '),
    rank: (row) => feasibilityRank(content, deciding(row)),
    choices: feasibilities.map((word) => ({ word, text: sentenceCase(word) })),
    has: (row) => [deciding(row)?.feasibility ?? ''],
  }
}

export function riskColumn(
  key: string,
  title: string,
  scenario: 'initial' | 'today' | 'target',
  assessed: Look,
  look: Partial<ArtefactColumn> = {},
): ArtefactColumn {
  const risk = (row: Artefact) => assessed(row)?.scenarios[scenario].risk ?? null
  return {
    key,
    title,
    width: 56,
    numeric: false,
    isMute: true,
    sortable: true,
    render: (row) => <RiskChip risk={risk(row)} label={`${title === 'Risk' ? 'Initial' : title} risk`} />,
    text: (row) => (risk(row) === null ? 'Not rated' : `${title} ${risk(row)} of 5`),
    rank: (row) => risk(row) ?? -Infinity,
    choices: ['5', '4', '3', '2', '1'].map((word) => ({ word, text: word })),
    has: (row) => [String(risk(row) ?? '')],
    ...look,
  }
}

function calColumn(assessed: Look): ArtefactColumn {
  const cal = (row: Artefact) => assessed(row)?.cal ?? null
  return {
    key: 'cal',
    title: 'CAL',
    width: 48,
    isMute: true,
    sortable: true,
    priority: 7,
    render: (row) =>
      cal(row) === null || cal(row) === 0 ? (
        <span className="gr-none">–</span>
      ) : (
        <span className="num">{cal(row)}</span>
      ),
    text: (row) => (cal(row) ? `CAL ${cal(row)}` : 'No CAL'),
    rank: (row) => cal(row) ?? -Infinity,
  }
}

/** Alerts of 30 days that match the scenario. */
function alertsColumn(assessed: Look): ArtefactColumn {
  const seen = (row: Artefact) => assessed(row)?.sightings ?? 0
  return {
    key: 'alerts',
    title: 'Alerts',
    width: 56,
    numeric: true,
    isMute: true,
    sortable: true,
    render: (row) => <span className={seen(row) === 0 ? 'gr-none' : 'ta-seen'}>{seen(row)}</span>,
    text: (row) => `${seen(row)} alerts in 30 days`,
    rank: seen,
  }
}

/** Whether the field contradicts the rating, and the feasibility that it proposes (rule SIGHTING-15). */
function fieldSignColumn(assessed: Look): ArtefactColumn {
  const contradiction = (row: Artefact) => assessed(row)?.contradiction ?? null
  return {
    key: 'field',
    title: 'Field',
    width: 104,
    isMute: true,
    sortable: true,
    priority: 6,
    render: (row) => {
      const found = contradiction(row)
      return found ? <ContradictionBadge contradiction={found} /> : <span className="gr-none">–</span>
    },
    text: (row) => contradiction(row)?.reason ?? '',
    rank: (row) => (contradiction(row) ? feasibilities.indexOf(contradiction(row)!.feasibility) : -Infinity),
    choices: feasibilities.map((word) => ({ word, text: sentenceCase(word) })),
    has: (row) => [contradiction(row)?.feasibility ?? ''],
  }
}

function gapColumn(graph: GraphState): ArtefactColumn {
  const words = (gap: TreatmentGap) => treatmentGaps[gap]
  return {
    key: 'gap',
    title: 'Missing',
    width: 200,
    extra: true,
    isMute: true,
    render: (row) => gapsOf(graph, row).map(words).join(' ') || <span className="gr-none">–</span>,
    text: (row) => gapsOf(graph, row).map(words).join(' '),
    choices: (Object.keys(treatmentGaps) as TreatmentGap[]).map((word) => ({ word, text: words(word) })),
    has: (row) => gapsOf(graph, row),
  }
}
