import { ChevronDownIcon, ChevronRightIcon, ShieldIcon } from '@blueprintjs/icons'
import { sentenceCase } from '../../core/format/format.ts'
import { Handle, type Node, type NodeProps, Position } from '../../core/flow/flow.tsx'
import { FeasibilityBars } from '../rating/feasibility-bars.tsx'
import { useGraph } from '../../graph/store/program-store.ts'
import { useTreeEditorContext } from './editor-context.ts'
import { withStep } from './edits.ts'
import { sizeOf, sizes } from './layout.ts'
import type { PlaceOf } from './places.ts'
import { ratingsAt } from './rating.ts'

export type CardNode = Node<{ readonly place: PlaceOf; readonly isOn: boolean; readonly isTarget: boolean }, 'step'>

/**
 * The card of a step: its title, its feasibility and its controls; below it the gate (all of its parts are needed, or
 * any one of them).
 */
export function StepCard({ data: { place, isOn, isTarget }, selected }: NodeProps<CardNode>) {
  const { rated, view, threat } = useTreeEditorContext()
  const { step, code, depth } = place
  const { width, card } = sizeOf(place)
  const rating = rated && ratingsAt(rated.scenarios[view.scenario], step.id)?.[view.method]
  const classes = [
    'at-card',
    isOn && 'at-on',
    selected && 'at-chosen',
    isTarget && 'at-target',
    depth === 0 && 'at-root',
  ]
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} className="te-handle" />
      <div className={classes.filter(Boolean).join(' ')} style={{ width, height: card }}>
        <div className="at-title" title={step.title}>
          {step.title}
        </div>
        <div className="at-meta">
          <span className="mono te-code">{depth === 0 ? threat?.code : code}</span>
          <FeasibilityBars {...rating} />
        </div>
        {step.controls.length > 0 && <Controls uuids={step.controls} />}
      </div>
      {step.gate !== null && <Gate place={place} isOn={isOn} />}
      <Handle type="source" position={Position.Bottom} isConnectable={false} className="te-handle" />
    </>
  )
}

function Controls({ uuids }: { readonly uuids: readonly string[] }) {
  const { program } = useTreeEditorContext()
  const artefacts = useGraph(program, (graph) => graph.artefacts)
  const more = uuids.length - sizes.shownControls
  return (
    <div className="at-controls">
      {uuids.slice(0, more > 0 ? sizes.shownControls - 1 : sizes.shownControls).map((uuid) => {
        const control = artefacts.get(uuid)
        const standing = control?.fields.standing as string | null | undefined
        return (
          <div key={uuid} className={standing === 'verified' ? 'at-control at-verified' : 'at-control'}>
            <ShieldIcon size={11} />
            <span>
              {control ? `${control.code} ${control.title}, ${standing ?? 'no standing'}` : 'A removed control'}
            </span>
          </div>
        )
      })}
      {more > 0 && <div className="at-control">and {more + 1} more</div>}
    </div>
  )
}

function Gate({ place: { key, step, isFolded, code }, isOn }: { readonly place: PlaceOf; readonly isOn: boolean }) {
  const { store, fold, refusal } = useTreeEditorContext()
  const [gate, other] = step.gate === 'and' ? (['and', 'or'] as const) : (['or', 'and'] as const)
  const means = gate === 'and' ? 'all of its parts are needed' : 'any of its parts suffices'
  return (
    <div className={`at-gate at-gate-${gate} ${isOn ? 'at-gate-on' : ''} nodrag`}>
      <button
        type="button"
        className="at-gate-word"
        tabIndex={-1}
        disabled={refusal !== undefined}
        title={`${sentenceCase(means)}. Click for ${other.toUpperCase()}.`}
        aria-label={`${gate.toUpperCase()}: ${means}`}
        onClick={() =>
          store.run(`Make ${code || 'the root'} ${other.toUpperCase()}`, (tree) =>
            withStep(tree, step.id, { gate: other }),
          )
        }
      >
        {gate.toUpperCase()}
      </button>
      <button
        type="button"
        className="at-fold"
        tabIndex={-1}
        aria-expanded={!isFolded}
        aria-label={isFolded ? `Show its ${step.parts.length} parts` : 'Fold its parts'}
        onClick={() => fold(key)}
      >
        {isFolded ? (
          <>
            <ChevronRightIcon size={10} />
            <span className="num">{step.parts.length}</span>
          </>
        ) : (
          <ChevronDownIcon size={10} />
        )}
      </button>
    </div>
  )
}
