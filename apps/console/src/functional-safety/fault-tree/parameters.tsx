import { Button } from '@blueprintjs/core'
import { CrossIcon } from '@blueprintjs/icons'
import { nodeId, type Parameter } from '@carapace/shared/functional-safety/fault-tree/tree'
import { type FormEvent, useState } from 'react'
import { toast } from '../../core/ui/toast.ts'
import { useFaultTreeContext } from './editor-context.ts'
import { ExpressionField } from './expression-field.tsx'

/** The numbers that several events share: in a simulation they vary together (rules FTA-7, FTA-19). */
export function Parameters() {
  const { tree, run, refusal } = useFaultTreeContext()
  const [id, setId] = useState('')
  const isReadOnly = refusal !== undefined
  const set = (next: Parameter) =>
    run(`Parameter ${next.id}`, (now) => ({
      ...now,
      parameters: now.parameters.map((each) => (each.id === next.id ? next : each)),
    }))
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (!nodeId.safeParse(id).success) {
      toast.error('Letters, digits, _ and single hyphens; a letter first.')
      return
    }
    const next: Parameter = { id, title: '', note: '', unit: null, value: 1e-6 }
    if (run(`Parameter ${id}`, (now) => ({ ...now, parameters: [...now.parameters, next] }))) setId('')
  }
  return (
    <div className="ft-parameters">
      <form className="ft-tools" onSubmit={add}>
        <input
          className="bp6-input mono"
          aria-label="Id of a new parameter"
          placeholder="New parameter"
          maxLength={100}
          spellCheck={false}
          disabled={isReadOnly}
          value={id}
          onChange={(event) => setId(event.target.value)}
        />
        <Button type="submit" size="small" variant="outlined" disabled={isReadOnly || id === ''}>
          Add
        </Button>
        <span className="c-note">Write its id in place of a number to use it.</span>
      </form>
      <ul className="ft-list" aria-label="Parameters">
        {tree.parameters.map((parameter) => (
          <li key={parameter.id} className="te-row">
            <ExpressionField
              label={parameter.id}
              value={parameter.value}
              isReadOnly={isReadOnly}
              onChange={(value) => set({ ...parameter, value })}
            />
            <Button
              size="small"
              variant="minimal"
              icon={<CrossIcon size={12} />}
              aria-label={`Remove ${parameter.id}`}
              disabled={isReadOnly}
              onClick={() =>
                run(`Remove ${parameter.id}`, (now) => ({
                  ...now,
                  parameters: now.parameters.filter((each) => each.id !== parameter.id),
                }))
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
