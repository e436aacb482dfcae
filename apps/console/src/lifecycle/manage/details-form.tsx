import { Button, HTMLSelect } from '@blueprintjs/core'
import { type ProjectType, projectTypes } from '@carapace/shared/graph/programs/projects'
import { type Program, saveProgram } from '@carapace/shared/graph/programs/programs.contract'
import { type Project, saveProject } from '@carapace/shared/graph/programs/projects.contract'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { sentenceCase } from '../../core/format/format.ts'
import { Field, LineField } from '../../core/ui/field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { LeadField } from '../projects/create-page.tsx'

interface Saving<T> {
  /** Why the user may not change it; undefined if they may. */
  readonly refusal: string | undefined
  readonly accept: (saved: T) => void
  /** Reads it again. */
  readonly again: () => void
}

interface Named {
  readonly name: string
  readonly description: string
}

const late =
  'Somebody changed this first, and it is being reloaded. Your input stays here; saving again overwrites their change.'

/** The unsaved input of a form over the stored values; kept after a conflict (rule PROGRAM-PAGE-4). */
function useDraft<T extends Named>(now: T, save: (draft: T) => Promise<void>, again: () => void) {
  const [typed, setTyped] = useState<Partial<T>>({})
  const [isLate, setLate] = useState(false)
  const action = useAction()
  const draft = { ...now, ...typed }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void action.run(
      async () => {
        await save(draft)
        setTyped({})
        setLate(false)
        toast.success('Saved.')
      },
      async () => {
        setLate(true)
        again()
      },
    )
  }
  return {
    draft,
    submit,
    action,
    problem: isLate ? late : action.problem,
    isChanged: Object.entries(typed).some(([key, value]) => value !== now[key as keyof T]),
    type: (change: Partial<T>) => setTyped((before) => ({ ...before, ...change })),
  }
}

/** The form for a program's name and description. */
export function ProgramDetails({ program, refusal, accept, again }: { readonly program: Program } & Saving<Program>) {
  const { name, description } = program
  const form = useDraft(
    { name, description },
    async (draft) =>
      accept((await call(saveProgram, { uuid: program.uuid, revision: program.revision, ...draft })).program),
    again,
  )
  return <Form form={form} title="Name and description" refusal={refusal} />
}

/** The form for a project's name, type, lead, next milestone and description. */
export function ProjectDetails({ project, refusal, accept, again }: { readonly project: Project } & Saving<Project>) {
  const { uuid, revision, program_uuid: programUuid, name, description, type, lead, milestone } = project
  const now: Named & { type: ProjectType; leadUuid: string | null; milestone: string; on: string } = {
    name,
    description,
    type,
    leadUuid: lead?.uuid ?? null,
    milestone: milestone?.name ?? '',
    on: milestone?.on ?? '',
  }
  const form = useDraft(
    now,
    async ({ leadUuid, milestone: named, on, ...draft }) => {
      const next = named.trim() === '' && on === '' ? null : { name: named, on }
      accept(
        (
          await call(saveProject, {
            uuid,
            revision,
            program_uuid: programUuid,
            ...draft,
            lead_uuid: leadUuid,
            milestone: next,
          })
        ).project,
      )
    },
    again,
  )
  return (
    <Form form={form} title="Project" refusal={refusal}>
      <Field label="Type">
        {(id) => (
          <HTMLSelect
            id={id}
            disabled={refusal !== undefined}
            value={form.draft.type}
            options={projectTypes.map((value) => ({ value, label: sentenceCase(value) }))}
            onChange={(event) => form.type({ type: event.currentTarget.value as ProjectType })}
          />
        )}
      </Field>
      <LeadField
        programUuid={programUuid}
        value={form.draft.leadUuid}
        disabled={refusal !== undefined}
        onChange={(leadUuid) => form.type({ leadUuid })}
      />
      <div className="pg-milestone-fields">
        <LineField
          label="Next milestone"
          value={form.draft.milestone}
          maxLength={120}
          disabled={refusal !== undefined}
          onChange={(next) => form.type({ milestone: next })}
        />
        <Field label="Its day">
          {(id) => (
            <input
              id={id}
              type="date"
              className="bp6-input"
              disabled={refusal !== undefined}
              value={form.draft.on}
              onChange={(event) => form.type({ on: event.target.value })}
            />
          )}
        </Field>
      </div>
    </Form>
  )
}

interface FormProps {
  readonly form: Pick<ReturnType<typeof useDraft<Named>>, 'draft' | 'submit' | 'action' | 'problem' | 'isChanged'> & {
    readonly type: (change: Partial<Named>) => void
  }
  readonly title: string
  readonly refusal: string | undefined
  readonly children?: ReactNode
}

function Form({ form: { draft, submit, action, problem, isChanged, type }, title, refusal, children }: FormProps) {
  return (
    <Panel title={title}>
      <form className="c-form" noValidate onSubmit={submit}>
        <LineField
          label="Name"
          value={draft.name}
          maxLength={120}
          required
          disabled={refusal !== undefined}
          onChange={(name) => type({ name })}
        />
        {children}
        <Field label="Description">
          {(id) => (
            <textarea
              id={id}
              className="bp6-input"
              rows={3}
              maxLength={2_000}
              disabled={refusal !== undefined}
              value={draft.description}
              onChange={(event) => type({ description: event.target.value })}
            />
          )}
        </Field>
        <p className="c-form-foot">
          <Button
            type="submit"
            intent="primary"
            disabled={refusal !== undefined || !isChanged || draft.name.trim() === ''}
            loading={action.busy}
            title={refusal ?? ''}
          >
            Save
          </Button>
          {problem !== undefined && (
            <span className="c-problem" role="alert">
              {problem}
            </span>
          )}
        </p>
      </form>
    </Panel>
  )
}
