import { deleteView, listViews, type SavedView, saveView } from '@carapace/shared/account/views.contract'
import { Failure } from '@carapace/shared/core/failure'
import { useMemo } from 'react'
import type { z } from 'zod'
import { call, messageOf } from '../call/call.ts'
import { endpointQuery, patch, useEndpoint } from '../call/query.ts'
import { toast } from '../ui/toast.ts'
import { loadAgainMs } from './load-again.ts'

export interface SavedViewsState {
  /** Undefined while they load. */
  readonly views: readonly SavedView[] | undefined
  readonly problem: string | undefined
  readonly reload: () => void
  /** Returns the view as it was saved; undefined after a refusal, which a toast has reported. */
  readonly save: (
    view: Pick<SavedView, 'name' | 'search' | 'shared'> & Partial<Pick<SavedView, 'uuid' | 'revision'>>,
  ) => Promise<SavedView | undefined>
  readonly remove: (view: SavedView) => Promise<boolean>
}

/** The saved views of a list, and the actions on them (rules VIEW-UI-1 to VIEW-UI-5 of ./SPEC.md). */
export function useSavedViews(page: SavedView['page']): SavedViewsState {
  const {
    data,
    problem,
    refetch: reload,
  } = useEndpoint(listViews, { page }, { keepPrevious: false, refetchEveryMs: (answer) => loadAgainMs(answer?.views) })
  const views = data?.views
  const actions = useMemo(() => actionsOn(page, reload), [page, reload])
  return useMemo(() => ({ views, problem, reload, ...actions }), [views, problem, reload, actions])
}

function actionsOn(page: SavedView['page'], reload: () => void): Pick<SavedViewsState, 'save' | 'remove'> {
  const change = (uuid: string, now: readonly SavedView[]) =>
    patch<z.output<typeof listViews.output>>(endpointQuery(listViews, { page }), (known) => ({
      ...known,
      views: [...known.views.filter((view) => view.uuid !== uuid), ...now],
    }))

  return {
    async save(view) {
      try {
        const { view: saved } = await call(saveView, { page, ...view })
        change(saved.uuid, [saved])
        return saved
      } catch (thrown) {
        refuse(`The view “${view.name}” was not saved.`, thrown, reload)
        return undefined
      }
    },
    async remove({ uuid, name }) {
      try {
        await call(deleteView, { uuid })
        change(uuid, [])
        return true
      } catch (thrown) {
        refuse(`The view “${name}” was not deleted.`, thrown, reload)
        return false
      }
    },
  }
}

/** Another user changed it first: the views are loaded again, and that change is not overwritten (rule VIEW-UI-4). */
function refuse(what: string, thrown: unknown, reload: () => void): void {
  const isLate = thrown instanceof Failure && thrown.code === 'ROW_CHANGED'
  toast.error(`${what} ${isLate ? 'Somebody changed it meanwhile: you now see its current state.' : messageOf(thrown)}`)
  if (isLate) reload()
}
