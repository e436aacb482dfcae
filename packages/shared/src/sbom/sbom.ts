/** What a software is. */
export const softwareKinds = ['ecu-image', 'backend', 'app', 'library', 'other'] as const
export type SoftwareKind = (typeof softwareKinds)[number]

/** DRAFT until it is approved; WITHDRAWN releases are no longer delivered, but may still be in vehicles. */
export const releaseStates = ['DRAFT', 'APPROVED', 'WITHDRAWN'] as const
export type ReleaseState = (typeof releaseStates)[number]

/** Whose document is added: our own build's, the supplier's, or a scanner's. */
export const addedOrigins = ['own', 'supplier', 'scan'] as const
export type AddedOrigin = (typeof addedOrigins)[number]

/** Whose document it is; merged: made here of the documents of other releases. */
export const documentOrigins = [...addedOrigins, 'merged'] as const
export type DocumentOrigin = (typeof documentOrigins)[number]

export const documentStates = ['READING', 'READY', 'FAILED'] as const
export type DocumentState = (typeof documentStates)[number]

/** By what a component version is known, the surest first. */
export const identityKinds = ['hash', 'swhid', 'purl', 'cpe', 'swid', 'name'] as const
export type IdentityKind = (typeof identityKinds)[number]

export const documentFilters = ['ready', 'reading', 'failed', 'none'] as const

export const releaseSorts = ['age', 'software', 'version', 'ecu', 'supplier', 'state', 'components', 'quality'] as const
