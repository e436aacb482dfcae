import { Button, HTMLSelect } from '@blueprintjs/core'
import { ArchiveIcon, ExportIcon, ImportIcon } from '@blueprintjs/icons'
import { exportArchive } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import { getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import { getProjects } from '@carapace/shared/graph/programs/projects.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { download } from '../../core/call/download.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { Field } from '../../core/ui/field.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Panel } from '../../core/ui/panel.tsx'
import '../../core/ui/form.css'
import '../../graph/programs/programs.css'
import '../projects/projects.css'

interface ZipPageProps {
  readonly programId: string | undefined
  readonly projectId: string | undefined
  readonly go: (search: { programId?: string | undefined; projectId?: string | undefined }) => void
}

/** Exports a whole program, or one project of it, as a file: to keep, or to hand over to another organisation. */
export function ZipPage({ programId, projectId, go }: ZipPageProps) {
  usePageTitle('Project archives')
  const { data, problem, refetch } = useEndpoint(getPrograms, { perPage: 100 })
  return (
    <div className="pg-page pg-scrolls">
      <PageHead title="Project archives">
        <Link className="bp6-button bp6-outlined" to="/org/lifecycle/projects/zip-upload">
          <ImportIcon />
          <span>Read one in</span>
        </Link>
      </PageHead>
      <div className="pg-zip">
        <Panel title="Export">
          {problem !== undefined && data === undefined && (
            <ErrorState title="Programs did not load" onRetry={refetch}>
              {problem}
            </ErrorState>
          )}
          {problem === undefined && data === undefined && <SkeletonRows rows={3} columns={['1fr']} />}
          {data?.programs.length === 0 && (
            <EmptyState icon={<ArchiveIcon size={24} />} title="No programs yet">
              There is nothing to put into an archive.
            </EmptyState>
          )}
          {data !== undefined && data.programs.length > 0 && (
            <Export key={programId} programs={data.programs} programId={programId} projectId={projectId} go={go} />
          )}
        </Panel>
      </div>
    </div>
  )
}

interface ExportProps extends ZipPageProps {
  readonly programs: readonly { readonly uuid: string; readonly name: string }[]
}

function Export({ programs, programId, projectId, go }: ExportProps) {
  const { data } = useEndpoint(
    getProjects,
    { perPage: 100, ...(programId !== undefined && { program_uuid: programId }) },
    { enabled: programId !== undefined },
  )
  const [sent, setSent] = useState<string>()
  const action = useAction()
  const project = data?.projects.find(({ uuid }) => uuid === projectId)
  const name = project?.name ?? programs.find(({ uuid }) => uuid === programId)?.name ?? ''
  const save = () =>
    void action.run(async () => {
      await download(
        exportArchive,
        { program_uuid: programId!, ...(projectId !== undefined && { project_uuid: projectId }) },
        `${name}.zip`,
      )
      setSent(name)
    })
  return (
    <div className="c-form">
      <Field label="Program">
        {(id) => (
          <HTMLSelect
            id={id}
            value={programId ?? ''}
            options={[
              { value: '', label: 'Choose one' },
              ...programs.map(({ uuid, name: title }) => ({ value: uuid, label: title })),
            ]}
            onChange={(event) => go({ programId: event.currentTarget.value || undefined })}
          />
        )}
      </Field>
      <Field
        label="Project"
        hint={
          projectId === undefined
            ? 'Artefacts, links, history, comments and baselines come with it.'
            : 'Its artefacts, comments and all linked artefacts are included in their current state, without ' +
              'history.'
        }
      >
        {(id) => (
          <HTMLSelect
            id={id}
            disabled={programId === undefined}
            value={projectId ?? ''}
            options={[
              { value: '', label: 'The whole program' },
              ...(data?.projects ?? []).map(({ uuid, name: title }) => ({ value: uuid, label: title })),
            ]}
            onChange={(event) => go({ programId, projectId: event.currentTarget.value || undefined })}
          />
        )}
      </Field>
      <p className="c-form-foot">
        <Button
          intent="primary"
          icon={<ExportIcon />}
          disabled={programId === undefined}
          loading={action.busy}
          onClick={save}
        >
          Export as zip
        </Button>
        {action.problem !== undefined && (
          <span className="c-problem" role="alert">
            {action.problem}
          </span>
        )}
        {sent !== undefined && action.problem === undefined && (
          <span className="c-note" role="status">
            {sent}.zip is among your downloads.
          </span>
        )}
      </p>
    </div>
  )
}
