import { deleteView, listViews, type SavedView, saveView } from '@carapace/shared/account/views.contract'
import { Failure } from '@carapace/shared/core/failure'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { call, messageOf } from '../call/call.ts'
import { toast } from '../ui/toast.ts'

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
  const [views, setViews] = useState<readonly SavedView[]>()
  const [problem, setProblem] = useState<string>()

  const reload = useCallback(() => {
    call(listViews, { page }).then(
      (answer) => {
        setViews(answer.views)
        setProblem(undefined)
      },
      (thrown: unknown) => setProblem(messageOf(thrown)),
    )
  }, [page])
  useEffect(reload, [reload])

  return useMemo(() => {
    const save: SavedViewsState['save'] = async (view) => {
      try {
        const answer = await call(saveView, { page, ...view })
        setViews((before = []) => [...before.filter(({ uuid }) => uuid !== answer.view.uuid), answer.view])
        return answer.view
      } catch (thrown) {
        refuse(`The view “${view.name}” was not saved.`, thrown, reload)
        return undefined
      }
    }
    const remove: SavedViewsState['remove'] = async (view) => {
      try {
        await call(deleteView, { uuid: view.uuid })
        setViews((before = []) => before.filter(({ uuid }) => uuid !== view.uuid))
        return true
      } catch (thrown) {
        refuse(`The view “${view.name}” was not deleted.`, thrown, reload)
        return false
      }
    }
    return { views, problem, reload, save, remove }
  }, [views, problem, reload, page])
}

/** Another user changed it first: the views are loaded again, and that change is not overwritten (rule VIEW-UI-4). */
function refuse(what: string, thrown: unknown, reload: () => void): void {
  const isLate = thrown instanceof Failure && thrown.code === 'ROW_CHANGED'
  toast.error(`${what} ${isLate ? 'Somebody changed it meanwhile: you now see its current state.' : messageOf(thrown)}`)
  if (isLate) reload()
}
