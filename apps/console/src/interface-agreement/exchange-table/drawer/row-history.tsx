import { Button } from '@blueprintjs/core'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { HistoryEntries } from '../../dialogs/history-entries.tsx'
import { useHistory } from '../../dialogs/history-dialog.tsx'
import type { RowContext } from './row-context.ts'
import { DrawerSection } from './section.tsx'

/** What both sides did in the row, the latest first. */
export function RowHistory({ agreement, row }: RowContext) {
  const { rows, problem, whole, more, retry } = useHistory(agreement.uuid, row.id)
  return (
    <DrawerSection title="History">
      {rows === undefined && problem === undefined && <SkeletonRows rows={2} columns={['100px', '1fr']} />}
      {rows !== undefined && rows.length === 0 && <p className="ia-faint ia-text">Nothing has happened yet.</p>}
      {rows !== undefined && rows.length > 0 && <HistoryEntries entries={rows} isOfRow />}
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem} <Button size="small" variant="outlined" text="Try again" onClick={retry} />
        </p>
      )}
      {rows !== undefined && !whole && <Button size="small" variant="outlined" text="Earlier" onClick={more} />}
    </DrawerSection>
  )
}
