import { Button, HTMLSelect } from '@blueprintjs/core'
import { DownloadIcon, EditIcon, TrashIcon, UploadIcon } from '@blueprintjs/icons'
import {
  type DbcFile,
  type DbcVersion,
  deleteDbc,
  getDbcVersion,
  type listDbcs,
  saveDbc,
  uploadDbc,
} from '@carapace/shared/msoc/can/dbc.contract'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { save } from '../../core/call/download.ts'
import { dateTime, number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { AssignmentsView } from './assignments-view.tsx'
import { ContentsView } from './contents-view.tsx'
import { DeleteDialog, EditDialog } from './dbc-dialogs.tsx'
import { DifferencesView } from './differences-view.tsx'
import { MessagesView } from './messages-view.tsx'
import { type Going, type VersionView, versionViews } from './search.ts'

interface VersionPaneProps extends Going {
  readonly dbc: DbcFile
  readonly version: DbcVersion
  readonly library: z.output<typeof listDbcs.output>
  /** Uploads a file as the next version. */
  readonly onUpload: () => void
  readonly onChanged: () => void
}

const viewNames: Record<VersionView, string> = {
  messages: 'Messages',
  contents: 'Tables and attributes',
  differences: 'Differences',
  assignments: 'Assignments',
}

/** One version of a database: its data and its content. */
export function VersionPane(props: VersionPaneProps) {
  const { version, search, go } = props
  const view = search.view ?? 'messages'
  return (
    <>
      <Head {...props} />
      <nav className="c-tabs dl-tabs" aria-label="Views of the database">
        {versionViews.map((one) => (
          <button
            key={one}
            type="button"
            className="c-tab"
            aria-current={one === view ? 'page' : undefined}
            onClick={() => go({ ...search, view: one })}
          >
            {viewNames[one]}
          </button>
        ))}
      </nav>
      {view === 'assignments' ? (
        <AssignmentsView {...props} />
      ) : view === 'differences' ? (
        <DifferencesView {...props} />
      ) : (
        <Text {...props} key={version.uuid} />
      )}
    </>
  )
}

/** The views of the parsed text, which is parsed in the browser. */
function Text({ version, search, go }: VersionPaneProps) {
  const { data, problem, refetch } = useEndpoint(getDbcVersion, { uuid: version.uuid })
  const read = useMemo(() => (data === undefined ? undefined : parseDbc(data.text)), [data])
  if (problem !== undefined && data === undefined)
    return (
      <ErrorState title="The database did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (read === undefined) return <SkeletonRows rows={12} columns={['80px', '1fr', '120px', '60px']} />
  if (read.dbc === undefined)
    return (
      <ErrorState title="The text can't be read" onRetry={refetch}>
        {read.faults[0]?.reason}
      </ErrorState>
    )
  return search.view === 'contents' ? (
    <ContentsView dbc={read.dbc} warnings={data?.warnings ?? []} />
  ) : (
    <MessagesView dbc={read.dbc} search={search} go={go} />
  )
}

function Head({ dbc, version, search, go, onUpload, onChanged }: VersionPaneProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const refusals = { upload: useRefusal(uploadDbc), edit: useRefusal(saveDbc), remove: useRefusal(deleteDbc) }
  const close = () => setDialog(undefined)
  const done = () => {
    close()
    onChanged()
  }
  return (
    <header className="dl-head">
      <div className="dl-title">
        <h2>{dbc.name}</h2>
        <HTMLSelect
          aria-label="Version"
          value={version.uuid}
          options={dbc.versions.map((one) => ({
            value: one.uuid,
            label: one.note === '' ? `Version ${one.version}` : `Version ${one.version}: ${one.note}`,
          }))}
          onChange={(event) => go({ ...search, version: event.currentTarget.value, message: undefined })}
        />
        <span className="dl-actions">
          <ActButton icon={<UploadIcon />} text="New version" refusal={refusals.upload} onClick={onUpload} />
          <DownloadButton version={version} />
          <ActButton icon={<EditIcon />} text="Edit" refusal={refusals.edit} onClick={() => setDialog('edit')} />
          <ActButton icon={<TrashIcon />} text="Delete" refusal={refusals.remove} onClick={() => setDialog('delete')} />
        </span>
      </div>
      {dbc.description !== '' && <p className="dl-description">{dbc.description}</p>}
      <p className="dl-about">
        <span className="mono">{version.file_name}</span>
        <span className="num">
          {number(version.messages)} messages, {number(version.signals)} signals
        </span>
        <span>
          uploaded by {version.uploaded_by}, {dateTime(version.created_at)}
        </span>
        {version.warning_count > 0 && (
          <span className="dl-warned">
            {version.warning_count} {version.warning_count === 1 ? 'oddity' : 'oddities'}
          </span>
        )}
      </p>
      {dialog === 'edit' && <EditDialog dbc={dbc} onDone={done} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog
          dbc={dbc}
          onDone={() => {
            go({ q: search.q })
            done()
          }}
          onClose={close}
        />
      )}
    </header>
  )
}

/** Saves the text as it was uploaded. */
function DownloadButton({ version }: { readonly version: DbcVersion }) {
  const action = useAction()
  const fetchText = () =>
    action.run(async () =>
      save(
        new Blob([(await call(getDbcVersion, { uuid: version.uuid })).text], { type: 'text/plain' }),
        version.file_name,
      ),
    )
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        icon={<DownloadIcon />}
        text="Download"
        loading={action.busy}
        onClick={() => void fetchText()}
      />
      {action.problem !== undefined && (
        <span className="c-problem" role="alert">
          {action.problem}
        </span>
      )}
    </>
  )
}
