import { Button } from '@blueprintjs/core'
import { PlusIcon } from '@blueprintjs/icons'
import {
  deleteNotificationTarget,
  listNotificationTargets,
  type NotificationTarget,
  testNotificationTarget,
} from '@carapace/shared/notifications/targets.contract'
import { may } from '@carapace/shared/permissions'
import { useState } from 'react'
import { call } from '../core/call/call.ts'
import { useEndpoint } from '../core/call/query.ts'
import { useAction } from '../core/call/use-action.ts'
import { dateTime } from '../core/format/format.ts'
import { useSession } from '../core/session/session.ts'
import { ConfirmDialog } from '../core/ui/confirm-dialog.tsx'
import { Loaded } from '../core/ui/loaded.tsx'
import { Panel } from '../core/ui/panel.tsx'
import { SkeletonRows } from '../core/ui/skeleton.tsx'
import { Badge } from '../core/ui/status-badge.tsx'
import { toast } from '../core/ui/toast.ts'
import { TargetDialog } from './target-dialog.tsx'
import { categoryWords, channelWords, urgencyWords } from './words.ts'

/** The chats and receivers of the user and, for administrators, of the organisation (rule NOTIFICATION-UI-7). */
export function ChannelsTab() {
  const { data, problem, refetch } = useEndpoint(listNotificationTargets, {})
  const role = useSession()?.role
  const managesOrganisation = role !== undefined && may(role, 'notifications.manage')
  return (
    <div className="nt-body">
      <Loaded
        what="The channels"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={4} columns={['2fr', '1fr', '2fr', '1fr']} />}
      >
        {({ targets }) => (
          <>
            <Targets
              title="My own targets"
              nothing="Add a Slack, a Teams or a webhook target that only you use."
              isOwn
              targets={targets.filter(({ own }) => own)}
              onChange={refetch}
            />
            {managesOrganisation && (
              <Targets
                title="Targets of the organisation"
                nothing="Add a chat or a receiver for what goes to groups of members, such as new critical alerts."
                isOwn={false}
                targets={targets.filter(({ own }) => !own)}
                onChange={refetch}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

interface TargetsProps {
  readonly title: string
  readonly nothing: string
  readonly isOwn: boolean
  readonly targets: readonly NotificationTarget[]
  readonly onChange: () => void
}

function Targets({ title, nothing, isOwn, targets, onChange }: TargetsProps) {
  const [edited, setEdited] = useState<NotificationTarget | 'new'>()
  return (
    <Panel
      title={title}
      extra={
        <Button size="small" variant="minimal" icon={<PlusIcon />} onClick={() => setEdited('new')}>
          Add a target
        </Button>
      }
    >
      {targets.length === 0 ? (
        <p className="c-note nt-hint">{nothing}</p>
      ) : (
        <div className="c-scroll">
          <table className="c-table">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Channel</th>
                <th scope="col">Host</th>
                {!isOwn && <th scope="col">Receives</th>}
                <th scope="col">State</th>
                <th scope="col">
                  <span className="c-visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {targets.map((target) => (
                <TargetRow key={target.uuid} target={target} onEdit={() => setEdited(target)} onChange={onChange} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {edited !== undefined && (
        <TargetDialog
          target={edited === 'new' ? undefined : edited}
          isOwn={isOwn}
          onSaved={onChange}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}

interface TargetRowProps {
  readonly target: NotificationTarget
  readonly onEdit: () => void
  readonly onChange: () => void
}

function TargetRow({ target, onEdit, onChange }: TargetRowProps) {
  const { uuid, name, channel, host, own, last_error: lastError } = target
  const [isDeleting, setDeleting] = useState(false)
  const test = useAction()
  const remove = useAction()
  const runTest = () =>
    test.run(async () => {
      try {
        await call(testNotificationTarget, { uuid })
        toast.success(`The test arrived at ${host}.`)
      } finally {
        onChange()
      }
    })
  const runRemove = () =>
    remove.run(async () => {
      await call(deleteNotificationTarget, { uuid })
      setDeleting(false)
      onChange()
    })
  return (
    <tr>
      <td>{name}</td>
      <td>{channelWords[channel]}</td>
      <td className="mono">{host}</td>
      {!own && <td>{filterText(target)}</td>}
      <td className="nt-state">
        <StateOf target={target} />
        {(test.problem ?? lastError) !== null && <span className="nt-error">{test.problem ?? lastError}</span>}
        {remove.problem !== undefined && <span className="nt-error">{remove.problem}</span>}
      </td>
      <td className="nt-actions">
        <Button size="small" variant="outlined" loading={test.busy} onClick={() => void runTest()}>
          Test
        </Button>
        <Button size="small" variant="outlined" aria-label={`Change ${name}`} onClick={onEdit}>
          Change
        </Button>
        <Button size="small" variant="outlined" aria-label={`Delete ${name}`} onClick={() => setDeleting(true)}>
          Delete
        </Button>
        <ConfirmDialog
          isOpen={isDeleting}
          title={`Delete the target ${name}?`}
          action="Delete"
          isDanger
          isBusy={remove.busy}
          onClose={() => setDeleting(false)}
          onConfirm={() => void runRemove()}
        >
          Nothing is sent to {host} any more, and its deliveries leave the log.
        </ConfirmDialog>
      </td>
    </tr>
  )
}

function StateOf({ target: { active, verified_at: at } }: Pick<TargetRowProps, 'target'>) {
  if (!active) return <Badge tone="grey">Switched off</Badge>
  if (at === null) return <Badge tone="yellow">Test it first</Badge>
  return (
    <span title={`Tested ${dateTime(at)}`}>
      <Badge tone="green">Ready</Badge>
    </span>
  )
}

function filterText({ categories, minimum }: NotificationTarget): string {
  const what = categories.length === 0 ? 'All categories' : categories.map((one) => categoryWords[one]).join(', ')
  return minimum === 'low' ? what : `${what}, at least ${urgencyWords[minimum].toLowerCase()}`
}
