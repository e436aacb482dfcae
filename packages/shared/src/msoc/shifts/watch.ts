/** What members can pin to the watch list. */
export const watchKinds = ['vehicle', 'alert', 'case'] as const
export type WatchKind = (typeof watchKinds)[number]
