/** States of a reject: kept, and after it is sent again being retried, stored, or refused once more. */
export const rejectStates = ['KEPT', 'RETRYING', 'STORED', 'REFUSED'] as const

export const idsKinds = ['ids.can', 'ids.eth', 'ids.host'] as const

/** Maximum number of signals that are plotted at once. */
export const plottedAtOnce = 8
