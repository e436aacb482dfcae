import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import type { Requested } from '../../core/call/query.ts'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { type Typed, VersionPane } from './version-pane.tsx'
import { byName, type EditedMethods, keyOf, type MethodVersion } from './versions.ts'
import '../../core/ui/form.css'
import '../programs/programs.css'
import './methods.css'

interface VersionsPageProps<Content> extends Omit<Requested<readonly MethodVersion<Content>[]>, 'error'> {
  readonly of: EditedMethods<Content>
  /** Why the user may not change any of them; undefined if they may. */
  readonly refusal: string | undefined
  /** The key of the shown version; undefined: the version that is built into the product. */
  readonly shown: string | undefined
  readonly show: (key: string | undefined) => void
  /** Beside the title: the other kinds of methods. */
  readonly tabs?: ReactNode
}

/** An organisation's methods of a kind: all versions of each, and how a draft becomes the next one. */
export function VersionsPage<Content>({
  of,
  refusal,
  data,
  problem,
  refetch,
  shown,
  show,
  tabs,
}: VersionsPageProps<Content>) {
  usePageTitle(of.title)
  const [typed, setTyped] = useState<Readonly<Record<string, Typed<Content> | undefined>>>({})
  useLeaveWarning(Object.values(typed).some((each) => each !== undefined))
  const versions = data ?? []
  const version = versions.find((each) => keyOf(each) === shown) ?? (shown === undefined ? versions[0] : undefined)
  return (
    <div className="pg-page">
      <PageHead title={of.title} tabs={tabs} />
      {problem !== undefined && data === undefined && (
        <ErrorState title={`${of.title} did not load`} onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {data === undefined && problem === undefined && <SkeletonRows rows={8} columns={['240px', '1fr']} />}
      {data !== undefined && (
        <div className="mt-body">
          <Versions of={of} versions={versions} />
          {version === undefined ? (
            <p className="c-note mt-none">There is no such version any more: choose another.</p>
          ) : (
            <VersionPane
              of={of}
              refusal={refusal}
              key={`${of.one} ${keyOf(version)}`}
              version={version}
              draft={versions.find(({ name, state }) => name === version.name && state === 'draft')}
              released={versions.filter(({ state }) => state === 'released').map(({ content }) => content)}
              typed={typed[keyOf(version)]}
              onType={(draft) => setTyped((before) => ({ ...before, [keyOf(version)]: draft }))}
              onShow={(uuid) => show(uuid ?? undefined)}
              again={refetch}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** All versions, by the name of their method; the one in the address is marked. */
function Versions<Content>({
  of,
  versions,
}: {
  readonly of: EditedMethods<Content>
  readonly versions: readonly MethodVersion<Content>[]
}) {
  return (
    <nav className="mt-versions" aria-label="Versions">
      {byName(versions).map(({ name, versions: all }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul>
            {all.map((version) => (
              <li key={keyOf(version)}>
                <Link
                  to="."
                  search={((before: object) => ({ ...before, method: version.uuid ?? undefined })) as never}
                  activeOptions={{ exact: true }}
                >
                  <span>
                    <span className="c-visually-hidden">{name} </span>v{version.version}
                  </span>
                  {version.state === 'draft' ? (
                    <Badge tone="yellow">Draft</Badge>
                  ) : (
                    <span className="pg-note num">{of.usedBy?.(version)}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
