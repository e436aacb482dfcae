import { Button, HTMLSelect } from '@blueprintjs/core'
import { CrossIcon, EyeOffIcon, TrashIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { useDraft } from '../../core/ui/use-draft.ts'
import { changeAction } from './actions.ts'
import { nothingChosen, useDiagramEditorContext } from './editor-context.ts'
import '../../core/ui/form.css'

interface ElementPanelProps {
  readonly artefact: Artefact
  readonly onHide: () => void
  readonly onDelete: () => void
}

/** The selected element: its name and its short fields; a change applies everywhere (rule DIAGRAM-1). */
export function ElementPanel({ artefact, onHide, onDelete }: ElementPanelProps) {
  const { refusal, choose, program, links, artefacts } = useDiagramEditorContext()
  const kind = artefactKindNamed(artefact.kind)!
  const near = [...links.values()]
    .filter(({ from, to }) => from === artefact.uuid || to === artefact.uuid)
    .flatMap(({ uuid, from, to }) => {
      const other = artefacts.get(from === artefact.uuid ? to : from)
      return other && other.kind !== 'diagram' ? [{ uuid, other }] : []
    })
  return (
    <aside className="te-panel df-panel" aria-label={`${artefact.code} ${artefact.title}`}>
      <header className="te-panel-head">
        <div className="te-panel-id">
          <span className="mono">{artefact.code}</span>
          <span>{kind.title}</span>
          <StatusBadge status={artefact.status} />
          <span className="te-panel-tools">
            <Button
              variant="minimal"
              size="small"
              icon={<EyeOffIcon />}
              aria-label="Hide it from the diagram"
              title="Hide it from the diagram (Delete)"
              disabled={refusal !== undefined}
              onClick={onHide}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<TrashIcon />}
              aria-label="Delete it from the model"
              title="Delete it from the model (Shift-Delete)"
              disabled={refusal !== undefined}
              onClick={onDelete}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<CrossIcon />}
              aria-label="Close"
              onClick={() => choose(nothingChosen)}
            />
          </span>
        </div>
        <NameField key={artefact.uuid} artefact={artefact} />
      </header>
      <div className="te-panel-body">
        <section className="te-section" aria-labelledby="df-fields">
          <header>
            <h3 id="df-fields">Details</h3>
            <Link
              to="/org/lifecycle/projects/view/item-definition"
              search={{ programId: program.programUuid, open: artefact.code, tab: artefact.kind }}
            >
              In the table
            </Link>
          </header>
          {Object.keys(kind.fields).map((name) => (
            <FieldRow key={name} artefact={artefact} name={name} />
          ))}
        </section>
        {near.length > 0 && (
          <section className="te-section" aria-labelledby="df-links">
            <header>
              <h3 id="df-links">Linked with</h3>
            </header>
            {near.map(({ uuid, other }) => (
              <div key={uuid} className="te-row">
                <span className="mono te-code">{other.code}</span>
                <span className="te-grow">{other.title}</span>
                <span className="c-note">{artefactKindNamed(other.kind)?.title}</span>
              </div>
            ))}
          </section>
        )}
      </div>
    </aside>
  )
}

function NameField({ artefact }: { readonly artefact: Artefact }) {
  const context = useDiagramEditorContext()
  const { store, refusal } = context
  const [draft, setDraft, written] = useDraft()
  useEffect(() => setDraft(undefined), [artefact.title, setDraft])
  const commit = () => {
    const title = written()?.trim()
    setDraft(undefined)
    if (title !== undefined && title !== '' && title !== artefact.title)
      store.run(changeAction(context, artefact, { title }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') setDraft(undefined)
    else commit()
    document
      .querySelector<HTMLElement>('.df-canvas .react-flow__node.selected, .df-canvas .react-flow__edge.selected')
      ?.focus({ preventScroll: true })
  }
  return (
    <input
      id="df-name"
      className="te-title-field"
      aria-label="Name"
      maxLength={300}
      value={draft ?? artefact.title}
      readOnly={refusal !== undefined}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

/** A field that fits here: text, a choice, yes or no. The others are edited in the table. */
function FieldRow({ artefact, name }: { readonly artefact: Artefact; readonly name: string }) {
  const context = useDiagramEditorContext()
  const { store, refusal } = context
  const field = artefactKindNamed(artefact.kind)!.fields[name]!
  const value = artefact.fields[name] ?? field.initial
  const id = `df-field-${name}`
  const set = (to: unknown) => store.run(changeAction(context, artefact, { fields: { [name]: to } }))
  if (field.input === 'truth')
    return (
      <label className="c-radio">
        <input
          type="checkbox"
          checked={value === true}
          disabled={refusal !== undefined}
          onChange={(event) => set(event.target.checked)}
        />
        {field.title}
      </label>
    )
  if (field.input === 'choice') {
    const words = Object.entries(field.choices ?? {}).map(([word, label]) => ({ value: word, label }))
    return (
      <label className="te-label" htmlFor={id}>
        {field.title}
        <HTMLSelect
          id={id}
          fill
          disabled={refusal !== undefined}
          value={(value as string | null) ?? ''}
          onChange={(event) => set(event.target.value || null)}
          options={[{ value: '', label: 'Not stated' }, ...words]}
        />
      </label>
    )
  }
  if (field.input !== 'line') return null
  return (
    <label className="te-label" htmlFor={id}>
      {field.title}
      <LineBox key={String(value)} id={id} value={String(value)} disabled={refusal !== undefined} onSet={set} />
    </label>
  )
}

function LineBox({
  id,
  value,
  disabled,
  onSet,
}: {
  readonly id: string
  readonly value: string
  readonly disabled: boolean
  readonly onSet: (value: string) => void
}) {
  const [draft, setDraft] = useState(value)
  return (
    <input
      id={id}
      className="bp6-input te-wide df-line-field"
      maxLength={200}
      value={draft}
      readOnly={disabled}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => draft.trim() !== value && onSet(draft.trim())}
    />
  )
}
