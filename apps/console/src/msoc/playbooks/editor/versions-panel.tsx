import { Button } from '@blueprintjs/core'
import { getPlaybook, type PlaybookVersion } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useRequest } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { dateTime } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { Badge } from '../../../core/ui/status-badge.tsx'
import { justNode } from '../graph/graph-canvas.tsx'
import type { Draft } from './draft.store.ts'
import { type Difference, differences } from './graph-diff.ts'
import { useEditorContext } from './editor-context.ts'
import { draftOf, type SavedPlaybook } from './saved.ts'

interface VersionsPanelProps {
  readonly saved: SavedPlaybook
  readonly onEnable: (version: number) => void
  readonly isBusy: boolean
}

/** The versions with their authors and differences; any of them can be enabled or edited further (PLAYBOOK-UI-17). */
export function VersionsPanel({ saved, onEnable, isBusy }: VersionsPanelProps) {
  const { store, refusal } = useEditorContext()
  const [compared, setCompared] = useState<number>()
  const { uuid, enabled_version: enabled } = saved.playbook
  const reading = useAction()
  const use = (version: number) =>
    reading.run(async () => {
      const { trigger, graph } = await call(getPlaybook, { uuid, version })
      store.run(`Version ${version}`, (draft) => ({ ...draft, trigger, graph }))
    })
  return (
    <div className="pb-panel-body">
      {reading.problem !== undefined && (
        <p className="c-problem pb-none" role="alert">
          {reading.problem}
        </p>
      )}
      <ol className="pb-versions" aria-label="Versions">
        {saved.versions.map((one, index) => (
          <li key={one.version}>
            <VersionHead one={one} isEnabled={one.version === enabled} />
            <div className="pb-actions">
              <Button
                size="small"
                variant="outlined"
                text={compared === one.version ? 'Hide differences' : 'Differences'}
                aria-label={`Differences of version ${one.version}`}
                aria-expanded={compared === one.version}
                onClick={() => setCompared(compared === one.version ? undefined : one.version)}
              />
              {index > 0 && (
                <ActButton
                  text="Edit from here"
                  aria-label={`Edit from version ${one.version}`}
                  refusal={refusal}
                  onClick={() => void use(one.version)}
                />
              )}
              {one.version !== enabled && (
                <ActButton
                  text="Enable"
                  aria-label={`Enable version ${one.version}`}
                  refusal={refusal}
                  loading={isBusy}
                  onClick={() => onEnable(one.version)}
                />
              )}
            </div>
            {compared === one.version && (
              <VersionDiff uuid={uuid} version={one.version} before={saved.versions[index + 1]?.version} />
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function VersionHead({ one, isEnabled }: { readonly one: PlaybookVersion; readonly isEnabled: boolean }) {
  return (
    <>
      <p className="pb-version-head">
        <strong className="num">v{one.version}</strong>
        {isEnabled && <Badge tone="green">Enabled</Badge>}
        <span className="c-note">
          {one.saved_by}, <span className="num">{dateTime(one.saved_at)}</span>
        </span>
      </p>
      {one.note !== '' && <p className="pb-note">{one.note}</p>}
    </>
  )
}

interface VersionDiffProps {
  readonly uuid: string
  readonly version: number
  readonly before: number | undefined
}

const nothing: Draft = {
  name: '',
  description: '',
  tags: [],
  trigger: { kind: 'manual', subject: null },
  graph: { nodes: [], edges: [] },
}

function VersionDiff({ uuid, version, before }: VersionDiffProps) {
  const { data, problem } = useRequest(['playbook-differences', uuid, version, before ?? 0], async (signal) => {
    const read = async (number: number) => draftOf(await call(getPlaybook, { uuid, version: number }, { signal }))
    const after = await read(version)
    return differences(before === undefined ? { ...nothing, ...sameName(after) } : await read(before), after)
  })
  if (problem !== undefined) return <p className="c-problem">The versions did not load: {problem}</p>
  if (data === undefined) return <SkeletonRows rows={3} columns={['1fr']} />
  return <DifferenceList differences={data} />
}

/** Names and descriptions belong to the playbook, not to its versions. */
const sameName = ({ name, description, tags }: Draft) => ({ name, description, tags })

const signs = { added: '+', removed: '−', changed: '~' } as const

function DifferenceList({ differences: found }: { readonly differences: readonly Difference[] }) {
  const { choose } = useEditorContext()
  if (found.length === 0) return <p className="c-note">Only places on the canvas differ.</p>
  return (
    <ul className="pb-diff" aria-label="Differences">
      {found.map(({ kind, node, title, changes }, index) => (
        <li key={index} data-kind={kind}>
          <span aria-hidden>{signs[kind]}</span>
          <span className="c-visually-hidden">{kind}</span>
          {node === undefined ? (
            <span>{title}</span>
          ) : (
            <button type="button" className="pb-text-button" onClick={() => choose(justNode(node))}>
              {title}
            </button>
          )}
          {changes.map(({ name, before, after }) => (
            <div key={name} className="pb-diff-value">
              <span className="pb-diff-name">{name.replaceAll('_', ' ')}</span>
              {before !== undefined && <del className="mono">{before}</del>}
              {after !== undefined && <ins className="mono">{after}</ins>}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}
