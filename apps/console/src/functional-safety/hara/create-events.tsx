import { HTMLSelect } from '@blueprintjs/core'
import {
  proposedExposure,
  type Situation,
  type SituationDimension,
  situationTitle,
} from '@carapace/shared/functional-safety/situations'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../core/call/use-action.ts'
import { number } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { Segments } from '../../graph/editing/segments.tsx'
import { PageLink } from '../../graph/links/page-link.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { ProgramPage } from '../../graph/page/program-page.tsx'
import { linkedWith } from '../../graph/store/graph-state.ts'
import { inParts } from '../../graph/store/program-api.ts'
import { catalogueOf } from '../methods.ts'
import { withMethods } from '../read-methods.ts'
import { ofKind } from '../safety.ts'
import { plannedEvents } from './situation.ts'
import { SituationEditor } from './situation-editor.tsx'
import '../../core/ui/form.css'
import '../safety.css'

/** Creates hazardous events of one hazard: one, or one for each combination of the chosen situations. */
export function CreateEventsPage(address: AddressProps) {
  return (
    <ProgramPage
      {...address}
      title="New hazardous event"
      kind="hazardous-event"
      related={related}
      computed={withMethods}
    >
      <div className="fs-record">
        <PageHead title="New hazardous event">
          <PageLink to="/org/functional-safety/hara" title="All hazardous events" />
        </PageHead>
        <Form />
      </div>
    </ProgramPage>
  )
}

const related = ['hazard']
/** How many of the new events are listed before they are created. */
const shownAtOnce = 12

function Form() {
  const { program, search, refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const navigate = useNavigate()
  const action = useAction()
  const hazards = ofKind(graph, 'hazard').toSorted((a, b) => a.number - b.number)
  const [chosenHazard, setHazard] = useState<string>()
  const hazard = hazards.find(({ uuid, code }) => uuid === chosenHazard || (!chosenHazard && code === search.open))
  const [title, setTitle] = useState('')
  const [situation, setSituation] = useState<Situation>({})
  const [mode, setMode] = useState<'one' | 'each'>('one')
  const [isProposed, setProposed] = useState(true)
  const existing = hazard ? eventsOf(hazard) : []
  const catalogue = catalogueOf(graph)
  const plan = plannedEvents(situation, mode === 'each', existing, catalogue)
  const situations = plan.ok ? plan.value.situations : []
  const named = title.trim() || hazard?.title || ''

  function eventsOf({ uuid }: Artefact): readonly Artefact[] {
    return linkedWith(graph, uuid, 'downstream', 'arises-in').flatMap(
      ({ node }) => graph.artefacts.get(node.uuid) ?? [],
    )
  }

  const create = () =>
    action.run(async () => {
      const inputs = situations.map((each) =>
        eventInput(each, { title: named, isProposed, catalogue, projectId: search.projectId }),
      )
      let first: Artefact | undefined
      for (const part of inParts(inputs)) {
        const withUuid = part.map((input) => ({
          ...input,
          new_uuid: uuidInProgram(program.programUuid, crypto.randomUUID()),
        }))
        const made = await program.save({
          artefacts: withUuid,
          link: withUuid.map(({ new_uuid: to }) => ({ kind: 'arises-in', from: hazard!.uuid, to })),
        })
        first ??= made[0]
      }
      const to = situations.length === 1 ? '/org/functional-safety/hara-edit' : '/org/functional-safety/hara'
      const address = {
        programId: search.programId,
        projectId: search.projectId,
        ...(situations.length === 1 && { open: first?.code }),
      }
      await navigate({ to, search: address as never })
    })

  return (
    <form
      className="fs-form c-form"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Field label="Hazard" hint="What may happen to people, from the HAZOP.">
        {(id) => (
          <HTMLSelect
            id={id}
            value={hazard?.uuid ?? ''}
            options={[
              { value: '', label: hazards.length === 0 && graph.isWhole ? 'No hazards yet' : 'Choose a hazard' },
              ...hazards.map(({ uuid, code, title: words }) => ({ value: uuid, label: `${code} ${words}` })),
            ]}
            onChange={(event) => setHazard(event.currentTarget.value)}
          />
        )}
      </Field>
      <LineField
        label="Title"
        hint="The situation is added to it. Empty: the title of the hazard."
        value={title}
        maxLength={200}
        autoComplete="off"
        onChange={setTitle}
      />
      <div className="c-field" role="group" aria-label="Operational situation">
        <span>Operational situation</span>
        <SituationEditor value={situation} isEach={mode === 'each'} catalogue={catalogue} onChange={setSituation} />
      </div>
      <Segments
        look="switch"
        label="How many events"
        segments={[
          { key: 'one', label: 'One event for all of it' },
          { key: 'each', label: 'One for each combination' },
        ]}
        chosen={mode}
        onChoose={setMode}
      />
      <label className="c-radio">
        <input type="checkbox" checked={isProposed} onChange={(event) => setProposed(event.target.checked)} />
        Take over the proposed exposure with its reason
      </label>
      <Preview plan={plan} title={named} catalogue={catalogue} />
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
      <div className="fs-row-acts">
        <ActButton
          type="submit"
          size="medium"
          intent="primary"
          variant="solid"
          refusal={refusal}
          disabled={hazard === undefined || situations.length === 0}
          loading={action.busy}
        >
          {situations.length === 1 ? 'Create the event' : `Create ${number(situations.length)} events`}
        </ActButton>
      </div>
    </form>
  )
}

interface PreviewProps {
  readonly plan: ReturnType<typeof plannedEvents>
  readonly title: string
  readonly catalogue: readonly SituationDimension[]
}

function Preview({ plan, title, catalogue }: PreviewProps) {
  if (!plan.ok)
    return (
      <p className="c-problem" role="alert">
        {plan.reason}
      </p>
    )
  const { situations, known } = plan.value
  return (
    <section className="fs-plan" aria-label="What is created">
      <p className="c-note num">
        {number(situations.length)} {situations.length === 1 ? 'event' : 'events'}
        {known > 0 && `; ${number(known)} left out, since this hazard has an event in the same situation`}
      </p>
      <table className="fs-mini">
        <tbody>
          {situations.slice(0, shownAtOnce).map((each) => {
            const { exposure, reason } = proposedExposure(catalogue, each, 'duration')
            const words = situationTitle(catalogue, each)
            return (
              <tr key={words}>
                <td className="fs-mini-title">{title === '' ? words : `${title}: ${words}`}</td>
                <td title={reason}>{exposure}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {situations.length > shownAtOnce && <p className="c-note num">{number(situations.length - shownAtOnce)} more</p>}
    </section>
  )
}

interface NewEvents {
  readonly title: string
  readonly isProposed: boolean
  readonly catalogue: readonly SituationDimension[]
  readonly projectId?: string | undefined
}

function eventInput(situation: Situation, { title, isProposed, catalogue, projectId }: NewEvents): ArtefactInput {
  const { exposure, reason } = proposedExposure(catalogue, situation, 'duration')
  return {
    kind: 'hazardous-event',
    title: `${title}: ${situationTitle(catalogue, situation)}`.slice(0, 300),
    ...(projectId !== undefined && { project_uuid: projectId }),
    fields: { situation, exposure_basis: 'duration', ...(isProposed && { exposure, exposure_reason: reason }) },
  }
}
