import { useState } from 'react'
import { useAction } from '../../../core/call/use-action.ts'

/** The note after a conflict: what was typed is still in the form, and is stored when it is saved again. */
const overtaken = 'Somebody changed this first. What you typed is still here: save again to replace their change.'

/**
 * Saves a form. After a conflict the current state is read, so that saving again replaces it, and the form keeps its
 * input (rule CASE-UI-71 of ../SPEC.md).
 */
export function useSaving(onChanged: () => void, onDone: () => void) {
  const { busy, problem, run } = useAction()
  const [isOvertaken, setOvertaken] = useState(false)
  return {
    busy,
    problem: isOvertaken ? overtaken : problem,
    save: (perform: () => Promise<unknown>) =>
      run(
        async () => {
          setOvertaken(false)
          await perform()
          onChanged()
          onDone()
        },
        async () => {
          setOvertaken(true)
          onChanged()
        },
      ),
  }
}
