import type { CaseTask } from '@carapace/shared/msoc/cases/case-tasks.contract'
import { useState } from 'react'
import { dateTime } from '../../../core/format/format.ts'
import { sentenceOf } from '../activity/timeline.ts'
import { useCasePage } from '../page-context.tsx'
import { useTaskChange } from './use-task-change.ts'

/** What happened with a task, the latest first, and a field for another note. */
export function TaskLog({ task }: { readonly task: CaseTask }) {
  const { detail, refusal } = useCasePage()
  const change = useTaskChange(task)
  const [typed, setTyped] = useState('')
  const entries = detail.timeline.filter(({ kind, detail: about }) => kind === 'task' && isAbout(about, task.uuid))
  const add = async () => {
    const note = typed.trim()
    if (note !== '' && (await change({ note }))) setTyped((now) => (now.trim() === note ? '' : now))
  }
  return (
    <section aria-label="Log">
      <h3>Log</h3>
      {refusal === undefined && (
        <input
          className="bp6-input cs-wide-field"
          aria-label="New note"
          placeholder="What did you do? Enter"
          maxLength={2_000}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void add()
          }}
        />
      )}
      <ol className="cs-log">
        {entries.map(({ seq, at, actor, kind, detail: about }) => (
          <li key={seq}>
            <span className="cs-note num">{dateTime(at)}</span> <strong>{actor}</strong>{' '}
            {typeof about['note'] === 'string' ? about['note'] : sentenceOf({ kind, detail: about }).toLowerCase()}
          </li>
        ))}
        {entries.length === 0 && <li className="cs-note">Nothing is noted yet.</li>}
      </ol>
    </section>
  )
}

function isAbout(detail: Readonly<Record<string, unknown>>, uuid: string): boolean {
  return Object.values(detail).includes(uuid)
}
