import { Button } from '@blueprintjs/core'
import { GitMergeIcon } from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { PageLink } from '../../graph/links/page-link.tsx'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { Figures } from '../../graph/page/figures.tsx'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import {
  changedColumn,
  codeColumn,
  fieldColumn,
  linksColumn,
  originColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn, Grouping } from '../../graph/table/rows.ts'
import { guidewordsOf } from '../methods.ts'
import { withMethods } from '../read-methods.ts'
import { ofKind } from '../safety.ts'
import { guidewordOf, judgementOf } from './grid.ts'
import { duplicatesIn } from './merge.ts'
import { MergeDialog } from './merge-dialog.tsx'

const kind = 'failure'

/** All failures of a program: those of the HAZOP, of FMEAs and of fault trees. */
export function FailuresPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="HAZOP Scenarios"
      kind={kind}
      related={related}
      computed={withMethods}
      columns={columns}
      groupings={groupings}
      usualGroup="function"
      tabs={tabs}
      summary={summary}
      tools={
        <>
          <Duplicates kind={kind} />
          <PageLink to="/org/functional-safety/hazop" title="HAZOP" />
          <PageLink to="/org/functional-safety/hazop-function-configure" title="Functions" />
        </>
      }
      nothing="A failure is how a function, a component or a step can fail. The HAZOP finds them, function by function."
    />
  )
}

const related = ['function', 'hazard']

/** The guideword of a failure in the words of the program's method. */
const guidewordText = (graph: GraphState, row: Artefact) =>
  guidewordsOf(graph).guidewords.find(({ key }) => key === guidewordOf(row))?.title ?? guidewordOf(row)

function columns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Failure', width: 260 }),
    {
      ...fieldColumn(kind, 'guideword', { width: 96 }),
      render: (row) => guidewordText(graph, row) || <span className="gr-none">–</span>,
      text: (row) => guidewordText(graph, row),
      choices: guidewordsOf(graph).guidewords.map(({ key, title }) => ({ word: key, text: title })),
      has: (row) => [guidewordOf(row)],
    },
    fieldColumn(kind, 'judgement', { width: 112 }),
    fieldColumn(kind, 'effect_item', { title: 'Effect on the item', width: 180, grow: 1, priority: 5 }),
    fieldColumn(kind, 'effect_vehicle', { title: 'Effect on the vehicle', width: 180, grow: 1, priority: 4 }),
    linksColumn(graph, kind, ['creates'], 'downstream', { title: 'Hazard', width: 180, grow: 1 }),
    statusColumn(kind, { priority: 6 }),
    linksColumn(graph, kind, ['fails-as'], 'upstream', { title: 'Of', width: 170, extra: true }),
    linksColumn(graph, kind, ['results-in'], 'downstream', { title: 'Results in', extra: true }),
    linksColumn(graph, kind, ['is-damage'], 'downstream', { title: 'Damage scenario', extra: true }),
    linksColumn(graph, kind, ['fails-in'], 'downstream', { title: 'Fault tree', extra: true }),
    fieldColumn(kind, 'reason', { title: 'Why not hazardous', width: 200, extra: true }),
    changedColumn(),
    originColumn(),
  ]
}

const groupings = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'function',
    title: 'Function',
    of: (row) => linkedWith(graph, row.uuid, 'upstream', 'fails-as').find(({ node }) => node.kind === 'function')?.node,
    none: 'Of no function',
  },
  {
    key: 'guideword',
    title: 'Guideword',
    none: 'Without a guideword',
    of: (row) => {
      const key = guidewordOf(row)
      return key === '' ? undefined : { uuid: key, code: '', title: guidewordText(graph, row) }
    },
  },
  {
    key: 'hazard',
    title: 'Hazard',
    of: (row) => linkedWith(graph, row.uuid, 'downstream', 'creates')[0]?.node,
    none: 'Without a hazard',
  },
]

const lacksHazard = (graph: GraphState, row: Artefact) =>
  judgementOf(row) === 'hazardous' && linkedWith(graph, row.uuid, 'downstream', 'creates').length === 0

/** Only a failure that was found by a guideword is judged in the HAZOP. */
const isToJudge = (row: Artefact) => judgementOf(row) === null && guidewordOf(row) !== ''

function tabs(graph: GraphState): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'hazardous', title: 'Hazardous', keeps: (row) => judgementOf(row) === 'hazardous' },
    { tab: 'harmless', title: 'Not hazardous', keeps: (row) => judgementOf(row) === 'harmless' },
    { tab: 'not-applicable', title: 'Do not apply', keeps: (row) => judgementOf(row) === 'not-applicable' },
    { tab: 'to-judge', title: 'To judge', keeps: isToJudge },
    { tab: 'no-hazard', title: 'Without a hazard', keeps: (row) => lacksHazard(graph, row) },
  ]
}

function summary(graph: GraphState) {
  const rows = ofKind(graph, kind)
  const count = (judgement: string | null) => rows.filter((row) => judgementOf(row) === judgement).length
  return (
    <Figures
      figures={[
        { title: 'Hazardous', value: count('hazardous'), of: `of ${rows.length}` },
        { title: 'Hazardous without a hazard', value: rows.filter((row) => lacksHazard(graph, row)).length },
        { title: 'Not hazardous', value: count('harmless') },
        { title: 'To judge', value: rows.filter(isToJudge).length },
        { title: 'Hazards', value: ofKind(graph, 'hazard').length },
      ]}
    />
  )
}

/** The button that merges artefacts with the same title; without any it is not shown. */
export function Duplicates({ kind: of }: { readonly kind: string }) {
  const { refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const [isOpen, setOpen] = useState(false)
  const groups = duplicatesIn(ofKind(graph, of).filter((row) => judgementOf(row) !== 'not-applicable'))
  if (refusal !== undefined || !graph.isWhole || (groups.length === 0 && !isOpen)) return null
  return (
    <>
      <Button variant="outlined" icon={<GitMergeIcon />} onClick={() => setOpen(true)}>
        Duplicates: <span className="num">{number(groups.length)}</span>
      </Button>
      {isOpen && <MergeDialog groups={groups} onClose={() => setOpen(false)} />}
    </>
  )
}
