import { Button, HTMLSelect } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronRightIcon, CrossIcon, ShieldIcon } from '@blueprintjs/icons'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { demandOf, ratePotential } from '@carapace/shared/lifecycle/rating/feasibility'
import { type Method, potentialFactors } from '@carapace/shared/lifecycle/methods/method'
import { type Effort, noEffort } from '@carapace/shared/lifecycle/attack-tree/tree'
import { useRef, useState } from 'react'
import { sentenceCase } from '../../core/format/format.ts'
import { Badge } from '../../core/ui/status-badge.tsx'
import { tried } from '../../graph/page/page-context.tsx'
import { EffortFields } from '../rating/effort-fields.tsx'
import { type ProgramStore, useGraph } from '../../graph/store/program-store.ts'
import { PickDialog } from '../item/pick-dialog.tsx'
import { type TreeEditorContext, useTreeEditorContext } from './editor-context.ts'
import { withStep } from './edits.ts'
import type { PlaceOf } from './places.ts'
import { ratingText } from './words.ts'

/** The controls on a step, and by how much each raises the effort. */
export function ControlsSection({ place: { step, code } }: { readonly place: PlaceOf }) {
  const context = useTreeEditorContext()
  const [isPicking, setPicking] = useState(false)
  const artefacts = useGraph(context.program, (graph) => graph.artefacts)
  const controls = [...artefacts.values()].filter(({ kind }) => kind === 'control')
  const set = (label: string, change: (before: readonly string[]) => string[]) =>
    context.store.run(label, (tree) =>
      withStep(tree, step.id, { controls: change(tree.steps.find(({ id }) => id === step.id)?.controls ?? []) }),
    )
  const add = (uuid: string) => {
    setPicking(false)
    set(`Put a control at ${code || 'the root'}`, (before) => [...new Set([...before, uuid])].slice(0, 20))
  }
  const make = (title: string) =>
    tried(async () => {
      const [made] = await context.program.save({
        artefacts: [{ kind: 'control', title, fields: { standing: 'planned' } }],
      })
      if (made) add(made.uuid)
    })
  return (
    <section className="te-section" aria-labelledby="at-controls">
      <header>
        <h3 id="at-controls">Controls on this step</h3>
        <Button
          variant="minimal"
          size="small"
          className="te-link"
          disabled={context.refusal !== undefined}
          onClick={() => setPicking(true)}
        >
          Add
        </Button>
      </header>
      {step.controls.length === 0 && <p className="c-note">No control mitigates it.</p>}
      {step.controls.map((uuid) => (
        <ControlRow
          key={uuid}
          context={context}
          control={artefacts.get(uuid)}
          onRemove={() =>
            set(`Take a control off ${code || 'the root'}`, (before) => before.filter((one) => one !== uuid))
          }
        />
      ))}
      {isPicking && (
        <PickDialog
          title={`A control at ${code || 'the root'}`}
          label="Control"
          making={(name) => `New control “${name}”, planned`}
          onPick={add}
          onMake={(name) => void make(name)}
          onClose={() => setPicking(false)}
          picks={controls.map((control) => ({
            key: control.uuid,
            code: control.code,
            title: control.title,
            ...(step.controls.includes(control.uuid) && { refusal: 'is here' }),
          }))}
        />
      )}
    </section>
  )
}

interface ControlRowProps {
  readonly context: TreeEditorContext
  readonly control: Artefact | undefined
  readonly onRemove: () => void
}

function ControlRow({ context: desk, control, onRemove }: ControlRowProps) {
  if (!control)
    return (
      <div className="te-row">
        <span className="c-note">A removed control</span>
        <Button
          variant="minimal"
          size="small"
          icon={<CrossIcon size={12} />}
          aria-label="Take it off"
          disabled={desk.refusal !== undefined}
          onClick={onRemove}
        />
      </div>
    )
  return <Control context={desk} control={control} onRemove={onRemove} />
}

