import { Button } from '@blueprintjs/core'
import { FilterRemoveIcon, ImportIcon, UploadIcon } from '@blueprintjs/icons'
import { uploadCapture } from '@carapace/shared/msoc/can/captures.contract'
import { type DragEvent, useCallback, useRef, useState } from 'react'
import { number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { CaptureDetail } from './capture-detail.tsx'
import { columns, tableId } from './columns.tsx'
import type { CapturesSearch } from './search.ts'
import { useCaptures } from './use-captures.ts'
import { type Upload, useUploads } from './use-uploads.ts'
import { percent, sizeText } from './words.ts'
import './captures.css'

interface CapturesPageProps {
  readonly search: CapturesSearch
  readonly go: (search: CapturesSearch) => void
}

/** Recorded frames that were uploaded or saved: for analysis, replay, learning and cases. */
export function CapturesPage({ search, go }: CapturesPageProps) {
  usePageTitle('Captures')
  const { rows, total, problem, more, again } = useCaptures({ q: search.q })
  const open = useCallback((capture: string | undefined) => go({ ...search, capture }), [go, search])
  const { uploads, send, stop } = useUploads(again)
  const refusal = useRefusal(uploadCapture)
  const chooser = useRef<HTMLInputElement>(null)
  const choose = () => chooser.current?.click()
  const drop = useDrop(refusal === undefined, send)

  return (
    <div className="cp-page" data-over={drop.isOver} {...drop.handlers}>
      <PageHead title="Captures">
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<UploadIcon />}
          text="Upload captures"
          refusal={refusal}
          onClick={choose}
        />
        <input
          ref={chooser}
          hidden
          multiple
          type="file"
          aria-label="Capture files"
          onChange={(event) => {
            send(event.target.files ?? [])
            event.target.value = ''
          }}
        />
      </PageHead>
      {uploads.length > 0 && <Uploads uploads={uploads} onStop={stop} />}
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search captures"
          placeholder="Name or file name"
          onSearch={(q) => go({ ...search, q: q || undefined })}
        />
        <span className="c-toolbar-total num" role="status">
          {total === undefined ? '' : `${number(total)} ${total === 1 ? 'capture' : 'captures'}`}
        </span>
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      <div className="cp-body" data-open={search.capture !== undefined}>
        <DataTable
          id={tableId}
          label="Captures"
          columns={columns}
          rows={rows}
          keyOf={({ uuid }) => uuid}
          onOpen={({ uuid }) => open(uuid)}
          onEnd={more}
          onRetry={again}
          {...(search.capture !== undefined && { selectedKey: search.capture })}
          {...(problem !== undefined && { problem })}
          empty={
            search.q === undefined ? (
              <EmptyState
                icon={<ImportIcon size={24} />}
                title="No captures yet"
                action={
                  <Button variant="outlined" disabled={refusal !== undefined} onClick={choose}>
                    Choose a file
                  </Button>
                }
              >
                Drop a log of a CAN bus here: candump, ASC, BLF, pcap, TRC, CSV and others are read.
              </EmptyState>
            ) : (
              <EmptyState
                icon={<FilterRemoveIcon size={24} />}
                title="No captures match"
                action={
                  <Button variant="outlined" onClick={() => go({ ...search, q: undefined })}>
                    Clear the search
                  </Button>
                }
              >
                No name has these words.
              </EmptyState>
            )
          }
        />
        {search.capture !== undefined && (
          <CaptureDetail key={search.capture} uuid={search.capture} onChanged={again} onClose={() => open(undefined)} />
        )}
      </div>
    </div>
  )
}

/** Accepts files that are dropped anywhere on the page. */
function useDrop(isAllowed: boolean, send: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(isAllowed)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        if (isAllowed) send(event.dataTransfer.files)
      },
    },
  }
}

function Uploads({ uploads, onStop }: { readonly uploads: readonly Upload[]; readonly onStop: (id: number) => void }) {
  return (
    <ul className="cp-uploads" aria-label="Uploads">
      {uploads.map(({ id, name, bytes, sent }) => (
        <li key={id}>
          <span className="cp-name">{name}</span>
          <progress className="cp-progress" aria-label={`Upload of ${name}`} max={1} value={sent} />
          <span className="num cp-note">
            {percent(sent)} of {sizeText(bytes)}
          </span>
          <Button
            size="small"
            variant="minimal"
            text="Stop"
            aria-label={`Stop the upload of ${name}`}
            onClick={() => onStop(id)}
          />
        </li>
      ))}
    </ul>
  )
}
