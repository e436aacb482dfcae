import { Button } from '@blueprintjs/core'
import { type Artefact, getArtefactHistory } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { call } from '../../core/call/call.ts'
import { dateTime, sentenceCase } from '../../core/format/format.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { usePages } from '../../core/call/use-pages.ts'
import { differences, type Version } from './differences.ts'
import { useKindParts } from '../page/kind-parts.ts'

/** All versions of an artefact, the latest first, with the changes of each. */
export function History({ artefact }: { readonly artefact: Artefact }) {
  const { uuid, kind } = artefact
  const Head = useKindParts().historyHeads[kind]
  const { rows, problem, whole, more, retry } = usePages([getArtefactHistory.path, uuid], async (before, signal) => {
    const { versions, next } = await call(
      getArtefactHistory,
      { uuid, ...(before !== undefined && { before: Number(before) }) },
      { signal },
    )
    return { rows: versions, next: next === null ? null : String(next) }
  })
  if (rows === undefined && problem !== undefined)
    return (
      <ErrorState title="The history did not load" onRetry={retry}>
        {problem}
      </ErrorState>
    )
  if (rows === undefined) return <SkeletonRows rows={6} columns={['100px', '1fr']} />
  return (
    <>
      {Head && (
        <>
          <Head artefact={artefact} />
          <h3 className="gr-history-title">Versions</h3>
        </>
      )}
      <ol className="gr-history" aria-label="Versions">
        {rows.map((version, place) => (
          <OneVersion key={version.revision} kind={kind} version={version} before={rows[place + 1]} />
        ))}
      </ol>
      {problem !== undefined && (
        <p className="c-problem" role="alert">
          Earlier versions did not load. {problem}
        </p>
      )}
      {!whole && <Button className="gr-history-more" size="small" variant="outlined" text="Earlier" onClick={more} />}
    </>
  )
}

interface OneVersionProps {
  readonly kind: string
  readonly version: Version
  readonly before: Version | undefined
}

function OneVersion({ kind, version, before }: OneVersionProps) {
  const { revision, action, at, by } = version
  const { differences: long } = useKindParts()
  return (
    <li>
      <span className="gr-history-head">
        <b>{sentenceCase(action)}</b> by {by?.name ?? 'a former user'}{' '}
        <span className="num gr-history-at">
          {dateTime(at)}, revision {revision}
        </span>
      </span>
      {action === 'changed' && (
        <dl>
          {differences(kind, version, before, long).map(({ part, title, before: was, after: is }) => (
            <div key={part}>
              <dt>{title}</dt>
              <dd>
                <del>{was || 'nothing'}</del> <ins>{is || 'nothing'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}
