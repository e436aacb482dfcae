import { Button } from '@blueprintjs/core'
import { hasIndicators, noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { IndicatorsEditor } from '../sightings/indicators-editor.tsx'
import { useTreeEditorContext } from './editor-context.ts'
import { withStep } from './edits.ts'
import type { PlaceOf } from './places.ts'

/** The alerts that indicate a step (rule TREE-UI-11). */
export function SeenSection({ place: { step, code } }: { readonly place: PlaceOf }) {
  const { store, refusal, seen } = useTreeEditorContext()
  const [isOpen, setOpen] = useState(false)
  const indicators = step.indicators ?? noIndicators
  const isSet = hasIndicators(indicators)
  const counted = seen.on([step.id])
  return (
    <section className="te-section" aria-labelledby="at-shown">
      <header>
        <h3 id="at-shown">Seen in the field</h3>
        {!isSet && !isOpen && (
          <Button
            variant="minimal"
            size="small"
            className="te-link"
            disabled={refusal !== undefined}
            onClick={() => setOpen(true)}
          >
            Add
          </Button>
        )}
      </header>
      {counted && (
        <p className="c-note">
          {counted.alerts === 1
            ? '1 alert of the last 30 days shows it.'
            : `${number(counted.alerts)} alerts of the last 30 days show it.`}
        </p>
      )}
      {isSet || isOpen ? (
        <IndicatorsEditor
          indicators={indicators}
          isReadOnly={refusal !== undefined}
          onChange={(next) =>
            store.run(`What shows ${code || 'the root'}`, (tree) => withStep(tree, step.id, { indicators: next }))
          }
        />
      ) : (
        <p className="c-note">Nothing is named that shows it.</p>
      )}
    </section>
  )
}
