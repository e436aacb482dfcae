import { sentenceCase } from '../../core/format/format.ts'

/** What a person did, as it continues after their name: by the step of the negotiation, or the entry of the log. */
const actions: Readonly<Record<string, string>> = {
  edited: 'changed',
  sent: 'sent the agreement to the other side',
  proposed: 'proposed',
  withdrawn: 'took back a proposal for',
  accepted: 'accepted',
  declined: 'declined',
  'row-accepted': 'agreed to',
  'row-declined': 'refused',
  'row-added': 'added',
  'row-removed': 'removed',
}

/** The action of an entry of the history, in words. */
export function actionText(what: string): string {
  return actions[what] ?? sentenceCase(what).toLowerCase()
}
