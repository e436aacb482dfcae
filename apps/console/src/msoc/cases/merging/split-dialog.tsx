import { DialogBody } from '@blueprintjs/core'
import { splitCase } from '@carapace/shared/msoc/cases/case-actions.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { LineField } from '../../../core/ui/field.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { caseId } from '../list.ts'
import { useCasePage } from '../page-context.tsx'
import type { CaseDetail } from '../use-case.ts'
import { type Items, itemsText } from './what-moves.ts'
import { useNavigate } from '@tanstack/react-router'

interface SplitDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Moves chosen alerts, tasks, evidence, links and steps to a new case; it states what moves (rule CASE-UI-60). */
export function SplitDialog({ isOpen, onClose }: SplitDialogProps) {
  const { detail } = useCasePage()
  return (
    <Dialog className="cs-add" isOpen={isOpen} title={`Split ${caseId(detail.case)}`} onClose={onClose}>
      <SplitForm onClose={onClose} />
    </Dialog>
  )
}

/** What can be chosen: a heading for each kind, and its items. */
function groupsOf({ alerts, tasks, evidence, links, story }: CaseDetail) {
  const named = ({ uuid, title }: { readonly uuid: string; readonly title: string }) => ({ uuid, text: title })
  return [
    ['alerts', 'Alerts', alerts.map(({ uuid, number, title }) => ({ uuid, text: `ALR-${number} ${title}` }))],
    ['tasks', 'Tasks', tasks.map(named)],
    ['evidence', 'Evidence', evidence.map(({ uuid, name }) => ({ uuid, text: name }))],
    [
      'links',
      'Links',
      links.filter(({ incoming }) => !incoming).map(({ uuid, title, target }) => ({ uuid, text: title || target })),
    ],
    ['story', 'Story', story.map(named)],
  ] as const
}

function SplitForm({ onClose }: Pick<SplitDialogProps, 'onClose'>) {
  const { detail, run } = useCasePage()
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const groups = groupsOf(detail)
  const chosen = Object.fromEntries(
    groups.map(([kind, , items]) => [kind, items.flatMap(({ uuid }) => (ticked.has(uuid) ? [uuid] : []))]),
  ) as Record<keyof Items, string[]>
  const counts = Object.fromEntries(Object.entries(chosen).map(([kind, some]) => [kind, some.length])) as never as Items
  const isReady = title.trim() !== '' && ticked.size > 0
  const toggle = (uuid: string) => {
    const next = new Set(ticked)
    if (!next.delete(uuid)) next.add(uuid)
    setTicked(next)
  }
  const split = async () => {
    const { uuid, revision } = detail.case
    setBusy(true)
    const answer = await run(() => call(splitCase, { uuid, revision, title: title.trim(), ...chosen }))
    setBusy(false)
    if (answer === undefined) return
    onClose()
    toast.success(`${caseId(answer.case)} is opened with ${itemsText(counts)}.`, {
      action: {
        text: 'Open it',
        run: () =>
          void navigate({ to: '/org/msoc/dashboard/case-management/general', search: { case: answer.case.uuid } }),
      },
    })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !busy) void split()
      }}
    >
      <DialogBody>
        <LineField
          label="Title of the new case"
          value={title}
          maxLength={200}
          autoFocus
          autoComplete="off"
          onChange={setTitle}
        />
        <div className="cs-found" role="group" aria-label="What moves">
          {groups.every(([, , items]) => items.length === 0) && (
            <p className="cs-nothing">This case has nothing that could move.</p>
          )}
          {groups.map(
            ([kind, heading, items]) =>
              items.length > 0 && (
                <fieldset key={kind} className="cs-split-group">
                  <legend>{heading}</legend>
                  {items.map(({ uuid, text }) => (
                    <label key={uuid} className="c-radio">
                      <input
                        type="checkbox"
                        className="cs-check"
                        checked={ticked.has(uuid)}
                        onChange={() => toggle(uuid)}
                      />
                      <span className="cs-cell-title">{text}</span>
                    </label>
                  ))}
                </fieldset>
              ),
          )}
        </div>
        <p className="cs-moves" aria-live="polite">
          {ticked.size === 0
            ? 'Choose what moves.'
            : `The new case gets ${itemsText(counts)}, and the members of this one. The rest stays.`}
        </p>
      </DialogBody>
      <DialogActions action="Split off" isReady={isReady} isBusy={busy} onCancel={onClose} />
    </form>
  )
}
