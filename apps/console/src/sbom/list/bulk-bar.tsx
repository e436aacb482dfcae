import { Button } from '@blueprintjs/core'
import { deleteRelease, type Release, setReleaseState } from '@carapace/shared/sbom/releases.contract'
import type { ReleaseState } from '@carapace/shared/sbom/sbom'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { useRefusal } from '../../core/session/may.ts'
import { useSelection } from '../../core/table/selection.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { toast } from '../../core/ui/toast.ts'
import { releasesText } from '../words.ts'
import { MergeDialog } from './merge-dialog.tsx'

interface BulkBarProps {
  readonly rows: readonly Release[]
  readonly onChanged: () => void
  readonly onOpen: (release: string) => void
}

/** The actions on the selected releases (rule SBOM-UI-3). */
export function BulkBar({ rows, onChanged, onOpen }: BulkBarProps) {
  const { selected, set } = useSelection()
  const [isAsking, setAsking] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const refusal = useRefusal(setReleaseState)
  const action = useAction()
  const mine = rows.filter(({ uuid }) => selected.has(uuid))
  if (mine.length === 0) return null

  const each = (what: string, act: (release: Release) => Promise<unknown>) =>
    action.run(async () => {
      const refused: string[] = []
      for (const release of mine)
        await act(release).catch((thrown: unknown) =>
          refused.push(`${release.software.name} ${release.version}: ${messageOf(thrown)}`),
        )
      setAsking(false)
      if (refused.length < mine.length) toast.success(`${releasesText(mine.length - refused.length)} ${what}.`)
      if (refused.length > 0) toast.error(refused.slice(0, 3).join(' '))
      set([])
      onChanged()
    })
  const move = (state: ReleaseState, what: string) =>
    void each(what, ({ uuid, revision }) => call(setReleaseState, { uuid, revision, state }))
  return (
    <div className="sb-bulk" role="region" aria-label="Selected releases">
      <span className="num">{releasesText(mine.length)} selected</span>
      <ActButton text="Approve" refusal={refusal} loading={action.busy} onClick={() => move('APPROVED', 'approved')} />
      <ActButton
        text="Withdraw"
        refusal={refusal}
        disabled={action.busy}
        onClick={() => move('WITHDRAWN', 'withdrawn')}
      />
      <ActButton
        text="Make a draft"
        refusal={refusal}
        disabled={action.busy}
        onClick={() => move('DRAFT', 'reopened')}
      />
      <ActButton text="Merge" refusal={refusal} disabled={action.busy} onClick={() => setMerging(true)} />
      <ActButton text="Delete" refusal={refusal} disabled={action.busy} onClick={() => setAsking(true)} />
      <Button size="small" variant="minimal" text="Clear" onClick={() => set([])} />
      {isMerging && <MergeDialog parts={mine} onDone={onOpen} onClose={() => setMerging(false)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${releasesText(mine.length)}?`}
        action="Delete"
        isDanger
        isBusy={action.busy}
        onConfirm={() => void each('deleted', ({ uuid, revision }) => call(deleteRelease, { uuid, revision }))}
        onClose={() => setAsking(false)}
      >
        Their documents, components and findings are deleted, too.
      </ConfirmDialog>
    </div>
  )
}
