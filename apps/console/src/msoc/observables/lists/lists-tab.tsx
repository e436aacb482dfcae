import { Button } from '@blueprintjs/core'
import { EyeOpenIcon } from '@blueprintjs/icons'
import {
  deleteObservableList,
  listObservableLists,
  type ObservableList,
  saveObservableList,
} from '@carapace/shared/msoc/observables/observables.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { dateTime, number } from '../../../core/format/format.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { EntriesDialog } from './entries-dialog.tsx'
import { ListDialog } from './list-dialog.tsx'

type Open = { readonly what: 'edit' | 'entries' | 'delete'; readonly list: ObservableList } | { readonly what: 'new' }

/** Watchlists and allowlists with their values (rule OBSERVABLE-UI-4). */
export function ListsTab({ onShow }: { readonly onShow: (list: string) => void }) {
  const { data, problem, refetch } = useEndpoint(listObservableLists, {})
  const [open, setOpen] = useState<Open>()
  const refusal = useRefusal(saveObservableList)
  const close = () => setOpen(undefined)
  return (
    <div className="ob-tab">
      <div className="c-toolbar">
        <span className="c-note">
          A value of a watchlist raises an alert when a vehicle shows it. A value of an allowlist raises none.
        </span>
        <span className="c-toolbar-total" />
        <ActButton size="medium" text="New list" refusal={refusal} onClick={() => setOpen({ what: 'new' })} />
      </div>
      <Loaded
        what="Lists"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={6} columns={['30%', '20%', '20%', '20%']} />}
      >
        {({ lists }) =>
          lists.length === 0 ? (
            <EmptyState
              icon={<EyeOpenIcon size={24} />}
              title="No lists yet"
              action={
                <ActButton size="medium" text="New list" refusal={refusal} onClick={() => setOpen({ what: 'new' })} />
              }
            >
              Create a watchlist to be alerted when a vehicle shows one of its values.
            </EmptyState>
          ) : (
            <div className="c-scroll">
              <table className="c-table ob-table" aria-label="Lists">
                <thead>
                  <tr>
                    {['Name', 'Kind', 'Alerts', 'State', 'Expires', 'Values', 'Changed', ''].map((title) => (
                      <th key={title}>{title === '' ? <span className="c-visually-hidden">Actions</span> : title}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {lists.map((list) => (
                    <Line key={list.uuid} list={list} refusal={refusal} onShow={onShow} onOpen={setOpen} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
      {open?.what === 'new' && <ListDialog list={undefined} onDone={refetch} onClose={close} />}
      {open?.what === 'edit' && <ListDialog list={open.list} onDone={refetch} onClose={close} />}
      {open?.what === 'entries' && <EntriesDialog list={open.list} onDone={refetch} onClose={close} />}
      {open?.what === 'delete' && <DeleteDialog list={open.list} onDone={refetch} onClose={close} />}
    </div>
  )
}

interface LineProps {
  readonly list: ObservableList
  readonly refusal: string | undefined
  readonly onShow: (list: string) => void
  readonly onOpen: (open: Open) => void
}

function Line({ list, refusal, onShow, onOpen }: LineProps) {
  const isExpired = list.expires_at !== null && Date.parse(list.expires_at) <= Date.now()
  return (
    <tr>
      <td title={list.description}>{list.name}</td>
      <td>{list.kind === 'watch' ? 'Watchlist' : 'Allowlist'}</td>
      <td>{list.kind === 'watch' ? <SeverityLabel severity={list.severity} /> : 'none'}</td>
      <td>
        <Badge tone={isExpired || !list.active ? 'grey' : 'green'}>
          {isExpired ? 'Expired' : list.active ? 'Active' : 'Off'}
        </Badge>
      </td>
      <td>{list.expires_at === null ? 'Never' : dateTime(list.expires_at)}</td>
      <td className="num">{number(list.entries)}</td>
      <td>{dateTime(list.updated_at)}</td>
      <td className="ob-actions">
        <Button
          size="small"
          variant="outlined"
          text="Values"
          aria-label={`Values of ${list.name}`}
          onClick={() => onOpen({ what: 'entries', list })}
        />
        <Button
          size="small"
          variant="outlined"
          text="Show"
          aria-label={`Show observables of ${list.name}`}
          onClick={() => onShow(list.uuid)}
        />
        <ActButton
          text="Edit"
          aria-label={`Edit ${list.name}`}
          refusal={refusal}
          onClick={() => onOpen({ what: 'edit', list })}
        />
        <ActButton
          text="Delete"
          aria-label={`Delete ${list.name}`}
          refusal={refusal}
          onClick={() => onOpen({ what: 'delete', list })}
        />
      </td>
    </tr>
  )
}

interface ListActionProps {
  readonly list: ObservableList
  readonly onDone: () => void
  readonly onClose: () => void
}

function DeleteDialog({ list, onDone, onClose }: ListActionProps) {
  const action = useAction()
  const remove = () =>
    action.run(async () => {
      await call(deleteObservableList, { uuid: list.uuid })
      onDone()
      onClose()
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Delete the list ${list.name}?`}
      action="Delete"
      isDanger
      isBusy={action.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      Within five seconds its {number(list.entries)} values have no effect. Its alerts stay. {action.problem}
    </ConfirmDialog>
  )
}
