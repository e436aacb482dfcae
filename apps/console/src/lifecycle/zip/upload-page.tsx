import { Button, FileInput } from '@blueprintjs/core'
import { ExportIcon, ImportIcon } from '@blueprintjs/icons'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { importArchive } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { z } from 'zod'
import { uploadFile } from '../../core/call/call.ts'
import { dateTime, number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { LineField } from '../../core/ui/field.tsx'
import { JobProgress } from '../../core/ui/job-progress.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { useJob } from '../../core/call/use-job.ts'
import { Panel } from '../../core/ui/panel.tsx'
import '../../core/ui/form.css'
import '../../graph/programs/programs.css'
import '../program/program.css'
import '../projects/projects.css'

type Contents = z.output<typeof importArchive.output>['contents']

/** Imports an archive as a new program; its contents are shown before anything is created. */
export function UploadPage() {
  usePageTitle('Upload of project archives')
  const [file, setFile] = useState<File>()
  return (
    <div className="pg-page pg-scrolls">
      <PageHead title="Upload of project archives">
        <Link className="bp6-button bp6-outlined" to="/org/lifecycle/projects/zip">
          <ExportIcon />
          <span>Export one</span>
        </Link>
      </PageHead>
      <div className="pg-zip">
        <Panel title="Archive">
          <div className="c-form">
            <FileInput
              fill
              text={file?.name ?? 'Choose a zip archive'}
              hasSelection={file !== undefined}
              inputProps={{
                accept: '.zip,application/zip',
                'aria-label': 'Zip archive',
                onChange: (event) => setFile(event.currentTarget.files?.[0]),
              }}
            />
          </div>
        </Panel>
        {file && <Reading key={`${file.name} ${file.size} ${file.lastModified}`} file={file} />}
      </div>
    </div>
  )
}

function Reading({ file }: { readonly file: File }) {
  const refusal = useRefusal(importArchive)
  const [contents, setContents] = useState<Contents>()
  const [name, setName] = useState('')
  const [begun, setBegun] = useState<{ job: Job; programId: string }>()
  const job = useJob(begun?.job.uuid) ?? begun?.job
  const [sent, setSent] = useState(0)
  const action = useAction()
  const look = () =>
    void action.run(async () => {
      const { contents: found } = await uploadFile(importArchive, { dry_run: 'true' }, file, { onProgress: setSent })
      setContents(found)
      setName(found.name)
    })
  const read = () =>
    void action.run(async () => {
      setSent(0)
      const { job: started, program_uuid: programId } = await uploadFile(
        importArchive,
        { name, dry_run: 'false' },
        file,
        { onProgress: setSent },
      )
      if (started && programId !== null) setBegun({ job: started, programId })
    })
  return (
    <Panel title={contents ? 'Contents' : 'Look inside'}>
      <div className="c-form">
        {contents && <Inside contents={contents} />}
        {contents && contents.unreviewed.count > 0 && <Unreviewed {...contents.unreviewed} />}
        {contents && job === undefined && (
          <LineField label="Name of the new program" value={name} maxLength={120} required onChange={setName} />
        )}
        {action.busy && (
          <p className="c-note num" role="status">
            {Math.round(sent * 100)} % sent
          </p>
        )}
        {job === undefined && (
          <p className="c-form-foot">
            {contents === undefined ? (
              <Button
                intent="primary"
                loading={action.busy}
                disabled={refusal !== undefined}
                title={refusal ?? ''}
                onClick={look}
              >
                Look inside
              </Button>
            ) : (
              <Button
                intent="primary"
                icon={<ImportIcon />}
                loading={action.busy}
                disabled={refusal !== undefined || name.trim() === ''}
                onClick={read}
              >
                Read it in
              </Button>
            )}
            <span className="c-note">
              {contents === undefined
                ? 'Nothing is made of it yet.'
                : 'It becomes a new program, of which you are the lead.'}
            </span>
          </p>
        )}
        {(refusal ?? action.problem) !== undefined && (
          <p className="c-problem" role="alert">
            {refusal ?? action.problem}
          </p>
        )}
        {job && <JobProgress job={job} />}
        {begun && job?.status === 'COMPLETED' && (
          <p className="c-form-foot">
            <Link
              className="bp6-button bp6-intent-primary"
              to="/org/lifecycle/program"
              search={{ programId: begun.programId }}
            >
              Open the program
            </Link>
          </p>
        )}
      </div>
    </Panel>
  )
}

function Inside({ contents: { name, projects, artefacts, links, made_at: madeAt } }: { readonly contents: Contents }) {
  const kinds = Object.entries(artefacts).map(([kind, n]) => ({ title: artefactKindNamed(kind)?.plural ?? kind, n }))
  return (
    <dl className="pg-facts">
      <div>
        <dt>Program</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>Made</dt>
        <dd className="num">{dateTime(madeAt)}</dd>
      </div>
      <div>
        <dt>Projects</dt>
        <dd className="num">{number(projects)}</dd>
      </div>
      {kinds.map(({ title, n }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className="num">{number(n)}</dd>
        </div>
      ))}
      <div>
        <dt>Links</dt>
        <dd className="num">{number(links)}</dd>
      </div>
    </dl>
  )
}

/** Which approvals the import does not keep (rule EXCHANGE-33). */
function Unreviewed({ count, codes }: Contents['unreviewed']) {
  const more = count - codes.length
  return (
    <p className="c-note" role="note">
      {count === 1 ? '1 artefact is' : `${number(count)} artefacts are`} approved without a review in this archive, and
      will be imported as In process: {codes.join(', ')}
      {more > 0 && ` and ${number(more)} more`}.
    </p>
  )
}
