import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { getAgreementHistory } from '@carapace/shared/interface-agreement/row-details.contract'
import { call } from '../../core/call/call.ts'
import { usePages } from '../../core/call/use-pages.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { HistoryEntries } from './history-entries.tsx'

/** The history of an agreement, or of one of its rows, page by page. */
export function useHistory(agreementUuid: string, row?: number) {
  return usePages([getAgreementHistory.path, agreementUuid, row ?? 0], async (cursor, signal) => {
    const input = {
      agreement_uuid: agreementUuid,
      ...(row !== undefined && { row }),
      ...(cursor !== undefined && { cursor }),
    }
    const { entries, next_cursor: next } = await call(getAgreementHistory, input, { signal })
    return { rows: entries, next }
  })
}

interface HistoryDialogProps {
  readonly agreementUuid: string
  readonly code: string
  readonly onClose: () => void
}

/** What both sides did in the whole agreement, the latest first (rule AGREEMENT-UI-7). */
export function HistoryDialog({ agreementUuid, code, onClose }: HistoryDialogProps) {
  const { rows, problem, whole, more, retry } = useHistory(agreementUuid)
  return (
    <Dialog className="ia-dialog ia-wide" isOpen title={`History of ${code}`} onClose={onClose}>
      <DialogBody className="ia-dialog-body">
        {rows === undefined && problem === undefined && <SkeletonRows rows={10} columns={['140px', '1fr']} />}
        {rows === undefined && problem !== undefined && (
          <ErrorState title="The history did not load" onRetry={retry}>
            {problem}
          </ErrorState>
        )}
        {rows !== undefined && <HistoryEntries entries={rows} />}
        {rows !== undefined && problem !== undefined && (
          <p className="c-problem" role="alert">
            Earlier entries did not load. {problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {rows !== undefined && !whole && <Button variant="outlined" text="Earlier" onClick={more} />}
            <Button variant="outlined" text="Close" onClick={onClose} />
          </>
        }
      />
    </Dialog>
  )
}
