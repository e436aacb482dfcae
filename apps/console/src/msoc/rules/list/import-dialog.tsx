import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { importRules } from '@carapace/shared/msoc/rules/rules.contract'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { messageOf, uploadFile } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { rulesText } from '../words.ts'
import { RefusedList } from './refused-list.tsx'

interface ImportDialogProps {
  readonly file: File
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Sends a file of rules and shows what was stored, and what was refused with its place (rule RULE-UI-6). */
export function ImportDialog({ file, onDone, onClose }: ImportDialogProps) {
  const [sent, setSent] = useState(0)
  const [problem, setProblem] = useState<string>()
  const [result, setResult] = useState<z.output<typeof importRules.output>>()
  const done = useEffectEvent(onDone)
  useEffect(() => {
    const stop = new AbortController()
    uploadFile(importRules, { name: file.name.slice(0, 200) }, file, { signal: stop.signal, onProgress: setSent }).then(
      (answer) => {
        setResult(answer)
        done()
      },
      (thrown: unknown) => stop.signal.aborted || setProblem(messageOf(thrown)),
    )
    return () => stop.abort()
  }, [file])
  return (
    <Dialog className="ru-dialog" isOpen title={`Import ${file.name}`} onClose={onClose}>
      <DialogBody>
        {result === undefined && problem === undefined && (
          <progress className="ru-progress" aria-label="Sending the file" max={1} value={sent} />
        )}
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
        {result !== undefined && (
          <>
            <p className="ru-result num" role="status">
              {rulesText(result.created)} created as drafts, {number(result.updated)} updated,{' '}
              {number(result.unchanged)} unchanged, {number(result.refused.length)} refused.
            </p>
            <RefusedList title="Refused" refused={result.refused} />
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<Button variant="outlined" text="Close" onClick={onClose} />} />
    </Dialog>
  )
}
