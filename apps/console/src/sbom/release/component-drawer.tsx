import { CrossIcon } from '@blueprintjs/icons'
import { getOccurrence, getPaths } from '@carapace/shared/sbom/components.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePanels } from '../../core/page/panels.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'

interface ComponentDrawerProps {
  readonly releaseUuid: string
  readonly position: number
  readonly onOpen: (position: number) => void
  readonly onClose: () => void
}

type Detail = (typeof getOccurrence)['output']['_output']

/** A component of a release: what its document states, and how the subject comes to need it (rule SBOM-UI-8). */
export function ComponentDrawer({ releaseUuid, position, onOpen, onClose }: ComponentDrawerProps) {
  const { data, problem, refetch } = useEndpoint(getOccurrence, { release_uuid: releaseUuid, position })
  const [hasPaths, setPaths] = useState(true)
  const panels = usePanels('beside-component')
  useHotkeys([
    { keys: 'Escape', title: 'Close the component', group: 'Component', run: onClose },
    { keys: 'p', title: 'Show or hide the paths to the component', group: 'Component', run: () => setPaths(!hasPaths) },
  ])
  const component = data?.component
  return (
    <section className="sb-drawer" aria-label={component ? `${component.name} ${component.version}` : 'Component'}>
      <header className="sb-drawer-head">
        <div className="sb-drawer-line">
          <span className="mono">{component?.type}</span>
          <span className="sb-drawer-close">
            <IconButton icon={<CrossIcon />} label="Close" keys="Escape" onClick={onClose} />
          </span>
        </div>
        <h2>
          {component?.name} {component?.version}
        </h2>
        {component && (
          <Link to="/org/sbom/package-configuration" search={{ component: component.component_id }}>
            Across the fleet
          </Link>
        )}
      </header>
      <div className="sb-drawer-body">
        <Loaded
          what="The component"
          data={data}
          problem={problem}
          onRetry={refetch}
          skeleton={<SkeletonRows rows={8} columns={['96px', '1fr']} />}
        >
          {(detail) => (
            <>
              <Facts detail={detail} />
              {panels.map(({ title, Panel }) => (
                <section key={title}>
                  <h3>{title}</h3>
                  <Panel componentId={detail.component.component_id} releaseUuid={releaseUuid} />
                </section>
              ))}
              <Paths releaseUuid={releaseUuid} position={position} isShown={hasPaths} onOpen={onOpen} />
              <Lists detail={detail} />
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}

function Facts({ detail: { component, more, needs, needed_by: neededBy } }: { readonly detail: Detail }) {
  const facts: readonly (readonly [string, string | null | undefined, boolean?])[] = [
    ['Group', component.group],
    ['Package URL', component.purl, true],
    ['CPE', component.cpe, true],
    ['Known by', component.identity_kind],
    ['Not compared', component.unmatched],
    ['Licence', component.licence],
    ['Supplier', component.supplier],
    ['Author', textOf(more['author'])],
    ['Scope', component.scope],
    ['Depth', component.depth === null ? 'not reached from the subject' : number(component.depth)],
    ['Needs', number(needs)],
    ['Needed by', number(neededBy)],
    ['Description', textOf(more['description'])],
  ]
  return (
    <dl className="sb-facts">
      {facts
        .filter(([, value]) => value != null && value !== '')
        .map(([name, value, isMono]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isMono ? 'mono' : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

interface PathsProps {
  readonly releaseUuid: string
  readonly position: number
  readonly isShown: boolean
  readonly onOpen: (position: number) => void
}

function Paths({ releaseUuid, position, isShown, onOpen }: PathsProps) {
  const { data, problem } = useEndpoint(getPaths, { release_uuid: releaseUuid, position }, { enabled: isShown })
  if (!isShown) return null
  return (
    <section>
      <h3>
        Paths from the subject <kbd className="c-kbd">p</kbd>
      </h3>
      {problem !== undefined && <p className="c-problem">{problem}</p>}
      {data?.paths.length === 0 && (
        <p className="c-note">The subject does not need it, as far as the document states.</p>
      )}
      <ol className="sb-paths">
        {data?.paths.map((path, at) => (
          <li key={at}>
            {path.map((step, index) => (
              <span key={step.position}>
                {index > 0 && <span aria-hidden> › </span>}
                <button type="button" className="sb-link" onClick={() => onOpen(step.position)}>
                  {step.name}
                </button>
              </span>
            ))}
          </li>
        ))}
      </ol>
      {data?.is_cut && <p className="c-note">There are more paths; these are the shortest.</p>}
    </section>
  )
}

function Lists({ detail: { hashes, patches, paths } }: { readonly detail: Detail }) {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Hashes', hashes.map(({ algorithm, value }) => `${algorithm} ${value}`)],
    ['Patches', patches.map(({ type, resolves }) => [type, ...resolves].join(' '))],
    ['Places in the image', paths],
  ]
  return lists
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => (
      <section key={title}>
        <h3>{title}</h3>
        <ul className="sb-lines mono">
          {lines.map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </ul>
      </section>
    ))
}
