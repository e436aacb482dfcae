import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { saveStoryEntry } from '@carapace/shared/msoc/cases/case-story.contract'
import { useMemo, useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { zonedDateTime } from '../../../core/format/format.ts'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { useCasePage } from '../page-context.tsx'
import { type Candidate, candidatesOf } from './candidates.ts'

interface StoryPickerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Picks what becomes a step of the story: alerts, entries of the timeline, evidence. */
export function StoryPicker({ isOpen, onClose }: StoryPickerProps) {
  return (
    <Dialog className="cs-add" isOpen={isOpen} title="Pick what happened" onClose={onClose}>
      <Candidates onClose={onClose} />
    </Dialog>
  )
}

function Candidates({ onClose }: Pick<StoryPickerProps, 'onClose'>) {
  const { detail, run } = useCasePage()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const candidates = useMemo(() => candidatesOf(detail), [detail])
  const shown = candidates.filter(({ title }) => title.toLowerCase().includes(words.trim().toLowerCase()))
  const chosen = candidates.filter(({ key }) => ticked.includes(key))
  const toggle = (key: string) =>
    setTicked((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]))
  const add = async () => {
    setBusy(true)
    const answer = await run(() => addAll(detail.case.uuid, chosen))
    setBusy(false)
    if (answer !== undefined) onClose()
  }
  return (
    <>
      <DialogBody className="cs-add-body">
        <input
          className="bp6-input cs-wide-field"
          aria-label="Find entries"
          placeholder="Find entries"
          autoFocus
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <div className="cs-found" role="group" aria-label="What happened">
          {shown.length === 0 && <p className="cs-nothing">Nothing further to pick.</p>}
          {shown.map(({ key, group, title, at }) => (
            <label key={key} className="cs-found-row">
              <input type="checkbox" checked={ticked.includes(key)} onChange={() => toggle(key)} />
              <span className="cs-found-words">
                <span className="cs-cell-title">{title}</span>
                <span className="cs-note num">
                  {group} · {zonedDateTime(at)}
                </span>
              </span>
            </label>
          ))}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              Cancel
            </Button>
            <Button intent="primary" disabled={chosen.length === 0} loading={busy} onClick={() => void add()}>
              {chosen.length > 1 ? `Add ${chosen.length} steps` : 'Add'}
            </Button>
          </>
        }
      />
    </>
  )
}

/** One after the other: the order in which they are stored is the order of time. */
async function addAll(caseUuid: string, chosen: readonly Candidate[]): Promise<true> {
  for (const { at, title, tactic, reference } of chosen)
    await call(saveStoryEntry, { case_uuid: caseUuid, at, title, tactic: tactic.slice(0, 100), reference })
  return true
}
