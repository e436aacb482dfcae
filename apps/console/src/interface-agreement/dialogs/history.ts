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
  created: 'began the agreement',
  joined: 'joined',
  'invited-again': 'invited the other side again',
  'invitation-declined': 'declined the invitation',
  'cover-changed': 'changed the cover',
  'glossary-changed': 'changed the glossary',
  'team-added': 'added to the team',
  'team-changed': 'changed in the team',
  'team-removed': 'removed from the team',
  'contact-changed': 'changed a contact',
  signed: 'signed',
  sealed: 'completed the signatures: the version is sealed',
  commented: 'commented on',
  'comment-removed': 'removed a comment on',
  'file-added': 'attached a file to',
  'file-removed': 'removed a file from',
  'file-downloaded': 'downloaded a file of',
  delivered: 'handed over',
  received: 'confirmed the receipt of',
  returned: 'returned',
  'event-reported': 'reported an event for',
  overdue: 'reports as overdue',
}

/** The action of an entry of the history, in words. */
export function actionText(what: string): string {
  return actions[what] ?? sentenceCase(what).toLowerCase()
}
