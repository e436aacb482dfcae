import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import { unaccounted } from '../account-of-work.ts'

interface View {
  /** Stops its subscriptions and reads. */
  close(): void
}

interface Held<V> {
  readonly view: V
  /** Call it exactly once, when this hold is no longer needed. */
  readonly release: () => void
}

/**
 * One view per organisation, shared by all holders: opened for the first holder, closed when the last one releases it.
 */
export function sharedViews<V extends View>(open: (org: Org) => Promise<V>): (org: Org) => Promise<Held<V>> {
  const views = new Map<OrgUuid, { readonly opening: Promise<V>; holders: number }>()

  return async (org) => {
    const shared = views.get(org.uuid) ?? { opening: unaccounted(() => open(org)), holders: 0 }
    views.set(org.uuid, shared)
    shared.holders += 1 // before the view is open, so that a release in the meantime does not close it
    try {
      const view = await shared.opening
      return { view, release: () => release(view) }
    } catch (error) {
      if (views.get(org.uuid) === shared) views.delete(org.uuid)
      throw error
    }

    function release(view: V): void {
      shared.holders -= 1
      if (shared.holders > 0) return
      views.delete(org.uuid)
      view.close()
    }
  }
}
