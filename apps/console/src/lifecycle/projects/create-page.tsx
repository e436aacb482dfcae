import { Button, HTMLSelect } from '@blueprintjs/core'
import { AddIcon, ProjectsIcon } from '@blueprintjs/icons'
import { mayEditProgram } from '@carapace/shared/graph/members/membership'
import { type ProjectType, projectTypes } from '@carapace/shared/graph/programs/projects'
import {
  getProgram,
  getProgramMembers,
  getPrograms,
  type Program,
} from '@carapace/shared/graph/programs/programs.contract'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { messageOf } from '../../core/call/call.ts'
import { sentenceCase } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useSession } from '../../core/session/session.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { ProgramForm } from '../../graph/programs/program-form.tsx'
import { refusalsOf } from '../../graph/programs/refusals.ts'
import { ElementList, OptionLists } from './choice-lists.tsx'
import { lists, useCreation } from './use-creation.ts'
import '../../core/ui/form.css'
import '../../graph/programs/programs.css'
import './projects.css'

interface CreatePageProps {
  readonly programId: string | undefined
  readonly choose: (programId: string) => void
}

/** Creates a project: its program, its type, and its elements. */
export function CreatePage({ programId, choose }: CreatePageProps) {
  usePageTitle('New project')
  return (
    <div className="pg-page pg-scrolls">
      <PageHead title="New project" />
      <div className="pg-creation">
        <ProgramChoice programId={programId} choose={choose} />
        {programId === undefined ? (
          <EmptyState icon={<ProjectsIcon size={24} />} title="Choose a program">
            A project is a part of one.
          </EmptyState>
        ) : (
          <Creation key={programId} programUuid={programId} />
        )}
      </div>
    </div>
  )
}

function ProgramChoice({ programId, choose }: CreatePageProps) {
  const role = useSession()?.role ?? 'VIEWER'
  const { data, refetch } = useEndpoint(getPrograms, { perPage: 100 })
  const { data: named } = useEndpoint(
    getProgram,
    { programUuid: programId ?? '' },
    { enabled: programId !== undefined },
  )
  const [creating, setCreating] = useState(false)
  const mine = (data?.programs ?? []).filter(({ my_role: programRole }) => mayEditProgram({ role, programRole }))
  const all =
    named === undefined || mine.some(({ uuid }) => uuid === named.program.uuid) ? mine : [named.program, ...mine]
  return (
    <Panel title="Program">
      <div className="c-form pg-creation-program">
        <Field label="In the program">
          {(id) => (
            <HTMLSelect
              id={id}
              value={programId ?? ''}
              options={[
                { value: '', label: 'Choose one' },
                ...all.map(({ uuid, name }) => ({ value: uuid, label: name })),
              ]}
              onChange={(event) => event.currentTarget.value !== '' && choose(event.currentTarget.value)}
            />
          )}
        </Field>
        <Button variant="outlined" icon={<AddIcon />} onClick={() => setCreating(true)}>
          New program
        </Button>
      </div>
      {creating && (
        <ProgramForm
          onClose={() => setCreating(false)}
          onSaved={(program: Program) => {
            setCreating(false)
            refetch()
            choose(program.uuid)
          }}
        />
      )}
    </Panel>
  )
}

function Creation({ programUuid }: { readonly programUuid: string }) {
  const navigate = useNavigate()
  const role = useSession()?.role ?? 'VIEWER'
  const { data: loaded } = useEndpoint(getProgram, { programUuid })
  const creation = useCreation(programUuid)
  const action = useAction()
  const { config, chosen, draft, problem, again } = creation
  if (problem !== undefined && config === undefined)
    return (
      <ErrorState
        title="The program's lists did not load"
        onRetry={again}
      >{`Failed to fetch program config: ${messageOf(problem)}`}</ErrorState>
    )
  if (config === undefined || chosen === undefined || loaded === undefined)
    return (
      <div className="c-panel">
        <SkeletonRows rows={8} columns={['1fr', '1fr', '1fr']} />
      </div>
    )
  const refusal = refusalsOf(role, loaded.program).edit
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void action.run(async () => {
      const { uuid, name } = await creation.create()
      toast.success(`${name} is created.`)
      await navigate({ to: '/org/lifecycle/projects/view', search: { programId: programUuid, projectId: uuid } })
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Panel title="Project">
        <div className="c-form pg-creation-project">
          <LineField
            label="Name"
            value={draft.name}
            maxLength={120}
            required
            autoFocus
            onChange={(name) => creation.type({ name })}
          />
          <Field label="Type">
            {(id) => (
              <HTMLSelect
                id={id}
                value={draft.type}
                options={projectTypes.map((value) => ({ value, label: sentenceCase(value) }))}
                onChange={(event) => creation.type({ type: event.currentTarget.value as ProjectType })}
              />
            )}
          </Field>
          <LeadField
            programUuid={programUuid}
            value={draft.leadUuid}
            onChange={(leadUuid) => creation.type({ leadUuid })}
          />
          <Field label="Description">
            {(id) => (
              <textarea
                id={id}
                className="bp6-input"
                rows={3}
                maxLength={2_000}
                value={draft.description}
                onChange={(event) => creation.type({ description: event.target.value })}
              />
            )}
          </Field>
        </div>
      </Panel>
      <Panel title="Begins with" extra={<span className="pg-note num">{draft.elements.length} chosen</span>}>
        <div className="pg-lists">
          {lists.map((of) => (
            <ElementList
              key={of.list}
              of={of}
              config={config}
              chosen={draft.elements}
              onChoose={(elements) => creation.type({ elements })}
              onAdd={(title) => creation.add(of, title)}
            />
          ))}
        </div>
      </Panel>
      <Panel title="Configuration of the program" extra={<span className="pg-note">for all of its projects</span>}>
        <div className="pg-lists">
          <OptionLists config={config} chosen={chosen} refusal={refusal} onChoose={creation.choose} />
        </div>
      </Panel>
      {(refusal ?? action.problem) !== undefined && (
        <p className="c-problem pg-creation-problem" role="alert">
          {refusal ?? action.problem}
        </p>
      )}
      <p className="pg-creation-foot">
        <Button
          type="submit"
          intent="primary"
          loading={action.busy}
          disabled={draft.name.trim() === '' || refusal !== undefined}
        >
          Create project
        </Button>
      </p>
    </form>
  )
}

interface LeadFieldProps {
  readonly programUuid: string
  readonly value: string | null
  readonly onChange: (uuid: string | null) => void
  readonly disabled?: boolean
}

/** The lead of a project: one of its program's members. */
export function LeadField({ programUuid, value, onChange, disabled = false }: LeadFieldProps) {
  const { data } = useEndpoint(getProgramMembers, { program_uuid: programUuid })
  const people = data?.members ?? []
  return (
    <Field label="Lead">
      {(id) => (
        <HTMLSelect
          id={id}
          disabled={disabled}
          value={value ?? ''}
          options={[
            { value: '', label: 'Nobody yet' },
            ...people.map(({ uuid, name, email }) => ({ value: uuid, label: name || email })),
          ]}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      )}
    </Field>
  )
}
