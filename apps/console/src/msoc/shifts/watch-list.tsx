import { HTMLSelect } from '@blueprintjs/core'
import { PinIcon, SmallCrossIcon } from '@blueprintjs/icons'
import {
  deleteWatchItem,
  listWatchItems,
  saveWatchItem,
  type WatchItem,
} from '@carapace/shared/msoc/shifts/handovers.contract'
import { type WatchKind, watchKinds } from '@carapace/shared/msoc/shifts/watch'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { sentenceCase } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { toast } from '../../core/ui/toast.ts'
import { caseAt, vehicleAt } from '../dashboard/links.ts'
import { useBoardChanges } from './use-board.ts'

const examples: Readonly<Record<WatchKind, string>> = { alert: 'ALR-12', case: 'CAS-3', vehicle: 'VIN' }

/** What the next shift should look at, with a form that pins more (rule SHIFT-UI-4). */
export function WatchPanel({ className = '' }: { readonly className?: string }) {
  const { data, problem, refetch } = useEndpoint(listWatchItems, {})
  useBoardChanges(['watch'], refetch)
  return (
    <Panel title="Watch list" className={className}>
      <PinForm onPinned={refetch} />
      <Loaded
        what="The watch list"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={3} columns={['100px', '1fr', '120px']} />}
      >
        {({ items }) => <WatchItems items={items} onChanged={refetch} />}
      </Loaded>
    </Panel>
  )
}

function PinForm({ onPinned }: { readonly onPinned: () => void }) {
  const [kind, setKind] = useState<WatchKind>('alert')
  const [subject, setSubject] = useState('')
  const [note, setNote] = useState('')
  const { busy, problem, run } = useAction()
  const refusal = useRefusal(saveWatchItem)
  if (refusal !== undefined) return null
  const save = () =>
    run(async () => {
      await call(saveWatchItem, { kind, subject, note })
      setSubject('')
      setNote('')
      onPinned()
    })
  return (
    <form
      className="sh-pin"
      aria-label="Pin something"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <HTMLSelect
        aria-label="Kind"
        value={kind}
        options={watchKinds.map((value) => ({ value, label: sentenceCase(value) }))}
        onChange={(event) => setKind(event.currentTarget.value as WatchKind)}
      />
      <input
        className="bp6-input mono"
        aria-label="What to watch"
        placeholder={examples[kind]}
        maxLength={64}
        required
        value={subject}
        onChange={({ target }) => setSubject(target.value)}
      />
      <input
        className="bp6-input sh-pin-note"
        aria-label="Why to watch it"
        placeholder="Why, and what to do when it changes"
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <ActButton size="medium" type="submit" icon={<PinIcon />} text="Pin" loading={busy} refusal={undefined} />
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

interface WatchItemsProps {
  readonly items: readonly WatchItem[]
  /** Absent: they cannot be removed. */
  readonly onChanged?: () => void
}

export function WatchItems({ items, onChanged }: WatchItemsProps) {
  const refusal = useRefusal(deleteWatchItem)
  if (items.length === 0) return <p className="sh-none">Nothing is pinned.</p>
  const remove = ({ uuid }: WatchItem) =>
    void call(deleteWatchItem, { uuid })
      .catch((problem: unknown) => toast.error(messageOf(problem)))
      .finally(onChanged)
  return (
    <ul className="sh-list">
      {items.map((item) => (
        <li key={item.uuid}>
          <SubjectLink item={item} />
          <span className="sh-cut">{item.title}</span>
          {item.status !== null && <span className="sh-faint">{sentenceCase(item.status.replaceAll('_', ' '))}</span>}
          <span className="sh-note">{item.note}</span>
          <span className="sh-faint">{item.author}</span>
          {onChanged && (
            <ActButton
              icon={<SmallCrossIcon />}
              aria-label={`Take ${item.name} off the watch list`}
              variant="minimal"
              refusal={refusal}
              onClick={() => remove(item)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function SubjectLink({ item: { kind, subject_uuid: uuid, name } }: { readonly item: WatchItem }) {
  if (kind === 'alert') return <AlertLink uuid={uuid} name={name} />
  if (kind === 'case') return <CaseLink uuid={uuid} name={name} />
  return (
    <Link className="sh-link mono" {...vehicleAt(name)}>
      {name}
    </Link>
  )
}

interface NamedLinkProps {
  readonly uuid: string
  readonly name: string
}

export function AlertLink({ uuid, name }: NamedLinkProps) {
  return (
    <Link className="sh-link num" to="/org/msoc/dashboard/alert-management/general" search={{ alert: uuid } as never}>
      {name}
    </Link>
  )
}

export function CaseLink({ uuid, name }: NamedLinkProps) {
  return (
    <Link className="sh-link num" {...caseAt(uuid)}>
      {name}
    </Link>
  )
}
