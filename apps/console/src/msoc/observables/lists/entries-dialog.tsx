import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { extract } from '@carapace/shared/msoc/observables/extract'
import { typeNames } from '@carapace/shared/msoc/observables/observables'
import {
  addEntries,
  type ListEntry,
  listEntries,
  type ObservableList,
  removeEntries,
} from '@carapace/shared/msoc/observables/observables.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useRequest } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { dateTime, number } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field } from '../../../core/ui/field.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'

interface EntriesDialogProps {
  readonly list: ObservableList
  readonly onDone: () => void
  readonly onClose: () => void
}

const shownAtOnce = 200
/** Longer lists are seen with the filter "List" of the observables, and changed by an import. */
const mostPages = 5

/** The values of a list: the latest, with a field to add more and buttons to remove some. */
export function EntriesDialog({ list, onDone, onClose }: EntriesDialogProps) {
  const [pages, setPages] = useState(1)
  const { data, problem, refetch } = useRequest([listEntries.path, list.uuid, pages], (signal) =>
    readPages(list.uuid, pages, signal),
  )
  const refusal = useRefusal(addEntries)
  const action = useAction()
  const [text, setText] = useState('')
  const found = text.length > 100_000 ? [] : extract(text)
  const changed = () => {
    refetch()
    onDone()
  }
  const add = () =>
    action.run(async () => {
      const entries = found.map(({ type, value }) => ({ type, value }))
      await call(addEntries, { uuid: list.uuid, entries })
      setText('')
      changed()
    })
  const remove = (entry: ListEntry) =>
    action.run(async () => {
      await call(removeEntries, { uuid: list.uuid, entries: [{ type: entry.type, value: entry.value }] })
      changed()
    })
  return (
    <Dialog className="ob-dialog" isOpen title={`Values of ${list.name}`} onClose={onClose}>
      <DialogBody className="c-form">
        <Field
          label="Add values from a text"
          hint={`${number(found.length)} values found. More: import a file into the list.`}
        >
          {(id, describedBy) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              className="bp6-input ob-paste"
              rows={3}
              value={text}
              maxLength={100_000}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div>
          <ActButton
            text="Add"
            refusal={refusal}
            disabled={found.length === 0}
            loading={action.busy}
            onClick={() => void add()}
          />
        </div>
        {action.problem !== undefined && (
          <p className="c-problem" role="alert">
            {action.problem}
          </p>
        )}
        <Loaded
          what="Values"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={4} columns={['20%', '50%', '20%']} />}
        >
          {({ entries, isWhole }) => (
            <>
              {entries.length === 0 && <p className="c-note">It has no values yet.</p>}
              <ul className="ob-entries" aria-label={`Values of ${list.name}`}>
                {entries.map((entry) => (
                  <li key={`${entry.type} ${entry.value}`}>
                    <span className="ob-entry-type">{typeNames[entry.type]}</span>
                    <span className="mono ob-entry-value" title={entry.value}>
                      {entry.value}
                    </span>
                    <span className="c-note">{dateTime(entry.added_at)}</span>
                    <ActButton
                      text="Remove"
                      aria-label={`Remove ${entry.value}`}
                      refusal={refusal}
                      onClick={() => void remove(entry)}
                    />
                  </li>
                ))}
              </ul>
              {!isWhole && pages < mostPages && (
                <Button size="small" variant="outlined" text="Show more" onClick={() => setPages(pages + 1)} />
              )}
              {!isWhole && pages === mostPages && (
                <p className="c-note">
                  The latest {number(entries.length)} of {number(list.entries)}.
                </p>
              )}
            </>
          )}
        </Loaded>
      </DialogBody>
      <DialogFooter actions={<Button variant="outlined" text="Close" onClick={onClose} />} />
    </Dialog>
  )
}

async function readPages(uuid: string, pages: number, signal: AbortSignal) {
  const entries: ListEntry[] = []
  let cursor: string | undefined
  for (let page = 1; page <= pages; page++) {
    const answer = await call(listEntries, { uuid, limit: shownAtOnce, cursor }, { signal })
    entries.push(...answer.entries)
    if (answer.next_cursor === null) return { entries, isWhole: true }
    cursor = answer.next_cursor
  }
  return { entries, isWhole: false }
}
