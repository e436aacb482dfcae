import { DialogBody } from '@blueprintjs/core'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useState } from 'react'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { mergeOf } from './merge.ts'
import '../../core/ui/form.css'

interface MergeDialogProps {
  /** Artefacts that may be the same, in groups. */
  readonly groups: readonly (readonly Artefact[])[]
  readonly onClose: () => void
}

/** How many groups are shown at once. */
const shownAtOnce = 20

/** Merges duplicates: of each group the chosen ones become one, which gets all links (rule SAFETY-UI-11). */
export function MergeDialog({ groups, onClose }: MergeDialogProps) {
  const { program } = usePageContext()
  const graph = usePageGraph((state) => state)
  const [left, setLeft] = useState(groups)
  const [taken, setTaken] = useState<ReadonlySet<string>>(
    new Set(groups.flatMap((group) => group.map(({ uuid }) => uuid))),
  )
  const action = useAction()
  const chosen = left
    .slice(0, shownAtOnce)
    .map((group) => group.filter(({ uuid }) => taken.has(uuid)))
    .filter((group) => group.length > 1)
  const toggle = (uuid: string) =>
    setTaken((before) =>
      before.has(uuid) ? new Set([...before].filter((each) => each !== uuid)) : new Set([...before, uuid]),
    )

  const merge = () =>
    action.run(async () => {
      for (const group of chosen) {
        const [keep, ...gone] = await Promise.all(group.map(async ({ uuid }) => (await program.whole(uuid)).artefact))
        const plan = mergeOf(graph, keep!, gone)
        if (!plan.ok) throw new Error(plan.reason)
        const { artefacts, link, remove } = plan.value
        if (artefacts.length + link.length > 0) await program.save({ artefacts, link })
        await program.remove(remove)
        setLeft((before) => before.filter((each) => !each.some(({ uuid }) => uuid === keep!.uuid)))
      }
      onClose()
    })

  return (
    <Dialog isOpen title="Merge duplicates" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void merge()
        }}
      >
        <DialogBody>
          <p className="c-say">
            The first chosen one of each group stays. It gets the links of the others, and their text where it has none;
            the others are removed.
          </p>
          {left.slice(0, shownAtOnce).map((group) => (
            <fieldset key={group[0]!.uuid} className="hz-group">
              <legend>{group[0]!.title}</legend>
              {group.map(({ uuid, code, title }) => (
                <label key={uuid} className="c-radio">
                  <input type="checkbox" checked={taken.has(uuid)} onChange={() => toggle(uuid)} />
                  <span className="mono">{code}</span> {title}
                </label>
              ))}
            </fieldset>
          ))}
          {left.length > shownAtOnce && <p className="c-note num">{left.length - shownAtOnce} more groups follow.</p>}
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Merge" isReady={chosen.length > 0} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
