import { Button } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import type { GateNode } from '@carapace/shared/functional-safety/fault-tree/tree'
import { useMemo } from 'react'
import { number } from '../../../core/format/format.ts'
import { Segments } from '../../../graph/editing/segments.tsx'
import { useFaultTreeContext } from '../editor-context.ts'
import { gatesFor, nodeOf, possibleParts, withGate, withPart, withoutPart } from '../edits.ts'
import { Picker } from '../node-picker.tsx'
import { gateMeanings, gateWords } from '../words.ts'
import { Section } from './section.tsx'

/** The maximum number of inputs that the panel lists: the canvas has them all. */
const mostListed = 40

export function GateSection({ node }: { readonly node: GateNode }) {
  const { tree, run, refusal, reveal } = useFaultTreeContext()
  const { id, gate, least, parts } = node
  const isReadOnly = refusal !== undefined
  const fitting = gatesFor(parts.length)
  const kinds = fitting.includes(gate) ? fitting : [...fitting, gate]
  const items = useMemo(
    () => possibleParts(tree, id).map((each) => ({ id: each.id, text: `${each.id} ${each.title}` })),
    [tree, id],
  )
  return (
    <Section title="Gate">
      <Segments
        look="wide"
        label="Kind of gate"
        segments={kinds.map((key) => ({ key, label: gateWords[key], help: gateMeanings[key] }))}
        chosen={gate}
        disabled={isReadOnly}
        onChoose={(key) => run(`Make ${id} ${gateWords[key]}`, (now) => withGate(now, id, key))}
      />
      <p className="c-note">{gateMeanings[gate]}</p>
      {gate === 'at-least' && (
        <label className="te-row">
          <input
            className="bp6-input ft-least num"
            type="number"
            aria-label="How many inputs at least"
            min={1}
            max={parts.length}
            readOnly={isReadOnly}
            value={least}
            onChange={(event) =>
              event.target.value !== '' &&
              run(`Number of ${id}`, (now) => withGate(now, id, 'at-least', Number(event.target.value)))
            }
          />
          of {parts.length} inputs
        </label>
      )}
      <ul className="ft-inputs" aria-label="Inputs">
        {parts.slice(0, mostListed).map((part, at) => {
          const title = nodeOf(tree, part)?.title
          return (
            <li key={part} className="te-row">
              <button type="button" className="ft-link te-grow" onClick={() => reveal(part)}>
                <span className="mono te-code">{part}</span> {title}
              </button>
              {gate === 'inhibit' && at === parts.length - 1 && <span className="te-used">condition</span>}
              <Button
                variant="minimal"
                size="small"
                icon={<CrossIcon size={12} />}
                aria-label={`Take ${part} off`}
                disabled={isReadOnly}
                onClick={() => run(`Remove ${part}`, (now) => withoutPart(now, id, part))}
              />
            </li>
          )
        })}
        {parts.length > mostListed && <li className="c-note">and {number(parts.length - mostListed)} more</li>}
      </ul>
      <Picker
        label="Add an existing node"
        items={items}
        isReadOnly={isReadOnly}
        onPick={(part) => run(`Use ${part}`, (now) => withPart(now, id, part))}
      />
    </Section>
  )
}
