import { AddIcon, EditIcon, SettingsIcon } from '@blueprintjs/icons'
import { getProgram, getProgramMembers, type Program } from '@carapace/shared/graph/programs/programs.contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dateTime } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Avatar } from '../../core/ui/avatar.tsx'
import { isGone, Outdated, UntilShown } from '../../graph/programs/missing.tsx'
import { ProgramForm } from '../../graph/programs/program-form.tsx'
import { ReportMenu } from '../../graph/programs/report-menu.tsx'
import { acceptProgram } from '../../graph/programs/accept-program.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { Figures } from './figures.tsx'
import { PhaseStrip } from './phase-strip.tsx'
import { ProjectsPanel } from './projects-panel.tsx'
import { RiskMatrixPanel } from './risk-matrix-panel.tsx'
import { SeenPanel } from './seen-panel.tsx'
import { StatusMenu } from './status-menu.tsx'
import { StepsPanel } from './steps-panel.tsx'
import { SuspectsPanel } from '../../graph/links/suspects-panel.tsx'
import { type ProgramActions, useProgramActions } from './use-program-actions.ts'
import { type Summary, useSummary } from './use-summary.ts'
import { WorkProductsPanel } from './work-products-panel.tsx'
import { NoProgram } from '../../graph/programs/no-program.tsx'
import { OthersHere } from '../../core/ui/others-here.tsx'
import '../../core/ui/form.css'
import '../../graph/programs/programs.css'
import './program.css'

/** One program: its status, suspect links, and alerts from the field. */
export function ProgramPage({ uuid }: { readonly uuid: string | undefined }) {
  return uuid === undefined ? <NoProgram page="Program" /> : <OneProgram key={uuid} uuid={uuid} />
}

function OneProgram({ uuid }: { readonly uuid: string }) {
  const { data, error, refetch: again } = useEndpoint(getProgram, { programUuid: uuid }, pageSubject)
  const figures = useSummary(uuid)
  if (data === undefined || isGone(error)) return <UntilShown page="Program" problem={error} again={again} />
  return (
    <>
      <Outdated problem={error ?? figures.error} again={error === undefined ? figures.refetch : again} />
      <Shown program={data.program} summary={figures.data} accept={acceptProgram} again={again} />
    </>
  )
}

interface ShownProps {
  readonly program: Program
  readonly summary: Summary | undefined
  readonly accept: (program: Program) => void
  readonly again: () => void
}

function Shown({ program, summary, accept, again }: ShownProps) {
  const actions = useProgramActions(program, accept, again)
  const { refusals, busy, setStatus, moveTo } = actions
  usePageTitle(program.name)
  usePageFact('Methods', summary && `${summary.method.name} v${summary.method.version}`)
  usePageFact('Last change', dateTime(program.updated_at))
  return (
    <div className="pg-program">
      <Head actions={actions} />
      <PhaseStrip
        phases={program.phases}
        current={program.current_phase}
        refusal={refusals.edit}
        busy={busy}
        onStatus={setStatus}
        onMove={moveTo}
        progress={summary?.progress}
      />
      <Figures programUuid={program.uuid} summary={summary} />
      <div className="pg-upper">
        <ProjectsPanel
          programUuid={program.uuid}
          mayEdit={refusals.edit === undefined}
          milestone={summary?.milestone}
        />
        <WorkProductsPanel programUuid={program.uuid} products={summary?.work_products} />
      </div>
      {summary?.scenarios === 0 ? (
        <StepsPanel program={program} />
      ) : (
        <div className="pg-lower">
          <RiskMatrixPanel programUuid={program.uuid} matrix={summary?.matrix} />
          <SuspectsPanel programUuid={program.uuid} />
          <SeenPanel programUuid={program.uuid} seen={summary?.seen} />
        </div>
      )}
    </div>
  )
}

function Head({ actions }: { readonly actions: ProgramActions }) {
  const { program, refusals, busy, setStatus, accept } = actions
  const [editing, setEditing] = useState(false)
  const navigate = useNavigate()
  const edit = () => refusals.edit === undefined && setEditing(true)
  const begin = () =>
    refusals.edit === undefined &&
    void navigate({ to: '/org/lifecycle/projects/create', search: { programId: program.uuid } })
  useHotkeys([
    { keys: 'r', title: 'Rename or describe', group: 'Program', run: edit },
    { keys: 'n', title: 'New project', group: 'Program', run: begin },
  ])
  return (
    <header className="pg-head">
      <h1>{program.name}</h1>
      <StatusMenu
        of={program.name}
        status={program.status}
        refusal={refusals.edit}
        busy={busy}
        onStatus={(status) => setStatus(status)}
      />
      {program.description !== '' && (
        <p className="pg-description" title={program.description}>
          {program.description}
        </p>
      )}
      <span className="pg-actions">
        <OthersHere />
        <Members programUuid={program.uuid} count={program.members} />
        <ActButton size="medium" keys="r" icon={<EditIcon />} refusal={refusals.edit} onClick={edit}>
          Edit
        </ActButton>
        <Link
          className="bp6-button bp6-outlined"
          to="/org/lifecycle/projects/view/manage"
          search={{ programId: program.uuid }}
        >
          <SettingsIcon />
          <span>Manage</span>
        </Link>
        <ReportMenu programUuid={program.uuid} name={program.name} />
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          keys="n"
          icon={<AddIcon />}
          refusal={refusals.edit}
          onClick={begin}
        >
          Project
        </ActButton>
      </span>
      {editing && (
        <ProgramForm
          program={program}
          onClose={() => setEditing(false)}
          onSaved={(saved) => {
            accept(saved)
            setEditing(false)
          }}
        />
      )}
    </header>
  )
}

const shownMembers = 4

function Members({ programUuid, count }: { readonly programUuid: string; readonly count: number }) {
  const { data } = useEndpoint(getProgramMembers, { program_uuid: programUuid }, pageSubject)
  return (
    <Link className="pg-people-row" to="/org/lifecycle/projects/view/manage" search={{ programId: programUuid }}>
      <span className="c-visually-hidden">
        {count} {count === 1 ? 'member' : 'members'}
      </span>
      {data?.members.slice(0, shownMembers).map(({ uuid, name, email }) => (
        <Avatar key={uuid} name={name} email={email} size={24} />
      ))}
      {data !== undefined && data.members.length > shownMembers && (
        <span className="pg-note num">+{data.members.length - shownMembers}</span>
      )}
    </Link>
  )
}
