import { CrossIcon } from '@blueprintjs/icons'
import type { CaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import { useState } from 'react'
import { useCasePage } from '../page-context.tsx'
import { useTaskChange } from './use-task-change.ts'

/** The checklist of a task: items are ticked, added by Enter, and removed. */
export function Checklist({ task }: { readonly task: CaseTask }) {
  const { refusal } = useCasePage()
  const change = useTaskChange(task)
  const [typed, setTyped] = useState('')
  const items = task.checklist
  const set = (checklist: CaseTask['checklist']) => change({ checklist })
  const add = async () => {
    const text = typed.trim()
    if (text !== '' && (await set([...items, { text, done: false }])))
      setTyped((now) => (now.trim() === text ? '' : now))
  }
  return (
    <section aria-label="Checklist">
      <h3>Checklist</h3>
      <ul className="cs-checklist">
        {items.map((item, index) => (
          <li key={`${index}${item.text}`}>
            <label>
              <input
                type="checkbox"
                className="cs-check"
                checked={item.done}
                disabled={refusal !== undefined}
                onChange={() => void set(items.with(index, { ...item, done: !item.done }))}
              />
              <span className={item.done ? 'cs-note' : undefined}>{item.text}</span>
            </label>
            {refusal === undefined && (
              <button
                type="button"
                aria-label={`Remove ${item.text}`}
                onClick={() => void set(items.toSpliced(index, 1))}
              >
                <CrossIcon size={10} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {refusal === undefined && (
        <input
          className="bp6-input cs-wide-field"
          aria-label="New item"
          placeholder="New item, Enter"
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void add()
          }}
        />
      )}
    </section>
  )
}