/**
 * Stores changes of a control one after another, each over the revision of the one before. So fast clicks cause no
 * conflict with the user's own changes.
 */
function useStored(program: ProgramStore, { uuid, revision, fields }: Artefact) {
  const [waiting, setWaiting] = useState<Readonly<Record<string, unknown>>>()
  const last = useRef({ done: Promise.resolve(), revision: 0, count: 0 })
  const save = (change: Record<string, unknown>) => {
    setWaiting((before) => ({ ...before, ...change }))
    const turn = (last.current.count += 1)
    const store = async () => {
      const [written] = await program.save({
        artefacts: [{ uuid, revision: Math.max(revision, last.current.revision), kind: 'control', fields: change }],
      })
      last.current.revision = written?.revision ?? 0
    }
    last.current.done = last.current.done.then(async () => {
      await tried(store)
      if (turn === last.current.count) setWaiting(undefined)
    })
  }
  return { now: { ...fields, ...waiting }, save }
}

function Control({
  context: { program, method, view, refusal },
  control,
  onRemove,
}: ControlRowProps & { readonly control: Artefact }) {
  const { code, title } = control
  const { now: fields, save } = useStored(program, control)
  const raises = (fields.raises as Effort | undefined) ?? noEffort
  const [isOpen, setOpen] = useState(isSame(raises, noEffort) && refusal === undefined)
  return (
    <div className="at-control-box">
      <div className="te-row">
        <ShieldIcon size={12} />
        <span className="mono te-code">{code}</span>
        <span className="te-grow" title={title}>
          {title}
        </span>
        {refusal === undefined ? (
          <HTMLSelect
            aria-label={`Standing of ${code}`}
            className="at-standing"
            value={(fields.standing as string | null) ?? ''}
            onChange={(event) => save({ standing: event.target.value || null })}
            options={[
              { value: '', label: 'No standing' },
              { value: 'planned', label: 'Planned' },
              { value: 'implemented', label: 'Implemented' },
              { value: 'verified', label: 'Verified' },
            ]}
          />
        ) : (
          <Badge tone={fields.standing === 'verified' ? 'green' : 'purple'}>
            {sentenceCase((fields.standing as string | null) ?? 'no standing')}
          </Badge>
        )}
        <Button
          variant="minimal"
          size="small"
          icon={isOpen ? <ChevronDownIcon size={12} /> : <ChevronRightIcon size={12} />}
          aria-label={`What ${code} raises the effort to`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <Button
          variant="minimal"
          size="small"
          icon={<CrossIcon size={12} />}
          aria-label={`Take ${code} off the step`}
          disabled={refusal !== undefined}
          onClick={onRemove}
        />
      </div>
      <p className="c-note at-raises">{raisesText(method, raises)}</p>
      {isOpen && (
        <EffortFields
          isWide
          of={code}
          effort={raises}
          method={method}
          by={view.method}
          disabled={refusal !== undefined}
          onChange={(effort) => save({ raises: effort })}
        />
      )}
    </div>
  )
}

/** The effort that a control raises, as text: "raises time to 17, expertise to 6: 34, very low". */
function raisesText(method: Method, raises: Effort): string {
  const named = potentialFactors.flatMap((factor) => {
    const { levels, label } = method.potential.factors[factor]
    const level = levels.find(({ key }) => key === raises.potential[factor])
    return level ? [`${label.toLowerCase()} to ${level.value}`] : []
  })
  const others = [
    ...Object.keys(raises.cvss).map((metric) => metric.toUpperCase()),
    ...(raises.vector ? ['the vector'] : []),
  ]
  if (named.length === 0)
    return others.length === 0 ? 'It is not stated yet what it makes harder.' : `raises ${others.join(', ')}`
  return `raises ${named.join(', ')}: ${ratingText('potential', ratePotential(method, demandOf(method, raises)))}`
}
