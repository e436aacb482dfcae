import { Button, TextArea } from '@blueprintjs/core'
import { CrossIcon, TrashIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Badge } from '../../core/ui/status-badge.tsx'
import { EffortFields } from '../rating/effort-fields.tsx'
import { methodTitles } from '../rating/effort-rows.ts'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import { Segments } from '../../graph/editing/segments.tsx'
import { useDraft } from '../../core/ui/use-draft.ts'
import { AssumptionsSection } from './assumptions-section.tsx'
import { ControlsSection } from './controls-section.tsx'
import { type TreeEditorContext, useTreeEditorContext } from './editor-context.ts'
import { withoutPart, withStep } from './edits.ts'
import { MethodsSection, ScenariosSection } from './judged-sections.tsx'
import { besides } from '../../graph/tree/moving.ts'
import { usedText } from './moving.ts'
import type { PlaceOf } from './places.ts'
import { ratingsAt } from './rating.ts'
import { SeenSection } from './seen-section.tsx'

/** Shows and edits the selected step. */
export function StepPanel({ place }: { readonly place: PlaceOf }) {
  const context = useTreeEditorContext()
  return (
    <aside className="te-panel" aria-label={`Step ${place.code || 'at the root'}`}>
      <PanelHead key={place.key} context={context} place={place} />
      <div className="te-panel-body">
        <RatingSection context={context} place={place} />
        <MethodsSection />
        <ScenariosSection />
        <ControlsSection place={place} />
        {place.step.gate === null && <AssumptionsSection place={place} />}
        {place.step.gate === null && <SeenSection key={`shown ${place.step.id}`} place={place} />}
        <NoteSection key={place.step.id} context={context} place={place} />
      </div>
    </aside>
  )
}

interface PartProps {
  readonly context: TreeEditorContext
  readonly place: PlaceOf
}

/** Removes a step from its place. */
export function removeStep({ store, places, select, refusal }: TreeEditorContext, place: PlaceOf): void {
  const host = place.parent === undefined ? undefined : places.get(place.parent)
  if (!host || refusal !== undefined) return
  store.run(`Remove ${place.step.title}`, (tree) => withoutPart(tree, host.step.id, place.step.id))
  select(besides(place, places))
}

function PanelHead({ context: desk, place }: PartProps) {
  const { tree, select, refusal, threat } = desk
  const { step, code, parent } = place
  const used = usedText(tree, step.id)
  return (
    <header className="te-panel-head">
      <div className="te-panel-id">
        <span className="mono">{parent === undefined ? (threat?.code ?? desk.artefact.code) : code}</span>
        <Badge tone="grey">
          {parent === undefined ? 'goal of the attack' : step.gate === null ? 'step' : 'refined step'}
        </Badge>
        {used !== undefined && <span className="te-used">{used}</span>}
        <span className="te-panel-tools">
          {parent !== undefined && (
            <Button
              variant="minimal"
              size="small"
              icon={<TrashIcon />}
              aria-label={used === undefined ? 'Remove the step' : 'Remove the step from here'}
              disabled={refusal !== undefined}
              onClick={() => removeStep(desk, place)}
            />
          )}
          <Button
            variant="minimal"
            size="small"
            icon={<CrossIcon />}
            aria-label="Close"
            onClick={() => select(undefined)}
          />
        </span>
      </div>
      <TitleField context={desk} place={place} />
    </header>
  )
}

/** The step's title: edited in place, stored with Enter or on blur, restored with Escape. */
function TitleField({ context: { store, refusal }, place: { step, code } }: PartProps) {
  const [draft, setDraft, written] = useDraft()
  const commit = () => {
    const title = written()?.trim()
    setDraft(undefined)
    if (title !== undefined && title !== '' && title !== step.title)
      store.run(`Rename ${code || 'the root'}`, (tree) => withStep(tree, step.id, { title }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') setDraft(undefined)
    else commit()
    focusCard()
  }
  useEffect(() => setDraft(undefined), [step.id, setDraft])
  return (
    <input
      id="at-step-title"
      className="te-title-field"
      aria-label="Title of the step"
      maxLength={200}
      value={draft ?? step.title}
      readOnly={refusal !== undefined}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

/** Moves the focus back to the card, where keys navigate the tree. */
function focusCard(): void {
  document.querySelector<HTMLElement>('.te-canvas .react-flow__node.selected')?.focus({ preventScroll: true })
}

function RatingSection({ context: { rated, view, method, store, refusal }, place: { step, code } }: PartProps) {
  const rating = rated && ratingsAt(rated.scenarios[view.scenario], step.id)?.[view.method]
  const setGate = (gate: 'and' | 'or') =>
    store.run(`Make ${code || 'the root'} ${gate.toUpperCase()}`, (tree) => withStep(tree, step.id, { gate }))
  return (
    <section className="te-section" aria-labelledby="at-rating">
      <header>
        <h3 id="at-rating">{methodTitles[view.method]}</h3>
        <FeasibilityBars {...rating} />
      </header>
      {step.gate === null ? (
        <EffortFields
          isWide
          of={code || 'the root'}
          effort={step.effort}
          method={method}
          by={view.method}
          disabled={refusal !== undefined}
          onChange={(effort, what) =>
            store.run(`Rate ${what.toLowerCase()} of ${code || 'the root'}`, (tree) =>
              withStep(tree, step.id, { effort }),
            )
          }
        />
      ) : (
        <>
          <Segments
            look="wide"
            label="Which of its parts are needed"
            segments={[
              { key: 'and', label: 'AND: all parts' },
              { key: 'or', label: 'OR: any part' },
            ]}
            chosen={step.gate}
            disabled={refusal !== undefined}
            onChoose={setGate}
          />
          <p className="c-note">
            Rated by its {step.parts.length} {step.parts.length === 1 ? 'part' : 'parts'}.
          </p>
        </>
      )}
    </section>
  )
}

function NoteSection({ context: { store, refusal }, place: { step, code } }: PartProps) {
  const [note, setNote] = useState<string>()
  const [techniques, setTechniques] = useState<string>()
  const label = code || 'the root'
  const commitNote = () =>
    note !== undefined && store.run(`Note on ${label}`, (tree) => withStep(tree, step.id, { note }))
  const commitTechniques = () =>
    techniques !== undefined &&
    store.run(`Techniques of ${label}`, (tree) => withStep(tree, step.id, { techniques: wordsIn(techniques) }))
  return (
    <section className="te-section" aria-labelledby="at-more">
      <header>
        <h3 id="at-more">More</h3>
      </header>
      <label className="te-label" htmlFor="at-techniques">
        Techniques (ATT&CK, ATM), by id
      </label>
      <input
        id="at-techniques"
        className="bp6-input mono te-wide"
        maxLength={400}
        readOnly={refusal !== undefined}
        value={techniques ?? step.techniques.join(', ')}
        onChange={(event) => setTechniques(event.target.value)}
        onBlur={commitTechniques}
      />
      <label className="te-label" htmlFor="at-note">
        Note
      </label>
      <TextArea
        id="at-note"
        className="te-wide te-note"
        maxLength={2_000}
        readOnly={refusal !== undefined}
        value={note ?? step.note}
        onChange={(event) => setNote(event.target.value)}
        onBlur={commitNote}
      />
    </section>
  )
}

const wordsIn = (text: string) =>
  [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map((word) => word.slice(0, 40)),
    ),
  ].slice(0, 20)
