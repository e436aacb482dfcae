import type { DbcFile } from '@carapace/shared/msoc/can/dbc.contract'
import { number } from '../../core/format/format.ts'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import type { Going } from './search.ts'
import { placeText } from './words.ts'

interface LibraryListProps extends Going {
  readonly dbcs: readonly DbcFile[] | undefined
  readonly problem: string | undefined
  readonly onRetry: () => void
  /** The open version. */
  readonly chosen: string | undefined
}

/** The library by name, each database with its assignments. */
export function LibraryList({ dbcs, problem, search, go, chosen }: LibraryListProps) {
  const shown = dbcs?.filter((dbc) => isAbout(dbc, search.q))
  return (
    <aside className="dl-library" aria-label="Library">
      <div className="dl-search">
        <SearchField
          value={search.q ?? ''}
          label="Search the library"
          placeholder="Name, file or note"
          onSearch={(q) => go({ ...search, q: q || undefined }, true)}
        />
      </div>
      {shown === undefined && problem === undefined && <SkeletonRows rows={6} columns={['1fr']} rowHeight={49} />}
      {shown !== undefined && (
        <ul className="dl-list">
          {shown.map((dbc) => (
            <li key={dbc.uuid}>
              <button
                type="button"
                aria-current={dbc.versions.some(({ uuid }) => uuid === chosen) || undefined}
                onClick={() => go({ ...search, version: dbc.versions[0]?.uuid, message: undefined, before: undefined })}
              >
                <span className="dl-name">{dbc.name}</span>
                <span className="dl-facts">{factsOf(dbc)}</span>
              </button>
            </li>
          ))}
          {shown.length === 0 && dbcs !== undefined && dbcs.length > 0 && (
            <li className="dl-none">No database has these words.</li>
          )}
        </ul>
      )}
      <p className="dl-drop">Drop a .dbc file anywhere on this page.</p>
    </aside>
  )
}

function factsOf({ versions, assignments }: DbcFile): string {
  const [latest] = versions
  const reads =
    assignments.length === 0
      ? 'not assigned'
      : assignments.length === 1
        ? placeText(assignments[0]!)
        : `${assignments.length} assignments`
  return latest === undefined
    ? reads
    : `v${latest.version} · ${number(latest.messages)} ${latest.messages === 1 ? 'message' : 'messages'} · ${reads}`
}

function isAbout({ name, description, versions }: DbcFile, words: string | undefined): boolean {
  if (words === undefined) return true
  const text = [name, description, ...versions.flatMap(({ file_name: file, note }) => [file, note])]
    .join('\n')
    .toLowerCase()
  return text.includes(words.toLowerCase())
}
