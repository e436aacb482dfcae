import { HTMLSelect } from '@blueprintjs/core'
import { TickCircleIcon } from '@blueprintjs/icons'
import { type DbcChange, type DbcFile, type DbcVersion, diffDbcs } from '@carapace/shared/msoc/can/dbc.contract'
import { idText } from '@carapace/shared/msoc/can/frame'
import { number, sentenceCase } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import type { Going } from './search.ts'

interface DifferencesViewProps extends Going {
  readonly version: DbcVersion
  readonly library: { readonly dbcs: readonly DbcFile[] }
}

/** The differences of a version from another one: by default the previous version. */
export function DifferencesView({ version, library, search, go }: DifferencesViewProps) {
  const others = library.dbcs.flatMap(({ versions }) => versions).filter(({ uuid }) => uuid !== version.uuid)
  const before =
    others.find(({ uuid }) => uuid === search.before) ??
    others.find((one) => one.dbc_uuid === version.dbc_uuid && one.version < version.version) ??
    others[0]
  if (before === undefined)
    return (
      <EmptyState icon={<TickCircleIcon size={24} />} title="Nothing to compare with">
        The library has no other version.
      </EmptyState>
    )
  return (
    <>
      <div className="dl-toolbar">
        <label className="dl-compare">
          <span>Compared with</span>
          <HTMLSelect
            value={before.uuid}
            options={others.map((one) => ({ value: one.uuid, label: `${one.name}, version ${one.version}` }))}
            onChange={(event) => go({ ...search, before: event.currentTarget.value }, true)}
          />
        </label>
      </div>
      <Changes key={`${before.uuid} ${version.uuid}`} before={before.uuid} after={version.uuid} />
    </>
  )
}

function Changes({ before, after }: { readonly before: string; readonly after: string }) {
  const { data, problem, refetch } = useEndpoint(diffDbcs, { before, after })
  if (data === undefined)
    return problem === undefined ? (
      <SkeletonRows rows={8} columns={['80px', '1fr', '2fr']} />
    ) : (
      <ErrorState title="The differences did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (data.total === 0) return <EmptyState icon={<TickCircleIcon size={24} />} title="They say the same" />
  return (
    <section className="dl-contents" aria-label="Differences" tabIndex={0}>
      <p className="dl-count num" role="status">
        {number(data.total)} {data.total === 1 ? 'difference' : 'differences'}
        {data.total > data.changes.length ? `, the first ${number(data.changes.length)} are shown` : ''}
      </p>
      <table className="dl-signals" aria-label="Differences">
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Of</th>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {data.changes.flatMap((change, index) =>
            rowsOf(change).map((row, at) => <Row key={`${index} ${at}`} change={change} {...row} isFirst={at === 0} />),
          )}
        </tbody>
      </table>
    </section>
  )
}

type Field = DbcChange['fields'][number]

/** One row per changed field; one row without a field for what was added or removed. */
function rowsOf({ fields }: DbcChange): readonly Field[] {
  return fields.length > 0 ? fields : [{ field: '', before: '', after: '' }]
}

function Row({
  change,
  field,
  before,
  after,
  isFirst,
}: Field & { readonly change: DbcChange; readonly isFirst: boolean }) {
  return (
    <tr>
      <td data-change={change.kind}>{isFirst ? sentenceCase(change.kind) : ''}</td>
      <td>{isFirst ? subjectOf(change) : ''}</td>
      <td>{field}</td>
      <td className="dl-before">{before}</td>
      <td className="dl-after">{after}</td>
    </tr>
  )
}

function subjectOf({ message, id, ext, signal }: DbcChange): string {
  if (message === null) return 'the database'
  const name = id === null ? message : `${message} (${idText(id, ext)})`
  return signal === null ? name : `${name} ${signal}`
}
