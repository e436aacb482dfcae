import { getMethods } from '@carapace/shared/lifecycle/methods/methods.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { type Typed, VersionPane } from './version-pane.tsx'
import { byName, keyOf, type Version } from './versions.ts'
import '../../core/ui/form.css'
import '../../graph/programs/programs.css'
import '../projects/projects.css'
import './methods.css'

interface MethodsPageProps {
  /** The key of the shown version; undefined: the version that is built into the product. */
  readonly shown: string | undefined
  readonly show: (key: string | undefined) => void
}

/** The organisation's methods: all versions of each, and how a draft becomes the next one. */
export function MethodsPage({ shown, show }: MethodsPageProps) {
  usePageTitle('Methods')
  const { data, problem, refetch } = useEndpoint(getMethods, {})
  const [typed, setTyped] = useState<Readonly<Record<string, Typed | undefined>>>({})
  useLeaveWarning(Object.values(typed).some((each) => each !== undefined))
  const versions = data?.methods ?? []
  const version = versions.find((each) => keyOf(each) === shown) ?? (shown === undefined ? versions[0] : undefined)
  return (
    <div className="pg-page">
      <PageHead title="Methods" />
      {problem !== undefined && data === undefined && (
        <ErrorState title="The methods did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {data === undefined && problem === undefined && <SkeletonRows rows={8} columns={['240px', '1fr']} />}
      {data !== undefined && (
        <div className="mt-body">
          <Versions versions={versions} />
          {version === undefined ? (
            <p className="c-note mt-none">There is no such version any more: choose another.</p>
          ) : (
            <VersionPane
              key={keyOf(version)}
              version={version}
              draft={versions.find(({ name, state }) => name === version.name && state === 'draft')}
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
function Versions({ versions }: { readonly versions: readonly Version[] }) {
  return (
    <nav className="mt-versions" aria-label="Versions">
      {byName(versions).map(({ name, versions: of }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul>
            {of.map((version) => (
              <li key={keyOf(version)}>
                <Link
                  to="/org/lifecycle/methods"
                  search={version.uuid === null ? {} : { method: version.uuid }}
                  activeOptions={{ exact: true }}
                >
                  <span>
                    <span className="c-visually-hidden">{name} </span>v{version.version}
                  </span>
                  {version.state === 'draft' ? (
                    <Badge tone="yellow">Draft</Badge>
                  ) : (
                    <span className="pg-note num">
                      {number(version.programs)} {version.programs === 1 ? 'program' : 'programs'}
                    </span>
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
