import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { AddressProps, ArtefactSearch } from './search.ts'

/**
 * The kind whose list is shown on a page that has several: the kind of the open artefact, else the chosen one, else the
 * first.
 */
export function kindShown(kinds: readonly string[], { open, tab }: ArtefactSearch): string {
  const byCode = kinds.find((kind) => open?.startsWith(`${artefactKindNamed(kind)?.code ?? ''}-`))
  return byCode ?? kinds.find((kind) => kind === tab) ?? kinds[0]!
}

/** The tabs of a page with several lists, beside its title. */
export function Views({
  kinds,
  search,
  go,
  titles,
}: AddressProps & { readonly kinds: readonly string[]; readonly titles?: Readonly<Record<string, string>> }) {
  const now = kindShown(kinds, search)
  return (
    <div className="c-tabs" role="group" aria-label="Which list is shown">
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="c-tab gr-tab"
          aria-current={kind === now ? 'true' : undefined}
          onClick={() =>
            go({ programId: search.programId, projectId: search.projectId, ...(kind !== kinds[0] && { tab: kind }) })
          }
        >
          {titles?.[kind] ?? artefactKindNamed(kind)?.plural}
        </button>
      ))}
    </div>
  )
}
