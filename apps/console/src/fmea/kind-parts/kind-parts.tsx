import { HTMLSelect } from '@blueprintjs/core'
import { getFmeaProfiles } from '@carapace/shared/fmea/profiles.contract'
import { useEndpoint } from '../../core/call/query.ts'
import type { FieldEditorProps, KindParts } from '../../graph/page/kind-parts.ts'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { nodeAt } from '../../graph/store/graph-state.ts'
import { NodeLink } from '../../graph/links/node-link.tsx'
import { ProfileName } from '../profile-name.tsx'
import { versionTitle } from '../use-profile.ts'
import { type Chain, chainParts } from '../worksheet/lines.ts'

/** What artefact pages show only for the kinds of FMEA. */
export const kindParts: KindParts = {
  fieldEditors: { 'fmea.profile': ProfileField, 'fmea-line.chain': ChainField },
  stages: [
    { key: 'process-step', title: 'Process step', order: 12, kinds: ['process-step'] },
    { key: 'fmea', title: 'FMEA', order: 43, kinds: ['fmea'] },
    { key: 'fmea-line', title: 'FMEA line', order: 44, kinds: ['fmea-line'] },
    { key: 'fmea-action', title: 'FMEA action', order: 105, kinds: ['fmea-action'] },
  ],
}

/** The released versions of the organisation's rating profiles. */
function ProfileField({ value, isReadOnly, onChange }: FieldEditorProps) {
  const { data, problem } = useEndpoint(getFmeaProfiles, {}, { enabled: !isReadOnly })
  const uuid = value as string | null
  if (isReadOnly || data === undefined)
    return (
      <p className="gr-field-value">
        <ProfileName uuid={uuid} /> {problem}
      </p>
    )
  const released = data.profiles.filter(({ state }) => state === 'released')
  return (
    <HTMLSelect
      aria-label="Rating profile"
      value={uuid ?? ''}
      options={released.map((each) => ({ value: each.uuid ?? '', label: versionTitle(each) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  )
}

const titles = { effect: 'Effect', mode: 'Mode', cause: 'Cause' }

/** The failures of a line; they are changed in the worksheet, where the failure net follows. */
function ChainField({ value }: FieldEditorProps) {
  const graph = usePageGraph((state) => state)
  const chain = value as Chain
  return (
    <ul className="fk-chain">
      {chainParts.map((part) => {
        const node = nodeAt(graph, chain[part] ?? '')
        return (
          <li key={part}>
            {titles[part]}:{' '}
            {node ? (
              <NodeLink node={node}>
                <span className="mono">{node.code}</span> {node.title}
              </NodeLink>
            ) : (
              '–'
            )}
          </li>
        )
      })}
    </ul>
  )
}
