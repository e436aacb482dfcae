import { HTMLSelect } from '@blueprintjs/core'
import { safetyRequirementKind } from '@carapace/shared/functional-safety/kinds/concept.kinds'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../core/call/use-action.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { Segments } from '../../graph/editing/segments.tsx'
import { PageLink } from '../../graph/links/page-link.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { ProgramPage } from '../../graph/page/program-page.tsx'
import { AsilBadge } from '../asil-badge.tsx'
import { asilOn, ofKind } from '../safety.ts'
import { requirementRelated } from './requirements-page.tsx'
import '../../core/ui/form.css'
import '../safety.css'

const kind = 'safety-requirement'
const origins = ['safety-goal', 'safety-concept', kind]

/** Creates a safety requirement that is derived from a goal, a concept or another requirement. */
export function CreateRequirementPage(address: AddressProps) {
  return (
    <ProgramPage {...address} title="New HARA requirement" kind={kind} related={requirementRelated}>
      <div className="fs-record">
        <PageHead title="New HARA requirement">
          <PageLink to="/org/functional-safety/hara-requirements" title="All safety requirements" />
        </PageHead>
        <Form />
      </div>
    </ProgramPage>
  )
}

type Type = keyof typeof types
const types = safetyRequirementKind.fields.type.choices as Readonly<
  Record<'functional' | 'technical' | 'hardware' | 'software', string>
>

function Form() {
  const { program, search, refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const navigate = useNavigate()
  const action = useAction()
  const [chosen, setOrigin] = useState<string>()
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [type, setType] = useState<Type>('functional')
  const choices = origins.flatMap((each) => ofKind(graph, each).toSorted((a, b) => a.number - b.number))
  const origin = choices.find(({ uuid, code }) => uuid === chosen || (chosen === undefined && code === search.open))
  const create = () =>
    action.run(async () => {
      const uuid = uuidInProgram(program.programUuid, crypto.randomUUID())
      const [made] = await program.save({
        artefacts: [
          {
            kind,
            new_uuid: uuid,
            title: title.trim(),
            ...(search.projectId !== undefined && { project_uuid: search.projectId }),
            fields: { text: text.trim(), type },
          },
        ],
        link: origin ? [{ kind: 'derived-to', from: origin.uuid, to: uuid }] : [],
      })
      const address = { programId: search.programId, projectId: search.projectId, open: made?.code }
      await navigate({ to: '/org/functional-safety/update-hara-requirement', search: address as never })
    })
  return (
    <form
      className="fs-form c-form"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Field
        label="Derived from"
        hint={
          origin === undefined ? (
            'It inherits the ASIL.'
          ) : (
            <>
              It inherits <AsilBadge asil={asilOn(graph, origin.uuid)} none="no ASIL yet" />
            </>
          )
        }
      >
        {(id) => (
          <HTMLSelect
            id={id}
            value={origin?.uuid ?? ''}
            options={[
              { value: '', label: 'Nothing yet' },
              ...choices.map(({ uuid, code, title: words }) => ({ value: uuid, label: `${code} ${words}` })),
            ]}
            onChange={(event) => setOrigin(event.currentTarget.value)}
          />
        )}
      </Field>
      <LineField label="Title" value={title} maxLength={300} required autoComplete="off" onChange={setTitle} />
      <Field label="Requirement" hint={safetyRequirementKind.fields.text.help}>
        {(id, describedBy) => (
          <textarea
            id={id}
            aria-describedby={describedBy}
            className="bp6-input"
            rows={4}
            maxLength={10_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="c-field">
        <span>Type</span>
        <Segments
          label="Type"
          segments={Object.entries(types).map(([key, label]) => ({ key: key as Type, label }))}
          chosen={type}
          onChoose={setType}
        />
      </div>
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
          disabled={title.trim() === ''}
          loading={action.busy}
        >
          Create the requirement
        </ActButton>
      </div>
    </form>
  )
}
