import { Button } from '@blueprintjs/core'
import { DocumentIcon, DownloadIcon, TickCircleIcon, UploadIcon } from '@blueprintjs/icons'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { Link } from '@tanstack/react-router'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { save } from '../../core/call/download.ts'
import { number, sentenceCase } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import type { Column } from '../../core/table/columns.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { type LineError, type Looked, useVehicleImport } from './use-vehicle-import.ts'
import { useRefusal } from './vehicle-list-page.tsx'
import './vehicles.css'

const template = 'vin,device_id,name,model,platform,software_version,reports_every_seconds\n'

/** Imports vehicles from CSV: the text is checked first, then imported as a job. */
export function ImportPage() {
  usePageTitle('Import vehicles')
  const refusal = useRefusal()
  const work = useVehicleImport()
  return (
    <div className="vl-page">
      <PageHead title="Import vehicles">
        <Button
          variant="outlined"
          icon={<DownloadIcon />}
          text="Download a template"
          onClick={() => save(new Blob([template], { type: 'text/csv' }), 'vehicles-template.csv')}
        />
      </PageHead>
      <div className="vi-body">
        <Source csv={work.csv} refusal={refusal} onCsv={work.take} />
        <section className="c-panel vi-result" aria-label="What the import would do" aria-live="polite">
          <Outcome work={work} refusal={refusal} />
        </section>
      </div>
    </div>
  )
}

interface SourceProps {
  readonly csv: string
  readonly refusal: string | undefined
  readonly onCsv: (csv: string) => void
}

/** The CSV source: a dropped or selected file, or pasted text. */
function Source({ csv, refusal, onCsv }: SourceProps) {
  const [over, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const id = useId()
  const read = (file: File | undefined) => void file?.text().then(onCsv)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (refusal === undefined) read(event.dataTransfer.files[0])
  }
  return (
    <section
      className="c-panel vi-source"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="vi-choose">
        <UploadIcon size={24} />
        <p>Drop a CSV file here, or</p>
        <Button
          variant="outlined"
          icon={<DocumentIcon />}
          text="Choose a file"
          disabled={refusal !== undefined}
          onClick={() => chooser.current?.click()}
        />
        <input
          ref={chooser}
          hidden
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label="CSV file"
          onChange={(event) => {
            read(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <label htmlFor={id}>
        Or paste it. The first line names the columns: <span className="mono">vin</span>, and any of device_id, name,
        model, platform, software_version, reports_every_seconds.
      </label>
      <textarea
        id={id}
        className="bp6-input mono"
        spellCheck={false}
        value={csv}
        readOnly={refusal !== undefined}
        placeholder={template}
        onChange={(event) => onCsv(event.target.value)}
      />
      {refusal !== undefined && <p className="vl-error">{refusal}</p>}
    </section>
  )
}

interface OutcomeProps {
  readonly work: ReturnType<typeof useVehicleImport>
  readonly refusal: string | undefined
}

function Outcome({ work, refusal }: OutcomeProps) {
  const { state } = work
  switch (state.step) {
    case 'empty':
      return (
        <EmptyState icon={<DocumentIcon size={24} />} title="Nothing to import yet">
          Choose a file or paste CSV. Nothing changes before you import it.
        </EmptyState>
      )
    case 'looking':
      return <SkeletonRows rows={6} columns={['60px', '1fr']} />
    case 'refused':
      return (
        <ErrorState title="The file was not looked through" onRetry={work.look}>
          {state.problem}
        </ErrorState>
      )
    case 'looked':
      return <LookedThrough looked={state.looked} onImport={work.start} starting={work.starting} refusal={refusal} />
    case 'job':
      return <Progress job={state.job} onAgain={work.clear} />
  }
}

interface LookedThroughProps {
  readonly looked: Looked
  readonly onImport: () => void
  readonly starting: boolean
  readonly refusal: string | undefined
}

const errorColumns: readonly Column<LineError>[] = [
  { key: 'line', title: 'Line', width: 72, numeric: true, always: true, render: ({ line }) => number(line) },
  {
    key: 'reason',
    title: 'Problem',
    width: 320,
    grow: 1,
    always: true,
    render: ({ reason }) => reason,
    text: ({ reason }) => reason,
  },
]

function LookedThrough({ looked, onImport, starting, refusal }: LookedThroughProps) {
  const { rows, added, changed, unchanged, errors } = looked
  const nothing = added + changed === 0
  return (
    <>
      <Counts counts={{ lines: rows, added, changed, unchanged, wrong: errors.length }} />
      {errors.length > 0 ? (
        <>
          <p className="vi-note vl-error">
            Nothing is imported while lines are wrong. Mend them and choose the file again
            {errors.length >= 100 ? '; only the first hundred are shown' : ''}.
          </p>
          <DataTable
            id="vehicle-import-errors"
            label="Lines that are wrong"
            columns={errorColumns}
            rows={errors}
            keyOf={({ line, reason }) => `${line} ${reason}`}
            rowHeight={28}
            empty={<span />}
          />
        </>
      ) : (
        <div className="vi-go">
          <p className="vi-note">
            {nothing
              ? 'All of these vehicles are known like this already.'
              : `This registers ${number(added)} and changes ${number(changed)} vehicles.`}
          </p>
          <Button
            intent="primary"
            icon={<UploadIcon />}
            text={`Import ${number(added + changed)} vehicles`}
            disabled={nothing || refusal !== undefined}
            loading={starting}
            onClick={onImport}
          />
        </div>
      )}
    </>
  )
}

function Counts({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  return (
    <dl className="vi-counts">
      {Object.entries(counts).map(([name, count]) => (
        <div key={name} data-wrong={name === 'wrong' && count > 0}>
          <dt>{sentenceCase(name)}</dt>
          <dd className="num">{number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

const endings: Readonly<Record<string, string>> = {
  COMPLETED: 'The import is done',
  FAILED: 'The import failed',
  CANCELLED: 'The import was stopped',
}

function Progress({ job, onAgain }: { readonly job: Job; readonly onAgain: () => void }) {
  const ended = job.finished_at !== null
  return (
    <div className="vi-job">
      <h2>{endings[job.status] ?? 'Importing'}</h2>
      <progress
        className="vi-progress"
        aria-label="Progress"
        max={job.total ?? 1}
        value={ended ? (job.total ?? 1) : job.total === null ? undefined : job.done}
      />
      <p className="num">
        {number(job.done)}
        {job.total !== null && ` of ${number(job.total)}`} lines
      </p>
      {Object.keys(job.outcome).length > 0 && <Counts counts={job.outcome} />}
      {job.error !== null && (
        <p className="vl-error" role="alert">
          {job.error}
        </p>
      )}
      {job.messages.length > 0 && <Messages messages={job.messages} />}
      <div className="vi-links">
        {ended && (
          <Next>
            <Link to="/org/msoc/dashboard/projects" search={{}}>
              <TickCircleIcon size={14} /> Show the vehicles
            </Link>
          </Next>
        )}
        <Next>
          <Link to="/org/msoc/dashboard/jobs/$tab" params={{ tab: ended ? 'completed' : 'current' }}>
            Show it among the jobs
          </Link>
        </Next>
        {ended && <Button variant="outlined" text="Import another file" onClick={onAgain} />}
      </div>
    </div>
  )
}

function Next({ children }: { readonly children: ReactNode }) {
  return <span className="vi-next">{children}</span>
}

function Messages({ messages }: { readonly messages: readonly string[] }) {
  return (
    <ul className="vi-messages">
      {messages.map((message, index) => (
        <li key={index}>{message}</li>
      ))}
    </ul>
  )
}
