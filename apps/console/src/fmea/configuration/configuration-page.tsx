import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { Link } from '@tanstack/react-router'
import type { DrawerPart } from '../../graph/drawer/artefact-drawer.tsx'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { Figures } from '../../graph/page/figures.tsx'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import {
  changedColumn,
  codeColumn,
  countColumn,
  fieldColumn,
  linksColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { fmeaFields, fmeaKinds, linesIn } from '../worksheet/lines.ts'
import { ProfileName } from '../profile-name.tsx'
import { Ways } from '../ways.tsx'
import { FamilyPart } from './family-part.tsx'
import { StepBars, StepsList } from './steps.tsx'
import './configuration.css'

/** The FMEAs of a program: their form and focus, and how far their seven steps are. */
export function ConfigurationPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="FMEA Configurations"
      kind="fmea"
      related={fmeaKinds.filter((kind) => kind !== 'fmea')}
      columns={columns}
      tabs={tabs}
      summary={summary}
      below={below}
      parts={parts}
      tools={<Ways to={['dashboard', 'settings']} {...ofAddress(address)} />}
      nothing="An FMEA has a form, a focus in the item and a team. Begin one, then fill its worksheet."
    />
  )
}

const ofAddress = ({ search: { programId, projectId } }: AddressProps) => ({ programId, projectId })

function columns(graph: GraphState): readonly ArtefactColumn[] {
  const kind = 'fmea'
  return [
    codeColumn(),
    titleColumn(graph, { title: 'FMEA', width: 260 }),
    fieldColumn(kind, 'form', { width: 88 }),
    linksColumn(graph, kind, ['focus-of'], 'upstream', { title: 'Focus', width: 200, grow: 1 }),
    countColumn('lines', 'Lines', ({ uuid }) => linesIn(graph, uuid).length),
    stepsColumn,
    worksheetColumn,
    linksColumn(graph, kind, ['reused-in'], 'upstream', { title: 'Reuses', width: 120, priority: 4 }),
    profileColumn,
    fieldColumn(kind, 'is_family', { priority: 5, extra: true }),
    fieldColumn(kind, 'team', { priority: 5, extra: true }),
    statusColumn(kind),
    changedColumn(),
  ]
}

const stepsColumn: ArtefactColumn = {
  key: 'steps',
  title: 'Steps done',
  width: 170,
  isMute: true,
  render: (row) => <StepBars fmea={row} />,
  text: () => '',
}

const profileColumn: ArtefactColumn = {
  key: 'profile',
  title: 'Rating profile',
  width: 120,
  priority: 3,
  isMute: true,
  render: (row) => <ProfileName uuid={fmeaFields(row).profile} />,
  text: () => '',
}

const worksheetColumn: ArtefactColumn = {
  key: 'worksheet',
  title: 'Worksheet',
  width: 92,
  isMute: true,
  render: (row) => <WorksheetLink fmea={row} />,
  text: () => '',
}

function WorksheetLink({ fmea }: { readonly fmea: Artefact }) {
  const { search } = usePageContext()
  return (
    <Link
      to="/org/fmea/fmea-analysis"
      search={{ programId: search.programId, projectId: search.projectId, fmea: fmea.code }}
    >
      Open
    </Link>
  )
}

function tabs(): readonly PageTab[] {
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'family', title: 'Generic', keeps: (row) => fmeaFields(row).is_family },
    { tab: 'own', title: 'Specific', keeps: (row) => !fmeaFields(row).is_family },
  ]
}

function summary(graph: GraphState) {
  const all = [...graph.artefacts.values()]
  const fmeas = all.filter(({ kind }) => kind === 'fmea')
  const lines = all.filter(({ kind }) => kind === 'fmea-line')
  const actions = all.filter(({ kind }) => kind === 'fmea-action')
  const focused = fmeas.filter(({ uuid }) => linkedWith(graph, uuid, 'upstream', 'focus-of').length > 0)
  return (
    <Figures
      figures={[
        { title: 'FMEAs with a focus', value: focused.length, of: `of ${fmeas.length}` },
        { title: 'Lines', value: lines.length },
        { title: 'Actions completed', value: count(actions, 'COMPLETED'), of: `of ${actions.length}` },
        { title: 'FMEAs approved', value: count(fmeas, 'APPROVED'), of: `of ${fmeas.length}` },
      ]}
    />
  )
}

const count = (rows: readonly Artefact[], status: Artefact['status']) =>
  rows.filter((row) => row.status === status).length

const below = (row: Artefact) => <StepsList fmea={row} />

const parts = (row: Artefact): readonly DrawerPart[] => [
  { part: 'steps', title: 'Steps', render: () => <StepsList fmea={row} /> },
  { part: 'family', title: 'Reuse', render: () => <FamilyPart fmea={row} /> },
]
