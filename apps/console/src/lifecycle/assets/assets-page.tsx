import { properties, propertyLetters } from '@carapace/shared/catalogues/words'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type ImpactLevel, type Stake, stakes } from '@carapace/shared/lifecycle/methods/method'
import { sentenceCase } from '../../core/format/format.ts'
import { ArtefactPage } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
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
import { Figures } from '../../graph/page/figures.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import { ImpactChip, impactIn } from '../rating/risk-chip.tsx'
import type { ArtefactColumn, Grouping } from '../../graph/table/rows.ts'
import { kindShown, Views } from '../../graph/page/views.tsx'
import { ProposeButton } from '../proposals/propose-button.tsx'

const kinds = ['asset', 'damage-scenario']
const [assets, damages] = [['asset'], ['damage-scenario']]

/** Assets with their security properties, and the damage scenarios that follow from their loss. */
export function AssetsPage(address: AddressProps) {
  const views = <Views kinds={kinds} {...address} />
  if (kindShown(kinds, address.search) === 'damage-scenario') {
    return (
      <ArtefactPage
        {...address}
        title="Asset Identification"
        kind="damage-scenario"
        related={assets}
        columns={damageColumns}
        groupings={byAsset}
        usualGroup="asset"
        summary={damageSummary}
        views={views}
        tools={<ProposeButton what="damages" />}
        nothing="A damage scenario describes who suffers which damage if an asset loses a property, and how severe."
      />
    )
  }
  return (
    <ArtefactPage
      {...address}
      title="Asset Identification"
      kind="asset"
      related={damages}
      columns={assetColumns}
      groupings={byElement}
      summary={assetSummary}
      views={views}
      tools={<ProposeButton what="assets" />}
      nothing="An asset is worth an attack: a function, data, a key. Start with what the item definition names."
    />
  )
}

type Property = keyof typeof properties

function lettersColumn(kind: string, name: string, title: string): ArtefactColumn {
  return fieldColumn(kind, name, {
    title,
    width: 110,
    render: (value) => <Letters words={value as readonly Property[]} />,
  })
}

function Letters({ words }: { readonly words: readonly Property[] }) {
  return words.length === 0 ? <span className="gr-none">–</span> : words.map((word) => propertyLetters[word]).join(', ')
}

function assetColumns(graph: GraphState): readonly ArtefactColumn[] {
  const count = (row: Artefact, link: string) => linkedWith(graph, row.uuid, 'downstream', link).length
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Asset' }),
    lettersColumn('asset', 'properties', 'Properties'),
    fieldColumn('asset', 'relevant', { title: 'Relevant' }),
    linksColumn(graph, 'asset', ['is-asset'], 'upstream', {
      title: 'Element of the item',
      width: 200,
      grow: 1,
      priority: 3,
    }),
    linksColumn(graph, 'asset', ['harms'], 'downstream', {
      title: 'Damage scenarios',
      width: 220,
      grow: 1,
      priority: 4,
    }),
    countColumn('threats', 'Threats', (row) => count(row, 'targets'), { priority: 5 }),
    statusColumn('asset'),
    changedColumn(),
    originColumn(),
  ]
}

function assetSummary(graph: GraphState) {
  const rows = [...graph.artefacts.values()].filter(({ kind }) => kind === 'asset')
  const relevant = rows.filter(({ fields }) => fields.relevant === true)
  const without = (link: string) =>
    relevant.filter(({ uuid }) => linkedWith(graph, uuid, 'downstream', link).length === 0).length
  return (
    <Figures
      figures={[
        { title: 'Security relevant', value: relevant.length, of: `of ${rows.length} assets` },
        {
          title: 'Relevant, without a property',
          value: relevant.filter(({ fields }) => ((fields.properties as unknown[] | undefined) ?? []).length === 0)
            .length,
        },
        { title: 'Relevant, without a damage scenario', value: without('harms') },
        { title: 'Relevant, without a threat scenario', value: without('targets') },
      ]}
    />
  )
}

const byElement = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'element',
    title: 'Element',
    of: (row) => linkedWith(graph, row.uuid, 'upstream', 'is-asset')[0]?.node,
    none: 'Of no element',
  },
]
const byAsset = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'asset',
    title: 'Asset',
    of: (row) => linkedWith(graph, row.uuid, 'upstream', 'harms')[0]?.node,
    none: 'Without an asset',
  },
]

/** The four impact ratings as coloured numbers, each edited in its cell. */
function stakeColumn(stake: Stake): ArtefactColumn {
  return fieldColumn('damage-scenario', stake, {
    title: stake[0]!.toUpperCase(),
    width: 36,
    render: (value) => <ImpactChip stake={stake} level={value as ImpactLevel | null} />,
  })
}

function damageColumns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Damage scenario' }),
    linksColumn(graph, 'damage-scenario', ['harms'], 'upstream', { title: 'Asset', width: 200, grow: 1, priority: 3 }),
    fieldColumn('damage-scenario', 'stakeholder', { width: 130, priority: 5 }),
    lettersColumn('damage-scenario', 'loses', 'Loses'),
    ...stakes.map(stakeColumn),
    linksColumn(graph, 'damage-scenario', ['leads-to'], 'downstream', {
      title: 'Threat scenarios',
      width: 200,
      grow: 1,
      priority: 4,
    }),
    statusColumn('damage-scenario'),
    changedColumn(),
    originColumn(),
  ]
}

function damageSummary(graph: GraphState) {
  const rows = [...graph.artefacts.values()].filter(({ kind }) => kind === 'damage-scenario')
  const rated = rows.filter(({ fields }) => Object.values(impactIn(fields)).some((level) => level !== null))
  const severe = (stake: Stake) => rows.filter(({ fields }) => fields[stake] === 'severe').length
  return (
    <Figures
      figures={[
        { title: 'Rated', value: rated.length, of: `of ${rows.length} damage scenarios` },
        ...stakes.map((stake) => ({ title: `Severe: ${sentenceCase(stake).toLowerCase()}`, value: severe(stake) })),
      ]}
    />
  )
}
