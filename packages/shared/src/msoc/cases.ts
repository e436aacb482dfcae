/** The stages of a case, in their order. */
export const caseStages = ['NEW', 'IN_PROGRESS', 'CLOSED'] as const
export type CaseStage = (typeof caseStages)[number]

/** What can happen to a case. A comment's text is in the change's detail. */
export const caseChangeKinds = ['open', 'link', 'unlink', 'stage', 'owner', 'title', 'severity', 'comment'] as const
export type CaseChangeKind = (typeof caseChangeKinds)[number]
