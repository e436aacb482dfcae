import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { savePlaybook } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, messageOf } from '../../../core/call/call.ts'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { counted } from '../words.ts'
import { imported } from './exchange.ts'

interface ImportDialogProps {
  readonly file: File
  readonly onDone: () => void
  readonly onClose: () => void
}

interface Result {
  readonly saved: number
  readonly refused: readonly string[]
}

/** Adds the playbooks of a file, disabled, and lists those that were refused with the reason (rule PLAYBOOK-UI-4). */
export function ImportDialog({ file, onDone, onClose }: ImportDialogProps) {
  const [result, setResult] = useState<Result>()
  const done = useEffectEvent(onDone)
  useEffect(() => {
    let isStopped = false
    void importAll(file, () => isStopped).then((answer) => {
      if (isStopped) return
      setResult(answer)
      done()
    })
    return () => void (isStopped = true)
  }, [file])
  return (
    <Dialog className="pb-dialog" isOpen title={`Import ${file.name}`} onClose={onClose}>
      <DialogBody>
        {result === undefined ? (
          <progress className="pb-progress" aria-label="Importing" />
        ) : (
          <>
            <p className="c-say" role="status">
              {counted(result.saved, 'playbook')} added, disabled. {result.refused.length} refused.
            </p>
            <ul className="pb-refused">
              {result.refused.map((reason) => (
                <li key={reason} className="c-problem">
                  {reason}
                </li>
              ))}
            </ul>
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<Button variant="outlined" text="Close" onClick={onClose} />} />
    </Dialog>
  )
}

async function importAll(file: File, isStopped: () => boolean): Promise<Result> {
  const { playbooks, refused } = imported(await file.text())
  const reasons = [...refused]
  let saved = 0
  for (const playbook of playbooks) {
    if (isStopped()) break
    try {
      await call(savePlaybook, { ...playbook, note: `Imported from ${file.name}`.slice(0, 500) })
      saved++
    } catch (thrown) {
      reasons.push(`${playbook.name}: ${messageOf(thrown)}`)
    }
  }
  return { saved, refused: reasons }
}
