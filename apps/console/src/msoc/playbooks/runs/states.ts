import { type RunState, runStates } from '@carapace/shared/msoc/playbooks/run-states'

/** The states in the address; unknown words are dropped, since a link may be older or newer than this page. */
export function statesIn(text: string | undefined): readonly RunState[] {
  const words = new Set(text?.split(','))
  return runStates.filter((state) => words.has(state))
}
