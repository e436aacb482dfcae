import { listReleases, type Release } from '@carapace/shared/sbom/releases.contract'
import { call } from '../../core/call/call.ts'
import { useGrowingList } from '../../core/call/use-growing-list.ts'
import { queryOf, type ReleasesSearch } from '../search.ts'

/** A document that is being read is looked at again this often, ms; otherwise the list is read again more seldom. */
const readingMs = 1_500
const usualMs = 15_000

/** The releases that match, page by page. */
export function useReleases(search: ReleasesSearch) {
  const query = queryOf(search)
  return useGrowingList<Release>([listReleases.path, query], {
    async request(cursor, signal) {
      const answer = await call(listReleases, { ...query, cursor, limit: 200 }, signal ? { signal } : {})
      return { rows: answer.releases, next: answer.next_cursor, total: answer.total }
    },
    idOf: ({ uuid }) => uuid,
    refetchEveryMs: (rows) => (rows?.some(({ latest }) => latest?.state === 'READING') ? readingMs : usualMs),
  })
}
